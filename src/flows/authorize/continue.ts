import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";
import { readShownForm } from "../session/shown-form.ts";
import { dispatch, dispatchUnproved, type NextStep } from "./dispatch.ts";

/** A posted "Continue as …" form. */
interface ContinueAttempt {
  readonly query: string;
  readonly step: string | undefined;
  readonly browser: Browser;
  readonly context: RequestContext;
}

/**
 * Takes the person's choice to continue with the session that the page named. A form for another session, browser or request proves
 * nothing, so the dispatcher asks again.
 */
export async function continueAs(ports: Ports, attempt: ContinueAttempt): Promise<NextStep> {
  const { query, browser, context } = attempt;
  const visit = { target: { kind: "request", query }, browser } as const;
  const shown = readShownForm(ports, attempt.step, { step: "continue", browser, request: query });
  if (shown === undefined) return dispatchUnproved(ports, visit, context);
  const evidence = { step: "continue", sessionId: shown.sessionId } as const;
  return dispatch(ports, { ...visit, evidence, isFromForm: true }, context);
}
