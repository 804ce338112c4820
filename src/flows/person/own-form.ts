import type { Evidence } from "../../protocol/authorization/next-step.ts";
import type { Browser } from "../browser.ts";
import { type Step, verifyCsrfToken } from "../csrf-token.ts";
import type { Ports } from "../ports.ts";
import { findLiveSession } from "../session/find-session.ts";

/**
 * The evidence that a posted form of an own page was shown to the person of the live session, in this browser. Undefined for every other
 * form, which changes nothing.
 */
export async function evidenceOfOwnForm(
  ports: Pick<Ports, "sessions" | "clock" | "settings" | "sealer">,
  step: Step,
  token: string | undefined,
  browser: Browser,
): Promise<Evidence | undefined> {
  const facts = await findLiveSession(ports, browser.sessionCookie, ports.clock.now());
  if (facts === undefined) return undefined;
  const sessionId = facts.session.id;
  const shown = verifyCsrfToken(ports.sealer, token, {
    step,
    browser: browser.browserCookie,
    request: "",
    sessionId,
  });
  return shown.ok ? { step: "enrol", sessionId } : undefined;
}
