import type { Digest } from "../values/digest.ts";
import type { AccountId } from "../values/ids.ts";
import type { LinkKind } from "../values/link-kind.ts";
import type { Instant } from "../values/time.ts";
import type { Page, Position } from "./listing.ts";
import type { ClaimedSideEffects, SideEffects } from "./side-effect-ports.ts";

/** A link on its way to a person. Its secret is 32 random bytes, which only the person has. */
export interface Link {
  /** SHA-256 of the secret. It names the link for operators too, because it opens nothing. */
  readonly digest: Digest;
  readonly kind: LinkKind;
  /** The account that it works for, and the epoch that the account must still have: a new password kills older links. */
  readonly account?: { readonly id: AccountId; readonly epoch: number };
  /** The address that it was made for: to be verified, invited or signed up. */
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

/** Links that work once. A link goes with its account, and its row goes when it is used. */
export interface Links {
  /**
   * Durable, one transaction: keeps the link, and does what `sideEffects` asks for, such as mailing it. False, and nothing is kept, if the
   * account is gone, disabled or of another epoch, or if a claim is lost.
   */
  create(link: Link, sideEffects: ClaimedSideEffects): Promise<boolean>;
  /** Only looks. Expired links, and those whose account is disabled or of another epoch, are not found. */
  find(digest: Digest, now: Instant): Promise<Link | undefined>;
  /**
   * Durable. Uses the link up. False if it was used, has expired or died with an earlier password; of any number of calls at once
   * one gets true. With `dropsSecondFactor` the authenticator app, the recovery codes and the trusted browsers of the account go with it.
   */
  use(digest: Digest, now: Instant): Promise<boolean>;
  /** The links of a kind that have not expired, ordered by creation. */
  list(kind: LinkKind, query: LinkQuery): Promise<Page<Link, Position<Digest>>>;
  /** Durable. True if this call removed it. */
  remove(kind: LinkKind, digest: Digest, sideEffects?: SideEffects): Promise<boolean>;
}

/** Which part of the list of links is wanted. There is nothing to search for. */
interface LinkQuery {
  readonly limit: number;
  readonly after?: Position<Digest> | undefined;
  readonly now: Instant;
}
