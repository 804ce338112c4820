/** The ports for people: accounts, groups, passwords, and counted tries. The rules of `ports.ts` hold here too. */
import type { Account } from "../identity/account.ts";
import type { AccountName } from "../identity/account-name.ts";
import type { Group, GroupName } from "../identity/group.ts";
import type { OldDigest } from "../identity/old-digest.ts";
import type { Passkey } from "../identity/passkey.ts";
import type { NormalizedPassword, PasswordEstimate, PasswordHash } from "../identity/password.ts";
import type { Exhausted, Reservation, Reserved } from "../identity/rate-limit.ts";
import type { RecoveryCodeSet } from "../identity/recovery-codes.ts";
import type { AccountId, KeptSubject } from "../values/ids.ts";
import type { Result } from "../values/result.ts";
import type { Instant } from "../values/time.ts";
import type { Link } from "./link.ts";
import type { ListQuery, Page } from "./listing.ts";
import type { ClaimedSideEffects, SideEffects } from "./side-effect-ports.ts";

/** The first credentials of an account without a password: a passkey, and the recovery codes that stand in for it. */
export interface FirstCredentials {
  readonly passkey: Passkey;
  readonly recoveryCodes: RecoveryCodeSet;
}

/**
 * The people who can sign in. Every change of an account, of its groups and its authenticator app too, gives it a later `updatedAt`, also when
 * the clock stands still or was set back; only a first hash by other parameters and the use of a credential do not.
 */
