/**
 * Room: flows. One file per thing that a person, a client or an operator can do.
 * A flow reads the facts, lets a pure room decide, claims atomically and obeys the answer. It knows no HTTP, SQL or Node API.
 * This file is the types of what flows need from outside; adapters fulfil them, compose.ts brings them together.
 *
 * Every method is one atomic fact. Its promise resolves when the fact is as durable as the method says, and rejects only when
 * the store is broken or away (`StoreUnavailable`), never for an expected outcome.
 */
import type { Account } from "../identity/account.ts";
import type { AccountName } from "../identity/account-name.ts";
import type { NormalizedPassword, PasswordHash } from "../identity/password.ts";
import type { Session } from "../identity/session.ts";
import type { Client } from "../protocol/client.ts";
import type { Digest } from "../values/digest.ts";
import type { AccountId, ClientId, GrantId, KeyId, SessionId } from "../values/ids.ts";
import type { Issuer } from "../values/issuer.ts";
import type { Result } from "../values/result.ts";
import type { Instant, Seconds } from "../values/time.ts";
import type { Events } from "./events.ts";

/** The only source of time. */
export interface Clock {
  now(): Instant;
}

/** The only source of randomness; cryptographically secure. */
export interface Random {
  bytes(count: number): Uint8Array;
  /** Uniformly distributed over A–Z, a–z, 0–9. */
  alphanumeric(length: number): string;
}

/** Thrown by store methods when the database cannot be reached or written; the http room answers 503. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

export interface Clients {
  /** May answer from memory; a change made by another process shows within a second. */
  find(id: ClientId): Promise<Client | undefined>;
  /** Ordered by creation. */
  list(): Promise<readonly Client[]>;
  /** Durable. Refused when the id exists. */
  create(client: Client): Promise<Result<void, "exists">>;
  /** Durable. Replaces every property of the client with the same id. */
  update(client: Client): Promise<Result<void, "unknown">>;
  /** Durable. Removes the client and its grants. */
  remove(id: ClientId): Promise<Result<void, "unknown">>;
  /** Durable. Records the exposure only where none is recorded yet, so that repeated requests write nothing. */
  recordExposedSecret(id: ClientId, at: Instant): Promise<void>;
}

export interface Accounts {
  find(id: AccountId): Promise<Account | undefined>;
  /** By username or e-mail address. */
  findByName(name: AccountName): Promise<Account | undefined>;
  list(): Promise<readonly Account[]>;
  /** Durable. Refused when the username or e-mail address belongs to somebody already, as either of the two. */
  create(account: Account): Promise<Result<void, "name-taken">>;
  /** Durable. Sets the password, raises the epoch and ends every session of the account, in one transaction. */
  setPassword(id: AccountId, passwordHash: PasswordHash, at: Instant): Promise<Result<void, "unknown">>;
  /** Replaces the hash only where `from` still stands; changes nothing else. A lost race is not an error. */
  rehashPassword(id: AccountId, from: PasswordHash, to: PasswordHash): Promise<void>;
  /** Durable. Disabling also raises the epoch and ends every session, in the same transaction. */
  setDisabled(id: AccountId, isDisabled: boolean, at: Instant): Promise<Result<void, "unknown">>;
  /** Durable. Removes the account, its names, sessions and grants in one transaction. */
  remove(id: AccountId): Promise<Result<void, "unknown">>;
}

/** What the hot path must know about a session: the session and the account it belongs to, as they stand now. */
export interface SessionFacts {
  readonly session: Session;
  readonly account: Account;
}

export interface Sessions {
  /** A revocation or account change is seen at once, also when another process made it. Expired rows may still be found. */
  find(id: SessionId): Promise<SessionFacts | undefined>;
  list(account?: AccountId): Promise<readonly SessionFacts[]>;
  /** Durable. Inserts the session, ends the one that it replaces and takes back the reservations, in one transaction. */
  start(session: Session, replaced: SessionId | undefined, refunds: readonly Reservation[]): Promise<void>;
  /** Not durable on its own: losing it costs nothing but an earlier idle limit. */
  touch(id: SessionId, lastSeenAt: Instant): Promise<void>;
  /** Durable. True when this call ended it. */
  end(id: SessionId): Promise<boolean>;
  /** Durable. Ends all sessions of the account and raises its epoch in one transaction; answers how many ended. */
  endAll(account: AccountId, at: Instant): Promise<number>;
}

/** The durable fact that a code was redeemed, and the access token that came of it. */
export interface Grant {
  readonly id: GrantId;
  /** SHA-256 of the whole access token. */
  readonly tokenDigest: Digest;
  readonly clientId: ClientId;
  readonly accountId: AccountId;
  /** The account's epoch when the code was issued; a raised epoch kills the token. */
  readonly accountEpoch: number;
  readonly sessionId: SessionId;
  readonly redeemedAt: Instant;
  readonly tokenExpiresAt: Instant;
  /** The row stays at least this long, so that a replayed code is recognised. Never before `tokenExpiresAt`. */
  readonly keepUntil: Instant;
  readonly revokedAt?: Instant;
}

