import type { Digest } from "../values/digest.ts";
import type { Instant } from "../values/time.ts";

/** One attempt at a request that must not run twice. */
export interface KeyedAttempt {
  /** SHA-256 of the caller and the key. */
  readonly key: Digest;
  /** Random, so that an attempt whose key was taken over can tell. */
  readonly attempt: string;
}

/** A request that its caller may send again with the same key. */
export interface KeyedRequest extends KeyedAttempt {
  /** A keyed digest of everything that the request asks for. */
  readonly request: Digest;
  /** From then on another attempt may take the key over, unless this one was confirmed. */
  readonly leasedUntil: Instant;
  readonly expiresAt: Instant;
}

/** What a request did, in the words of its audit entry. */
export interface ConfirmedAct {
  readonly act: string;
  /** Kind and id of what it was done to. */
  readonly target?: string;
}

/**
 * The state of a key. "claimed": this attempt alone may run the request. "unsettled": another attempt claimed it and may be under way;
 * `until` is the end of its lease, absent if it let go of the key just now. "confirmed": the request was carried out, but its process
 * died before the answer was kept. "other-request": it belongs to a request that asks for something else.
 */
export type KeyClaim =
  | { readonly kind: "claimed" }
  | { readonly kind: "unsettled"; readonly until?: Instant }
  | { readonly kind: "confirmed"; readonly confirmed: ConfirmedAct }
  | { readonly kind: "other-request" }
  | { readonly kind: "answered"; readonly sealedAnswer: string; readonly confirmed?: ConfirmedAct };

/**
 * The keys of requests that must not run twice. A key that has expired is as good as new. An attempt is confirmed by the fact that carries
 * its request out, in the same transaction: see `AuditEntry.attempt`.
 */
export interface IdempotencyKeys {
  /** Durable. Of any number of calls with one key, one gets "claimed"; after its lease one more, unless the attempt was confirmed. */
  claim(request: KeyedRequest, now: Instant): Promise<KeyClaim>;
  /** Durable. Keeps the answer until the key expires. Does nothing if another attempt has the key. */
  settle(attempt: KeyedAttempt, sealedAnswer: string): Promise<void>;
  /** Durable. Frees the key of a request that was refused, so that it may be repaired and sent again. A confirmed one stays. */
  release(attempt: KeyedAttempt): Promise<void>;
}
