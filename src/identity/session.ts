import { type Digest, equalDigests, sha256 } from "../values/digest.ts";
import { type AccountId, type SessionId, sessionIdOf } from "../values/ids.ts";
import { type Instant, plus, type Seconds } from "../values/time.ts";
import type { Account } from "./account.ts";

/** How a person proved who they are: RFC 8176 words. */
export type AuthenticationMethod = "pwd";

/** One signed-in browser. Its row is the truth: no row, no session. */
export interface Session {
  readonly id: SessionId;
  /** SHA-256 of the cookie value; `id` is its first half. */
  readonly cookieDigest: Digest;
  readonly accountId: AccountId;
  /** When the person last proved who they are: OpenID Connect's auth_time. */
  readonly authenticatedAt: Instant;
  readonly methods: readonly AuthenticationMethod[];
  /** Absolute limit. */
  readonly expiresAt: Instant;
  /** Written at most now and then, so the idle limit is coarse: see `touchIsDue`. */
  readonly lastSeenAt: Instant;
  /** The browser's own words, cut to 200 characters; shown in session lists only. */
  readonly userAgent: string;
}

/** "live", or why the browser counts as signed out. */
export type SessionState = "live" | "absent" | "forged" | "expired" | "idle" | "account-disabled";

const touchIntervalMin = 60;
const touchesPerIdleLimit = 24;
const userAgentLengthMax = 200;

/** Exactly the base64url texts of 32 bytes: the last character carries 4 bits, so its spare bits must be zero. */
const cookieShape = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/**
 * Decides whether a session still stands. `cookieDigest` is left out only where no cookie is at hand because something
 * that we sealed ourselves, such as a code, named the session; every request of a browser passes it.
 */
export function decideSession(question: {
  readonly facts: { readonly session: Session; readonly account: Account } | undefined;
  readonly cookieDigest?: Digest;
  readonly now: Instant;
  readonly idleLimit: Seconds;
}): SessionState {
  const { facts, cookieDigest, now, idleLimit } = question;
  if (facts === undefined) return "absent";
  const { session, account } = facts;
  if (cookieDigest !== undefined && !equalDigests(cookieDigest, session.cookieDigest)) return "forged";
  if (now >= session.expiresAt) return "expired";
  if (now >= plus(session.lastSeenAt, idleLimit)) return "idle";
  return account.isDisabled ? "account-disabled" : "live";
}

/**
 * True when the use of a session should be written down: at most 24 times per idle limit and once a minute, so that a busy
 * browser costs no writes. Its idle limit may therefore come early by that much.
 */
export function touchIsDue(session: Session, now: Instant, idleLimit: Seconds): boolean {
  const interval = Math.max(touchIntervalMin, idleLimit / touchesPerIdleLimit);
  // An idle limit of a minute or two must not pass before the first write is due.
  return now >= plus(session.lastSeenAt, Math.min(interval, idleLimit / 2));
}

/** Reads a session cookie: the base64url text of 32 random bytes. Undefined for anything else. */
export function sessionIdOfCookie(
  cookieValue: string,
): { readonly id: SessionId; readonly digest: Digest } | undefined {
  if (!cookieShape.test(cookieValue)) return undefined;
  const digest = sha256(cookieValue);
  return { id: sessionIdOf(digest.subarray(0, 16)), digest };
}

/** Makes the session of somebody who has just proved who they are. Throws unless the cookie value has its shape. */
export function newSession(facts: {
  readonly cookieValue: string;
  readonly accountId: AccountId;
  readonly methods: readonly AuthenticationMethod[];
  readonly now: Instant;
  readonly lifetime: Seconds;
  readonly userAgent: string;
}): Session {
  const cookie = sessionIdOfCookie(facts.cookieValue);
  if (cookie === undefined) throw new Error("A session cookie is the base64url text of 32 bytes.");
  return {
    id: cookie.id,
    cookieDigest: cookie.digest,
    accountId: facts.accountId,
    authenticatedAt: facts.now,
    methods: facts.methods,
    expiresAt: plus(facts.now, facts.lifetime),
    lastSeenAt: facts.now,
    userAgent: printableUserAgent(facts.userAgent),
  };
}

/** True while the last sign-in is younger than `maxAge` (OpenID Connect Core §3.1.2.1). Zero is never satisfied. */
export function satisfiesMaxAge(session: Session, maxAge: Seconds, now: Instant): boolean {
  return now < plus(session.authenticatedAt, maxAge);
}

/** True when the person signed in at this instant or later: what a demanded re-authentication waits for. */
export function authenticatedSince(session: Session, instant: Instant): boolean {
  return session.authenticatedAt >= instant;
}

/** Control and direction characters become spaces: lists are read in terminals too. A pair cut in half becomes U+FFFD. */
function printableUserAgent(text: string): string {
  return text
    .slice(0, userAgentLengthMax)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, " ")
    .trim();
}
