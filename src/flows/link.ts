import type { Digest } from "../values/digest.ts";
import type { AccountId } from "../values/ids.ts";
import type { LinkKind } from "../values/link-kind.ts";
import type { Instant } from "../values/time.ts";

/** A link for a person. Its secret is 32 random bytes, which only the message or the operator carries. */
export interface Link {
  /** SHA-256 of the secret. It names the link for operators too, because it opens nothing. */
  readonly digest: Digest;
  readonly kind: LinkKind;
  /**
   * The account that it works for, and the epoch that the account must still have, so that a new password ends older links. A link
   * without an epoch outlives a new password and a new address: nothing that a thief changes disarms the link that locks the thief out.
   */
  readonly account?: { readonly id: AccountId; readonly epoch?: number | undefined };
  /** The address to be verified, invited or signed up; of a link that locks an account, the address that it was mailed to. */
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
