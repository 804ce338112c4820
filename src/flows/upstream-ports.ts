/** The ports for upstream sign-in, where the service is a relying party of other providers. The rules of `ports.ts` hold here too. */
import type { Account } from "../identity/account.ts";
import type { Upstream, UpstreamName } from "../protocol/upstream/upstream.ts";
import type { AccountId } from "../values/ids.ts";
import type { Result } from "../values/result.ts";
import type { Instant } from "../values/time.ts";
import type { ClaimedSideEffects, SideEffects } from "./side-effect-ports.ts";

/** The providers that people may sign in at. */
export interface Upstreams {
  /** May answer from memory; a change made by another process shows within a second. */
  find(name: UpstreamName): Promise<Upstream | undefined>;
  /** Ordered by creation. Answers from memory as `find` does, so that it costs nothing if there is none; damaged rows are left out. */
  listInUse(): Promise<readonly Upstream[]>;
  /** Ordered by creation. */
  list(): Promise<readonly Upstream[]>;
  /** Durable. Refused if there are `max` already, those that are created at the same time included. */
  create(
    upstream: Upstream,
    max: number,
    sideEffects?: SideEffects,
  ): Promise<Result<void, "exists" | "too-many">>;
  /**
   * Durable. Replaces every property but name, kind and issuer, only if `updatedAt` is still the one that was read: of concurrent
   * changes one wins. Returns the upstream as it stands, with a later `updatedAt`.
   */
  update(
    upstream: Upstream,
    at: Instant,
    sideEffects?: SideEffects,
  ): Promise<Result<Upstream, "unknown" | "conflict">>;
  /** Durable. Removes it, only where `updatedAt` is still the one that was read. The identities of its people go with it. */
  remove(
    upstream: Pick<Upstream, "name" | "updatedAt">,
    sideEffects?: SideEffects,
  ): Promise<Result<void, "unknown" | "conflict">>;
}

/** The person whom an upstream calls by a subject. */
export interface UpstreamIdentity {
  readonly upstream: UpstreamName;
  /** The upstream's own name for the person, which never becomes another person's (OpenID Connect Core §5.7). */
  readonly subject: string;
  readonly accountId: AccountId;
  /** The address or name that the upstream told last, for the person to recognise. It decides nothing. */
  readonly label?: string;
  readonly linkedAt: Instant;
  readonly lastUsedAt: Instant;
}

/** Which accounts are linked to whom at which upstream. A subject has one account, and an account one subject at each upstream. */
export interface UpstreamIdentities {
  find(upstream: UpstreamName, subject: string): Promise<UpstreamIdentity | undefined>;
  /** Of one account, oldest first. */
  list(accountId: AccountId): Promise<readonly UpstreamIdentity[]>;
  /** The number of people who are linked to the upstream. */
  count(upstream: UpstreamName): Promise<number>;
  /**
   * Durable. "taken": the subject is linked to an account already, also to this one, or the account to another subject of this upstream.
   * "unknown": account or upstream is gone. Of many at once for one subject, or for one account, one wins.
   */
  link(
    identity: UpstreamIdentity,
    sideEffects?: ClaimedSideEffects,
  ): Promise<Result<void, "taken" | "unknown" | "claim-lost">>;
  /** Durable, one transaction: creates the account and links it. Refused as either is; then nothing is created. */
  createAccount(
    account: Account,
    identity: UpstreamIdentity,
    sideEffects?: SideEffects,
  ): Promise<Result<void, "taken" | "unknown" | "name-taken">>;
  /** Not durable on its own. Notes the use, never an earlier one, and the label; without one the old label stays. */
  note(use: Pick<UpstreamIdentity, "upstream" | "subject" | "label" | "lastUsedAt">): Promise<void>;
  /**
   * Durable. "last-way": it stays, because the account has neither password nor passkey nor another identity at an upstream in use. Of
   * several at once as many stay as are needed. "none": there was none.
   */
  unlink(
    accountId: AccountId,
    upstream: UpstreamName,
    sideEffects?: ClaimedSideEffects,
  ): Promise<"unlinked" | "last-way" | "none" | "claim-lost">;
}
