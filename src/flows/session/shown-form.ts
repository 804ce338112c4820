import { readSessionCookie } from "../../identity/session.ts";
import type { SessionId } from "../../values/ids.ts";
import { ok, type Result } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import type { Browser } from "../browser.ts";
import { type CsrfRefusal, type Step, verifyCsrfToken } from "../csrf-token.ts";
import type { Ports } from "../ports.ts";

/** A posted form that was shown in this browser, for this request, and for the session that its cookie names. */
interface ShownForm {
  readonly sessionId: SessionId;
  readonly shownAt: Instant;
}

/**
 * Reads a posted form by its CSRF token; undefined if it is any other form. The cookie need not prove the session here: the dispatcher
 * looks the session up, and the form counts for that live session only.
 */
export function readShownForm(
  { sealer }: Pick<Ports, "sealer">,
  csrfToken: string | undefined,
  { step, browser, request }: { readonly step: Step; readonly browser: Browser; readonly request: string },
): ShownForm | undefined {
  const { sessionCookie, browserCookie } = browser;
  const sessionId = sessionCookie === undefined ? undefined : readSessionCookie(sessionCookie)?.id;
  if (sessionId === undefined) return undefined;
  const shown = verifyCsrfToken(sealer, csrfToken, { step, browser: browserCookie, request, sessionId });
  return shown.ok ? { sessionId, shownAt: shown.value } : undefined;
}

/** A posted form of the sign-in page. */
interface ShownSignInForm {
  readonly shownAt: Instant;
  /** True if the page asked the person of this browser's session for a fresh proof. */
  readonly isForSession: boolean;
}

/** Reads the CSRF token of the sign-in page. It names the session if the page asked that session's person for a fresh proof. */
export function readSignInForm(
  ports: Pick<Ports, "sealer">,
  token: string | undefined,
  { browser, query }: { readonly browser: Browser; readonly query: string },
): Result<ShownSignInForm, CsrfRefusal> {
  const form = { step: "sign-in", request: query } as const;
  const own = readShownForm(ports, token, { ...form, browser });
  if (own !== undefined) return ok({ shownAt: own.shownAt, isForSession: true });
  const shown = verifyCsrfToken(ports.sealer, token, { ...form, browser: browser.browserCookie });
  return shown.ok ? ok({ shownAt: shown.value, isForSession: false }) : shown;
}
