import type { Digest } from "../values/digest.ts";
import type { LinkKind } from "../values/link-kind.ts";
import type { Instant } from "../values/time.ts";
import type { Link } from "./link.ts";
import type { Page, Position } from "./listing.ts";
import type { ClaimedSideEffects, SideEffects } from "./side-effect-ports.ts";

/** Links that work once. A link goes with its account, and its row goes when it is used. */
export interface Links {
  /**
   * Durable, one transaction: keeps the link, and does what `sideEffects` asks for, such as mailing it. False, and nothing is kept, if the
   * account is gone, disabled by the operator, or of another epoch, or if a claim is lost.
   */
  create(link: Link, sideEffects: ClaimedSideEffects): Promise<boolean>;
  /** Only looks. Links that expired, or whose account was disabled by the operator or has another epoch, are not found. */
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