export interface Grants {
  /**
   * Durable. Inserts the grant unless its id exists: of any number of concurrent calls with one id, from any
   * process, exactly one answers "redeemed". The row's existence is what spends the code.
   */
  redeem(grant: Grant): Promise<"redeemed" | "already-redeemed">;
  find(id: GrantId): Promise<Grant | undefined>;
  /** Durable. Marks the grant revoked; a revoked grant stays in place so that the code stays spent. True when this call did it. */
  revoke(id: GrantId, at: Instant): Promise<boolean>;
  /** Durable. Revokes all live grants of an account, a client, or both; answers how many. */
  revokeAll(
    of: { readonly accountId?: AccountId; readonly clientId?: ClientId },
    at: Instant,
  ): Promise<number>;
}

/** How fast a key may be tried: `burst` tries at once, then one more every `interval`. */
export interface AttemptLimit {
  readonly burst: number;
  readonly interval: Seconds;
}

/** A claim on one try, counted under a key that is a digest of what is throttled. */
export interface Reservation {
  readonly key: Digest;
  readonly limit: AttemptLimit;
}

/**
 * Counted tries (GCRA: each key keeps only the instant at which it is drained). Survives a restart of the process;
 * a power failure may forget the last moments.
 */
export interface Attempts {
  /** Counts one try under every key, or under none when any of them is exhausted; then `retryAt` is when all have room. */
  reserve(
    reservations: readonly Reservation[],
    now: Instant,
  ): Promise<Result<void, { readonly retryAt: Instant }>>;
  /** Takes a reservation back, never below empty. */
  refund(reservations: readonly Reservation[], now: Instant): Promise<void>;
}

/** Removes what has expired, in batches of at most `rowsMax` rows, without blocking others for longer than a batch. */
export interface Expiry {
  /** Answers how many rows went; fewer than `rowsMax` means that nothing is left for now. */
  sweep(now: Instant, rowsMax: number): Promise<number>;
}

export interface Passwords {
  hash(password: NormalizedPassword): Promise<Result<PasswordHash, "busy">>;
  /**
   * Compares with a stored hash. Without one (unknown person) it costs the same and never matches.
   * "busy": the queue is full, nothing was computed. "unacceptable-hash": the stored parameters exceed the upper bound.
   */
  verify(
    password: NormalizedPassword,
    stored: PasswordHash | undefined,
  ): Promise<
    Result<{ readonly matches: boolean; readonly needsRehash: boolean }, "busy" | "unacceptable-hash">
  >;
}

/** What a sealed message is for. A message sealed for one purpose never opens for another. */
export type SealPurpose = "code" | "step" | "device";

/** Authenticated encryption under the keyring. Synchronous: the keys are in memory. */
export interface Sealer {
  /** Returns base64url text: key id, nonce, ciphertext and tag. */
  seal(purpose: SealPurpose, plaintext: Uint8Array): string;
  /** Undefined for anything that this installation did not seal for this purpose with a key it still has. */
  open(purpose: SealPurpose, sealed: string): Uint8Array | undefined;
}

/** A key as it lies in the database: sealed under the master key. */
export interface KeyRecord {
  readonly id: KeyId;
  readonly purpose: SealPurpose;
  readonly createdAt: Instant;
  /** From then on it opens but no longer seals. */
  readonly retiredAt?: Instant;
  readonly sealedKey: Uint8Array;
}

export interface KeyRecords {
  /** Every key of every purpose, newest first. */
  list(): Promise<readonly KeyRecord[]>;
  /**
   * Durable. Inserts the key and retires the live ones of its purpose in one transaction, unless a key of that purpose was
   * created after `unlessNewerThan`: of many nodes that start at once, one wins. True when this call did it.
   */
  rotate(record: KeyRecord, unlessNewerThan: Instant): Promise<boolean>;
  /** Removes keys that were retired before the instant; answers how many. */
  removeRetired(purpose: SealPurpose, before: Instant): Promise<number>;
}

/** What the operator decided and flows must know. */
export interface FlowSettings {
  readonly issuer: Issuer;
  readonly codeLifetime: Seconds;
  readonly accessTokenLifetime: Seconds;
  readonly sessionLifetime: Seconds;
  readonly sessionIdle: Seconds;
}

/** Everything that flows need from outside; each flow names the part that it uses. */
export interface Ports {
  readonly settings: FlowSettings;
  readonly clock: Clock;
  readonly random: Random;
  readonly clients: Clients;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly grants: Grants;
  readonly attempts: Attempts;
  readonly passwords: Passwords;
  readonly sealer: Sealer;
  readonly events: Events;
}
