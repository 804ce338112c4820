import { toBase64Url } from "../values/base64url.ts";
import { sha256 } from "../values/digest.ts";
import type { ClientId, SessionId } from "../values/ids.ts";

/** How many accounts a browser keeps signed in beside the active one. */
export const otherAccountsMax = 4;
const choicesMax = 20;
const sessionShape = /^[A-Za-z0-9_-]{64}$/;
const choiceShape = /^[A-Za-z0-9_-]{11}$/;
/** The longest value that `formatOtherAccounts` can write, with a dot after each part. */
const lengthMax = otherAccountsMax * 65 + choicesMax * 12;

/** What the second cookie of a browser with several accounts holds. It proves nothing before each session is looked up. */
export interface OtherAccounts {
  /** The values of session cookies, the most recently used first. */
  readonly sessionCookies: readonly string[];
  /** Which account the person chose for which client, the newest first; see `choiceOf`. */
  readonly choices: readonly string[];
}

const none: OtherAccounts = { sessionCookies: [], choices: [] };

/**
 * Reads the cookie. Parts of another shape are left out, because a later release may write such parts; a cookie that is too long holds
 * nothing.
 */
export function readOtherAccounts(cookie: string | undefined): OtherAccounts {
  if (cookie === undefined || cookie.length > lengthMax) return none;
  const parts = [...new Set(cookie.split("."))];
  return {
    sessionCookies: parts.filter((part) => sessionShape.test(part)).slice(0, otherAccountsMax),
    choices: parts.filter((part) => choiceShape.test(part)).slice(0, choicesMax),
  };
}

/** The value of the cookie; empty if there are no other accounts, because then no choice is left. */
export function formatOtherAccounts({ sessionCookies, choices }: OtherAccounts): string {
  return sessionCookies.length === 0 ? "" : [...sessionCookies, ...choices.slice(0, choicesMax)].join(".");
}

/** The mark of an account that was chosen for a client. It names neither: 64 bits of a digest. */
export function choiceOf(clientId: ClientId, sessionId: SessionId): string {
  return toBase64Url(sha256(`${clientId}\0${toBase64Url(sessionId)}`).subarray(0, 8));
}

/** The choices with this one added. It replaces an earlier choice for the client among the same sessions. */
export function withChoice(
  choices: readonly string[],
  {
    clientId,
    sessionId,
    among,
  }: { readonly clientId: ClientId; readonly sessionId: SessionId; readonly among: readonly SessionId[] },
): readonly string[] {
  const ended = new Set(among.map((id) => choiceOf(clientId, id)));
  const chosen = choiceOf(clientId, sessionId);
  return [chosen, ...choices.filter((choice) => choice !== chosen && !ended.has(choice))];
}
