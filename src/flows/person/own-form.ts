import type { Evidence } from "../../protocol/authorization/next-step-facts.ts";
import type { Browser } from "../browser.ts";
import type { Step } from "../csrf-token.ts";
import type { Ports } from "../ports.ts";
import { readShownForm } from "../session/shown-form.ts";

/** The evidence of a posted form of an own page. Undefined for a form that was not shown here, which changes nothing. */
export function evidenceOfOwnForm(
  ports: Pick<Ports, "sealer">,
  step: Step,
  csrfToken: string | undefined,
  browser: Browser,
): Evidence | undefined {
  const shown = readShownForm(ports, csrfToken, { step, browser, request: "" });
  return shown && { step: "enrol", sessionId: shown.sessionId };
}
