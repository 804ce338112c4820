import type { Digest } from "../values/digest.ts";
import type { AccountId, SessionId } from "../values/ids.ts";
import type { Instant } from "../values/time.ts";

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
  /** Written at most now and then, so the idle limit is coarse: see `touchDueAt`. */
  readonly lastSeenAt: Instant;
  /** The browser's own words, cut to 200 characters; shown in session lists only. */
  readonly userAgent: string;
}
