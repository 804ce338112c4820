import type { Digest } from "../values/digest.ts";
import type { Instant } from "../values/time.ts";

/** A request that its caller may send again with the same key. */
export interface KeyedRequest {
  /** SHA-256 of the caller and the key. */
  readonly key: Digest;
  /** A keyed digest of everything that the request asks for. */
  readonly request: Digest;
  readonly expiresAt: Instant;
}

/**
 * What a key is worth. "claimed": this call alone may run the request. "unsettled": another call claimed it, and either it is under
 * way or its process died before it was settled. "other-request": it belongs to a request that asks for something else.
 */
export type KeyClaim =
  | { readonly kind: "claimed" }
  | { readonly kind: "unsettled" }
  | { readonly kind: "other-request" }
  | { readonly kind: "answered"; readonly sealedAnswer: string };

/** The keys of requests that must not run twice. A key that has expired is as good as new. */
export interface IdempotencyKeys {
  /** Durable. Of any number of calls with one key, one gets "claimed". */
  claim(request: KeyedRequest, now: Instant): Promise<KeyClaim>;
  /** Durable. Keeps the answer until the key expires. */
  settle(key: Digest, sealedAnswer: string): Promise<void>;
  /** Durable. Frees a key whose request was refused, so that it may be repaired and sent again. A settled one stays. */
  release(key: Digest): Promise<void>;
}
