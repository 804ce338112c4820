import type { Digest } from "../values/digest.ts";
import type { AccountId } from "../values/ids.ts";
import type { LinkKind } from "../values/link-kind.ts";
import type { Instant } from "../values/time.ts";

/** A link on its way to a person. Its secret is 32 random bytes, which only the person has. */
export interface Link {
  /** SHA-256 of the secret. It names the link for operators too, because it opens nothing. */
  readonly digest: Digest;
  readonly kind: LinkKind;
  /**
   * The account that it works for, and the epoch that the account must still have: a new password kills older links. Without an epoch it
   * outlives that, and a new address too: what a thief changes must not disarm the link that locks the thief out.
   */
  readonly account?: { readonly id: AccountId; readonly epoch?: number | undefined };
  /** The address that it was made for: to be verified, invited or signed up, or the one that a link to lock the account was mailed to. */
  readonly address?: string;
  /** The query of the sign-in that it interrupted, so that the person gets back to the application. */
  readonly query?: string;
  /** Of an invitation: the groups of the account that it creates. */
  readonly groups?: readonly string[];
  /** Of a recovery: true if it also takes away the account's second factor. */
  readonly dropsSecondFactor?: boolean;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}
