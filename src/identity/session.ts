import { toBase64Url } from "../values/base64url.ts";
import { type Digest, equalDigests, sha256 } from "../values/digest.ts";
import { type AccountId, type SessionId, sessionIdOf } from "../values/ids.ts";
import { type Instant, plus, type Seconds } from "../values/time.ts";
import type { Account } from "./account.ts";

/**
 * The ways to prove who one is that this release can ask for, in the words of RFC 8176: a password, a one-time code, a passkey in
 * hardware or in software, with the user verified; and that there were several factors.
 */
export type AuthenticationMethod = "pwd" | "otp" | "hwk" | "swk" | "user" | "mfa";

/** One signed-in browser. Its row is the truth: no row, no session. */
export interface Session {
  /** Stays when the same person signs in again in the same browser, so that everything that rests on the session lives on. */
  readonly id: SessionId;
  /** SHA-256 of the whole cookie value, which is new at every sign-in. */
  readonly cookieDigest: Digest;
  readonly accountId: AccountId;
  /** When the person last proved who they are: OpenID Connect's auth_time. */
  readonly authenticatedAt: Instant;
  /** Words of RFC 8176. A newer release that shares the database may have written words that this one does not know. */
  readonly methods: readonly string[];
  /** When this browser first signed in as this person. Absent for a session that 0.1.0 began. */
  readonly firstSeenAt?: Instant;
  /** Absolute limit. */
  readonly expiresAt: Instant;
  /** Written now and then only, so the idle limit is coarse: see `touchIsDue`. */
  readonly lastSeenAt: Instant;
  /** True for a session that began with an operator's link: an operator vouched for the person. */
  readonly isVouchedFor?: boolean;
  /** The browser's User-Agent, cut to 200 characters and shown in session lists only. */
  readonly userAgent: string;
  /** The network that the person signed in from. Absent for a session that 0.1.0 began. */
  readonly network?: string;
}

/** "live", or why the browser counts as signed out. */
export type SessionState = "live" | "absent" | "forged" | "expired" | "idle" | "account-disabled";

/** How many sessions an account keeps: those that were used last. */
export const sessionsPerAccountMax = 100;

const touchIntervalMin = 60;
const touchesPerIdleLimit = 24;
const userAgentLengthMax = 200;

const sessionIdBytes = 16;
const cookieSecretBytes = 32;
/** The base64url text of id and secret: 48 bytes, so that every text of this length and alphabet is one. */
const cookieShape = /^[A-Za-z0-9_-]{64}$/;

/**
 * Decides whether a session still stands. Every request of a browser passes `cookieDigest`. It is left out only if something that
 * the service itself sealed, such as a code, named the session.
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
 * True when the use of a session should be written down: at most 24 times per idle limit and once a minute, so that a busy browser
 * costs no writes. The idle limit may therefore come early by as much.
 */
export function touchIsDue(session: Session, now: Instant, idleLimit: Seconds): boolean {
  const interval = Math.max(touchIntervalMin, idleLimit / touchesPerIdleLimit);
  // An idle limit of a minute or two must not pass before the first write is due.
  return now >= plus(session.lastSeenAt, Math.min(interval, idleLimit / 2));
}

/** The value of a session cookie: the session's id, which finds the row, and 32 random bytes, which prove it. */
export function formatSessionCookie(id: SessionId, secret: Uint8Array): string {
  if (secret.length !== cookieSecretBytes)
    throw new Error(`The secret of a session cookie has ${cookieSecretBytes} bytes, not ${secret.length}.`);
  return toBase64Url(Buffer.concat([id, secret]));
}

/** Reads a session cookie. Undefined for anything that `formatSessionCookie` does not write. */
export function readSessionCookie(
  cookieValue: string,
): { readonly id: SessionId; readonly digest: Digest } | undefined {
  if (!cookieShape.test(cookieValue)) return undefined;
  const bytes = Buffer.from(cookieValue, "base64url");
  return { id: sessionIdOf(bytes.subarray(0, sessionIdBytes)), digest: sha256(cookieValue) };
}

/** Creates the session of a person who has just proved who they are. */
export function createSession(facts: {
  readonly id: SessionId;
  readonly cookieValue: string;
  readonly accountId: AccountId;
  readonly methods: readonly string[];
  readonly isVouchedFor?: boolean | undefined;
  /** Absent for now. */
  readonly authenticatedAt?: Instant | undefined;
  readonly now: Instant;
  readonly lifetime: Seconds;
  readonly userAgent: string;
  readonly network: string;
}): Session {
  return {
    id: facts.id,
    cookieDigest: sha256(facts.cookieValue),
    accountId: facts.accountId,
    authenticatedAt: facts.authenticatedAt ?? facts.now,
    firstSeenAt: facts.now,
    methods: facts.methods,
    ...(facts.isVouchedFor && { isVouchedFor: true }),
    expiresAt: plus(facts.now, facts.lifetime),
    lastSeenAt: facts.now,
    userAgent: printableUserAgent(facts.userAgent),
    network: facts.network,
  };
}

/**
 * The first 200 characters of a User-Agent. Control and direction characters become spaces: lists are read in terminals too. A pair cut
 * in half becomes U+FFFD.
 */
export function printableUserAgent(text: string): string {
  return text
    .slice(0, userAgentLengthMax)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, " ")
    .trim();
}