export interface Accounts {
  find(id: AccountId): Promise<Account | undefined>;
  /** By username or e-mail address. */
  findByName(name: AccountName): Promise<Account | undefined>;
  /** By the subject that an account kept from another product. No two accounts have the same. */
  findBySubject(subject: KeptSubject): Promise<Account | undefined>;
  /**
   * The stored hash of the account with the next higher id among those with a password, wrapping around at the end: a random id selects a
   * random one. Undefined if nobody has a password.
   */
  findHashNear(id: AccountId): Promise<PasswordHash | undefined>;
  /** At most `max` accounts in the order of their ids, beginning behind `after`. Nothing reads the whole table at once. */
  list(max: number, after?: AccountId): Promise<readonly Account[]>;
  /**
   * Durable, one transaction. Refused if another account has the username or e-mail address as either of the two. The account is in its
   * groups and has the first credentials from the start; a group that is gone is left out. Refused as
   * "passkey-exists" if the passkey is already registered, for any account.
   */
  create(account: Account, sideEffects?: SideEffects): Promise<Result<void, "name-taken">>;
  create(
    account: Account,
    sideEffects: ClaimedSideEffects,
  ): Promise<Result<void, "name-taken" | "claim-lost">>;
  create(
    account: Account,
    sideEffects: ClaimedSideEffects,
    first: FirstCredentials | undefined,
  ): Promise<Result<void, "name-taken" | "passkey-exists" | "claim-lost">>;
  /**
   * Durable, one transaction: replaces username, e-mail address, name, phone number, address, claims, requirement and admin right and nothing else, only if
   * `updatedAt` is still the one that was read: of concurrent changes one wins. Refused when a name belongs to somebody else.
   * Returns the account as it stands, with a later `updatedAt`. Sessions and tokens live on. With another e-mail address every link of
   * the account dies, but if a link proves the new one, the links that lock the account stay: a thief may have pressed it. If such a link
   * went to the new address before, the later ones to other addresses die all the same. Granting the admin right raises the epoch and
   * ends every session and link of the account.
   */
  update(
    account: Account,
    at: Instant,
    sideEffects?: SideEffects,
  ): Promise<Result<Account, "unknown" | "conflict" | "name-taken">>;
  update(
    account: Account,
    at: Instant,
    sideEffects: ClaimedSideEffects,
  ): Promise<Result<Account, "unknown" | "conflict" | "name-taken" | "claim-lost">>;
  /**
   * Durable, one transaction: `update`, and also makes the account disabled or enabled as `setDisabled` does, and a member of exactly its
   * groups; one that is gone is left out. The password stays.
   */
  replace(
    account: Account,
    at: Instant,
    sideEffects?: ClaimedSideEffects,
  ): Promise<Result<Account, "unknown" | "conflict" | "name-taken" | "claim-lost">>;
  /**
   * Durable. Sets the password, raises the epoch and ends every session of the account, in one transaction. A locked account is unlocked.
   * Returns the account as it stands. Here, in `setDisabled` and in `remove`, "account-seen" claims the version that an operator read.
   */
  setPassword(
    id: AccountId,
    passwordHash: PasswordHash,
    at: Instant,
    sideEffects?: ClaimedSideEffects,
  ): Promise<Result<Account, "unknown" | "claim-lost">>;
  /**
   * Durable, one transaction: takes the password away, raises the epoch and ends every session. Refused as "last-way" if the account
   * has neither a passkey nor an upstream in use, so that of this and the removal of the last of them at once only one happens.
   */
  removePassword(
    id: AccountId,
    at: Instant,
    sideEffects?: ClaimedSideEffects,
  ): Promise<Result<void, "unknown" | "claim-lost" | "last-way">>;
  /** Replaces the hash only if `from` still stands; changes nothing else. A lost race is not an error. */
  rehashPassword(id: AccountId, from: PasswordHash, to: PasswordHash): Promise<void>;
  /**
   * Durable. Gives an account whose password only the old product knew its own hash of that password; sessions and tokens live on. Of any
   * number of calls one answers true. False if the account has a password by now, or lost it, is disabled or gone.
   */
  moveOldPassword(id: AccountId, passwordHash: PasswordHash, sideEffects?: SideEffects): Promise<boolean>;
  /**
   * Durable. Disabling also raises the epoch and ends every session, in the same transaction. Disabling and enabling
   * both end a lock, so that the operator's word counts. Returns the account as it stands, with a later `updatedAt`.
   */
  setDisabled(
    id: AccountId,
    isDisabled: boolean,
    at: Instant,
    sideEffects?: ClaimedSideEffects,
  ): Promise<Result<Account, "unknown" | "claim-lost">>;
  /**
   * Durable, one transaction, proved by a link of the kind "lock": the account is locked from `at`, and has the names that `restore` gives
   * it; `isFree` is true if no other account has taken the link's address. The epoch is raised. Every session, trusted browser and other
   * link ends, and so does each passkey, authenticator app, recovery code and upstream that was added after `since`. Links that lock the
   * account and went to another address before this one stay, so that a thief's later address does not win. `recovery` becomes a link of
   * the locked account. "claim-lost" also for an account that the operator disabled.
   */
  lock(
    link: Pick<Link, "digest" | "createdAt"> & {
      readonly accountId: AccountId;
      readonly address: AccountName;
    },
    rule: {
      readonly at: Instant;
      readonly since: Instant;
      readonly restore: (stored: Account, isFree: boolean) => Account;
    },
    sideEffects: SideEffects & { readonly recovery: Omit<Link, "account"> },
  ): Promise<Result<Account, "claim-lost">>;
  /**
   * Durable, one transaction: notes when the account is to go, raises the epoch, ends every session and forgets every consent. Refused as
   * "claim-lost" also if its deletion was asked for before.
   */
  askDeletion(
    id: AccountId,
    deletion: { readonly at: Instant; readonly deleteAfter: Instant },
    sideEffects?: ClaimedSideEffects,
  ): Promise<Result<void, "claim-lost">>;
  /** Durable. The account stays. False if its deletion was not asked for, or it is gone. */
  stopDeletion(id: AccountId, sideEffects?: SideEffects): Promise<boolean>;
  /** The accounts whose time has come, at most `max` of them. */
  listDue(now: Instant, max: number): Promise<readonly AccountId[]>;
  /** Durable. Removes the account as `remove` does, if its time has come. Of any number of calls one answers true. */
  removeDue(id: AccountId, now: Instant, sideEffects?: SideEffects): Promise<boolean>;
  /** Durable. Removes the account, its names, sessions and grants in one transaction. */
  remove(id: AccountId, sideEffects?: ClaimedSideEffects): Promise<Result<void, "unknown" | "claim-lost">>;
}

/** A group, and how many people are in it. */
export interface GroupMembers extends Group {
  readonly members: number;
}

