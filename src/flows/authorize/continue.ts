import { verifyCsrfToken } from "../csrf-token.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";
import { findLiveSession } from "../session/find-session.ts";
import { dispatch, type NextStep } from "./dispatch.ts";

/** A posted "Continue as …" form. */
export interface ContinueAttempt {
  readonly query: string;
  readonly step: string | undefined;
  readonly sessionCookie: string | undefined;
  readonly browserCookie: string | undefined;
  readonly context: RequestContext;
}

/**
 * Takes the person's choice to continue with the session that the page named. A form for another session, browser or request proves
 * nothing, so the dispatcher asks again.
 */
export async function continueAs(ports: Ports, attempt: ContinueAttempt): Promise<NextStep> {
  const { query, sessionCookie, context } = attempt;
  const visit = { target: { kind: "request", query }, sessionCookie } as const;
  const facts = await findLiveSession(ports, sessionCookie, ports.clock.now());
  if (facts === undefined) return dispatch(ports, visit, context);
  const sessionId = facts.session.id;
  const shown = verifyCsrfToken(ports.sealer, attempt.step, {
    step: "continue",
    browser: attempt.browserCookie,
    request: query,
    sessionId,
  });
  if (!shown.ok) return dispatch(ports, visit, context);
  const evidence = { step: "continue", sessionId } as const;
  return dispatch(ports, { ...visit, evidence, isFromForm: true }, context);
}