/** Groups of people. An account comes with the names of its groups, at once in this process and within a second in others. */
export interface Groups {
  find(name: GroupName): Promise<GroupMembers | undefined>;
  /** Ordered by name, and searched by name. */
  list(query: ListQuery<GroupName>): Promise<Page<GroupMembers, GroupName>>;
  /** Durable. Refused if there are `max` already, those that are created at the same time included. */
  create(group: Group, max: number, sideEffects?: SideEffects): Promise<Result<void, "exists" | "too-many">>;
  /**
   * Durable. Takes everybody out of it first. "conflict", and nothing happens, if `isSeen` is not true of the group as the removal finds it:
   * until the removal ends nobody joins or leaves.
   */
  remove(
    name: GroupName,
    isSeen?: (group: GroupMembers) => boolean,
    sideEffects?: SideEffects,
  ): Promise<Result<void, "unknown" | "conflict">>;
  /**
   * Durable. False if the account was in it already; "unknown" if the group or the account is gone, "too-many" if the account
   * is in `max` groups already. Of several calls at once no more succeed than there is room for.
   */
  add(
    name: GroupName,
    account: AccountId,
    max: number,
    sideEffects?: ClaimedSideEffects,
  ): Promise<Result<boolean, "unknown" | "too-many" | "claim-lost">>;
  /** Durable. "none" if the account was not in it. */
  removeMember(
    name: GroupName,
    account: AccountId,
    sideEffects?: ClaimedSideEffects,
  ): Promise<"removed" | "none" | "claim-lost">;
  /** The accounts that may change who is in the group, by username. */
  administrators(name: GroupName): Promise<readonly Pick<Account, "id" | "username">[]>;
  /** The groups whose members the account may change, by name. */
  administeredBy(account: AccountId): Promise<readonly GroupName[]>;
  /**
   * Durable. False if the account administered it already; "unknown" if the group or the account is gone, "too-many" if `max` accounts
   * administer it already. Of several calls at once no more succeed than there is room for.
   */
  addAdministrator(
    name: GroupName,
    account: AccountId,
    max: number,
    sideEffects?: ClaimedSideEffects,
  ): Promise<Result<boolean, "unknown" | "too-many" | "claim-lost">>;
  /** Durable. "none" if the account did not administer it. */
  removeAdministrator(
    name: GroupName,
    account: AccountId,
    sideEffects?: ClaimedSideEffects,
  ): Promise<"removed" | "none" | "claim-lost">;
  /**
   * Durable. Makes exactly the accounts of `wanted` its administrators. Nothing changes if its administrators are not those of `seen`
   * ("conflict"), or if the group or a wanted account is gone ("unknown").
   */
  replaceAdministrators(
    name: GroupName,
    accounts: { readonly seen: readonly AccountId[]; readonly wanted: readonly AccountId[] },
    sideEffects?: ClaimedSideEffects,
  ): Promise<"replaced" | "unknown" | "conflict" | "claim-lost">;
}

/**
 * Counted attempts (GCRA: each key keeps only the instant at which it is drained). Survives a restart of the process;
 * a power failure may forget the last moments.
 */
export interface Attempts {
  /**
   * Counts one attempt under every key, or under none when any of them is exhausted; the refusal names these, and when all have room. A
   * hidden key that is exhausted neither refuses nor counts.
   */
  reserve(reservations: readonly Reservation[], now: Instant): Promise<Result<Reserved, Exhausted>>;
  /** Takes a reservation back, never below empty. */
  refund(reservations: readonly Reservation[]): Promise<void>;
}

/** Argon2id, and the hashes that an import brought, behind a bounded queue. */
export interface Passwords {
  hash(password: NormalizedPassword): Promise<Result<PasswordHash, "busy">>;
  /** The stored form of a digest that is too fast to guess against: a hash of it, and how to compute it from a password. */
  wrap(digest: OldDigest): Promise<Result<PasswordHash, "busy">>;
  /**
   * Compares with a stored hash. Without one, it costs as much as with `like` or a new hash, and never matches. "busy": the queue is full
   * and nothing was computed; the `network` with the most calls makes room first, and a known `device` waits before strangers.
   * "unacceptable-hash": the stored parameters exceed the upper bound.
   */
  verify(
    password: NormalizedPassword,
    stored: PasswordHash | undefined,
    caller: {
      readonly network: string;
      readonly device?: string | undefined;
      readonly like?: PasswordHash | undefined;
    },
  ): Promise<
    Result<{ readonly matches: boolean; readonly needsRehash: boolean }, "busy" | "unacceptable-hash">
  >;
}

/** The caller of an estimate: the network, and the account or link that the password is for. */
export interface EstimateCaller {
  readonly network: string;
  readonly known: string;
}

/** Estimates of new passwords by dictionaries, behind a bounded queue and beside the event loop. */
export interface PasswordEstimates {
  /**
   * Says how soon the password is guessed by somebody who tries `words` first. Of a long password it looks at the beginning. "busy": the
   * queue is full. The network with the most calls makes room first, and no account or link keeps others from their turn.
   */
  estimate(
    password: NormalizedPassword,
    words: readonly string[],
    caller: EstimateCaller,
  ): Promise<Result<PasswordEstimate, "busy">>;
}
