/**
 * Room: flows. It has one file for each thing that a person, a client or an operator can do. A flow reads the facts, lets a pure room
 * decide, claims atomically and obeys the answer. It knows no HTTP, SQL or Node API.
 * This file has the ports, the types of what flows need from outside. Adapters fulfil them, and compose.ts wires them.
 *
 * Every method is one atomic fact. Its promise resolves when the fact is as durable as the method says, and rejects only when
 * the store is broken or away (`StoreUnavailable`), never for an expected outcome. A method that may answer with the value itself
 * throws instead of rejecting then, so call it where a throw reaches the same `catch`.
 */
import type { Account } from "../identity/account.ts";
import type { Reservation } from "../identity/rate-limit.ts";
import type { Session } from "../identity/session.ts";
import type { Client, ClientMetadata } from "../protocol/client/client.ts";
import type { ClientDocumentPolicy } from "../protocol/client/document-policy.ts";
import type { Digest } from "../values/digest.ts";
import type { Eventual } from "../values/eventual.ts";
import type { AccountId, ClientId, GrantId, SessionId } from "../values/ids.ts";
import type { Issuer } from "../values/issuer.ts";
import type { Result } from "../values/result.ts";
import type { Strength } from "../values/strength.ts";
import type { Instant, Seconds } from "../values/time.ts";
import type { Accounts, Attempts, Groups, PasswordEstimates, Passwords } from "./account-ports.ts";
import type { Activity } from "./activity-ports.ts";
import type { Apis } from "./api-ports.ts";
import type { AppPasswords } from "./app-password-ports.ts";
import type { AuditTrail } from "./audit-ports.ts";
import type { ClaimsHook } from "./claims-hook-ports.ts";
import type { Consents } from "./consent-ports.ts";
import type { DeviceAuthorizations } from "./device-ports.ts";
import type { ClientDocuments, SectorDocuments } from "./document-ports.ts";
import type { Events } from "./events.ts";
import type { RecoveryCodes, TotpCodes, Totps, TrustedBrowsers } from "./factor-ports.ts";
import type { Grants, TokenFamilies } from "./grant-ports.ts";
import type { IdempotencyKeys } from "./idempotency-ports.ts";
import type { JwtVerifier, PublishedKeys, Sealer, Signer } from "./key-ports.ts";
import type { Links } from "./link-ports.ts";
import type { Inventory } from "./listing.ts";
import type { ClientLogos, ShownLogos } from "./logo-ports.ts";
import type { LogoutNotifier } from "./logout-ports.ts";
import type { MailRequests, MailTemplates, Outbox } from "./mail-ports.ts";
import type { OldKeys, OldSystem } from "./old-system-ports.ts";
import type { PasskeySettings, Passkeys, PasskeyVerifier } from "./passkey-ports.ts";
import type { People } from "./people-ports.ts";
import type { ClaimedSideEffects, SideEffects } from "./side-effect-ports.ts";
import type { UpstreamParty } from "./upstream/relying-party.ts";
import type { UpstreamIdentities, Upstreams } from "./upstream-ports.ts";

/** The only source of time. */
export interface Clock {
  now(): Instant;
}

/**
 * The clock that codes and pushed requests are dated and judged by. It follows `Clock` forwards and never runs back, so that
 * nothing lives longer because the machine's clock was set back.
 */
export interface CodeClock extends Clock {
  /** A new id, dated now. */
  createGrantId(): GrantId;
  /** True if this process created the id, so that its age by this clock is exact. By chance it is true for another node's id. */
  isOwn(id: GrantId): boolean;
  /** When the id was created, by the clock that this one follows and that dates everything else. That clock may lie behind. */
  madeAt(id: GrantId): Instant;
}

/** The noted time, for the process that starts next (ADR 0026). */
export interface Watermark {
  /** The latest instant that was noted, also by `Expiry.sweep`; undefined if none was. */
  latest(): Promise<Instant | undefined>;
  /** Not durable on its own: a crash of the process keeps it. Never moves back. */
  note(at: Instant): Promise<void>;
  /**
   * Durable, one transaction: the mark goes back to `at`, and what expiry removed no longer counts against grants, nor
   * against keys of `ReplayCache` that are kept beyond `replayCacheUpTo`. Only for when every earlier code and pushed request is
   * void.
   */
  setBack(at: Instant, replayCacheUpTo: Instant): Promise<void>;
}

/** The only source of randomness; cryptographically secure. */
export interface Random {
  bytes(count: number): Uint8Array;
  /** Uniformly distributed over A–Z, a–z, 0–9. */
  alphanumeric(length: number): string;
}

/** What is known of a client with a start address before its row is read. */
export interface StartableClient extends Pick<Client, "id" | "name">, Pick<ClientMetadata, "onlyGroups"> {
  /** The name in lower case. */
  readonly folded: string;
}

export interface Clients {
  /** May answer from memory; a change made by another process shows within a second. */
  find(id: ClientId): Eventual<Client | undefined>;
  /** `find` for lists: a row that is damaged, or that a newer release wrote, takes nothing else off them. */
  findReadable(id: ClientId): Promise<Client | undefined>;
  /** Never answers from memory, so that a change made by another process shows at once. */
  findStored(id: ClientId): Promise<Client | undefined>;
  /** The client with this secret, its newest or the one before. */
  findBySecret(digest: Digest): Promise<Client | undefined>;
  /** The client that protects this host. May answer from memory like `find`. */
  findByOrigin(origin: string): Eventual<Client | undefined>;
  /** Ordered by creation. */
  list(): Promise<readonly Client[]>;
  /** The applications behind a proxy that take app passwords, by name. May answer from memory like `find`. */
  listWithAppPasswords(): Eventual<readonly Client[]>;
  /**
   * The enabled clients with a start address, ordered by name in lower case and then by id; at most twenty thousand. May answer from memory;
   * a change made by another process shows within five seconds. A person may open fewer of them: `startAddressOf` decides about each.
   */
  listStartable(): Eventual<readonly StartableClient[]>;
  /** The operator's own clients, third parties left out, that registered for back-channel logout. Costs nothing for all others. */
  listToldOfLogout(): Promise<readonly Client[]>;
  /**
   * Durable. Refused when the id exists, when another client protects one of its hosts, because each host belongs to one client, and when
   * an account keeps the id as its subject: of this and the import of that account at once, one wins.
   */
  create(
    client: Client,
    sideEffects?: SideEffects,
  ): Promise<Result<void, "exists" | "origin-taken" | "subject-taken">>;
  /**
   * Durable. Like `create`, for a client that registers itself. If `clientsMax` of them are registered already, it removes those
   * that have waited longest for a first use and whose `unusedUntil` is not after `roomUpTo`; refused if that makes no room.
   */
  createSelfRegistered(
    client: Client,
    limit: { readonly clientsMax: number; readonly roomUpTo: Instant },
    sideEffects?: SideEffects,
  ): Promise<Result<void, "exists" | "full">>;
  /**
   * Durable. Records that a person signs in with a client that registered itself, so that it does not expire any more. It comes before
   * the code is redeemed: if it fails, the code still works. A second call changes nothing.
   */
  recordFirstUse(id: ClientId): Promise<void>;
  /**
   * Durable. Replaces every property of the client, only if `updatedAt` is still the one that was read: of concurrent changes
   * one wins. Returns the client as it stands, with a later `updatedAt` than ever before.
   */
  update(
    client: Client,
    sideEffects?: SideEffects,
  ): Promise<Result<Client, "unknown" | "conflict" | "origin-taken">>;
  /** Durable. Removes the client and its grants, only if `updatedAt` is still the one that was read. */
  remove(
    client: Pick<Client, "id" | "updatedAt">,
    sideEffects?: SideEffects,
  ): Promise<Result<void, "unknown" | "conflict">>;
  /**
   * Durable. Records the exposure only if none is recorded yet, so that repeated requests write nothing. It is a change of
   * the client, so an `update` that did not know of it loses.
   */
  recordExposedSecret(id: ClientId, at: Instant): Promise<void>;
}

/** The use of a client's secret. */
export interface SecretUse {
  readonly clientId: ClientId;
  readonly secretDigest: Digest;
  readonly usedAt: Instant;
}

/** The last use of each secret. It is not part of the client: `Clients.update` neither sees a use nor loses to it. */
export interface SecretUses {
  /** The uses of one client's secrets. They go when the client loses the secret. */
  list(clientId: ClientId): Promise<readonly SecretUse[]>;
  /**
   * Not durable on its own. Writes at most once a minute for each secret and process, and drops what is noted in between; the
   * latest instant stays. Does nothing for a secret that the client does not have. Undefined if there is nothing to write.
   */
  note(use: SecretUse): Promise<void> | undefined;
}

/** A session and its account, as they stand now. */
export interface SessionFacts {
  readonly session: Session;
  readonly account: Account;
}

/** The start of a session by a person who has proved who they are. */
export interface SessionStart extends ClaimedSideEffects {
  readonly session: Session;
  /** The epoch that the account had when the proof was checked. */
  readonly accountEpoch: number;
  /** The session that this browser had until now. The same id as `session` renews that row instead of inserting one. */
  readonly replaced?: SessionId | undefined;
  /** The number of sessions that the account keeps. */
  readonly sessionsMax: number;
  readonly refunds: readonly Reservation[];
}

/** A session that has just ended. */
export interface EndedSession {
  /** The clients that took part in it; undefined for a session that 0.1.0 began, which noted none. */
  readonly clients: readonly ClientId[] | undefined;
}

/** The signed-in browsers. */
export interface Sessions {
  /** A revocation or account change is seen at once, also when another process made it. Expired rows may still be found. */
  find(id: SessionId): Eventual<SessionFacts | undefined>;
  list(account?: AccountId): Promise<readonly SessionFacts[]>;
  /**
   * Durable, one transaction: starts the session, ends the one that it replaces, takes back the reservations. Does nothing
   * if the account is gone, disabled or of another epoch, if the session to be renewed is gone, or if a claim is lost. A
   * session that is renewed keeps its `firstSeenAt`. The account keeps the `sessionsMax` sessions that were used last; the new one
   * counts, and stays in any case. The account's last sign-in is noted to the minute: see `Person`. Returns the session that it
   * replaced, or "started" if it ended none in that way.
   */
  start(
    start: SessionStart,
  ): Promise<"started" | EndedSession | "account-changed" | "session-gone" | "claim-lost">;
  /** Not durable on its own: losing it costs nothing but an earlier idle limit. */
  touch(id: SessionId, lastSeenAt: Instant): Promise<void>;
  /** Durable. Undefined if another call ended it, or none was there. */
  end(id: SessionId, sideEffects?: SideEffects): Promise<EndedSession | undefined>;
  end(id: SessionId, sideEffects: ClaimedSideEffects): Promise<EndedSession | undefined | "claim-lost">;
  /** Durable. Ends all sessions of the account and raises its epoch in one transaction; returns how many ended. */
  endAll(account: AccountId, at: Instant, sideEffects?: SideEffects): Promise<number>;
  endAll(account: AccountId, at: Instant, sideEffects: ClaimedSideEffects): Promise<number | "claim-lost">;
}

/** Keys that may be used once, until they expire: the `jti` of assertions and proofs. */
export interface ReplayCache {
  /**
   * Durable. True for exactly one of any number of calls with one key. False as well if keys that were to be kept until then
   * have been removed: a clock that was ahead for a while makes nothing usable again.
   */
  use(key: Digest, keepUntil: Instant): Promise<boolean>;
  /** True for a key that was used and is kept beyond `now`. */
  has(key: Digest, now: Instant): Promise<boolean>;
}

/** Removes what has expired, in batches of at most `rowsMax` rows, without blocking others for longer than a batch. */
export interface Expiry {
  /** Makes room for the grants of the time ahead, if the store needs that. `sweep` does so too. */
  makeRoom(now: Instant): Promise<void>;
  /**
   * Returns how many rows went one by one; fewer than `rowsMax` means that nothing is left for now. A store may also let grants
   * go together with those of the same hour, or day if any of them is kept longer than a day. Then they are not counted, and
   * the last of them that expires decides.
   */
  sweep(now: Instant, rowsMax: number): Promise<number>;
}

/** Who may register clients over HTTP: nobody, everybody, or any caller with the token that has this digest. */
export type RegistrationPolicy =
  | { readonly mode: "closed" }
  | { readonly mode: "open"; readonly clientsMax: number }
  | { readonly mode: "token"; readonly tokenDigest: Digest; readonly clientsMax: number };

/** Who may create an account by themselves. */
export type SignUpMode = "closed" | "open" | "invite";

/** Whom to tell about a weakness (RFC 9116): URIs, the best one first, and the instant when that ends, as RFC 3339 writes it. */
export interface SecurityContact {
  readonly contacts: readonly string[];
  readonly expires: string;
}

/** The operator's decisions that flows must know. */
export interface FlowSettings {
  readonly issuer: Issuer;
  /** What people call the service. */
  readonly brandName: string;
  readonly codeLifetime: Seconds;
  readonly accessTokenLifetime: Seconds;
  readonly sessionLifetime: Seconds;
  readonly sessionIdle: Seconds;
  readonly registration: RegistrationPolicy;
  /** Registrations that one network may make in an hour. */
  readonly registrationsPerHour: number;
  readonly clientDocuments: ClientDocumentPolicy;
  /** What becomes of a token when the claims hook fails: it is refused (closed), or has no such claims (open). */
  readonly claimsHookFails: "closed" | "open";
  /** What `security.txt` says; absent if the operator names no contact. */
  readonly security?: SecurityContact;
  /** Absent if the base URL has no domain, which passkeys need. */
  readonly passkeys?: PasskeySettings;
  /** False if messages stay in the outbox until the operator passes them on. */
  readonly sendsMail: boolean;
  /** Whether people create accounts: nobody, everybody, or those whom the operator invites. Invitations always work. */
  readonly signUp: SignUpMode;
  /** How long a person can keep an account whose deletion they asked for. */
  readonly deletionGraceDays: number;
  /** The strength that the operator asks of every sign-in. */
  readonly require: Strength;
  /** The strength that the console asks of its operators. */
  readonly consoleRequire: Strength;
}

/** Everything that flows need from outside; each flow names the part that it uses. */
export interface Ports {
  readonly settings: FlowSettings;
  readonly clock: Clock;
  readonly codeClock: CodeClock;
  readonly random: Random;
  readonly clients: Clients;
  readonly apis: Apis;
  readonly secretUses: SecretUses;
  readonly clientDocuments: ClientDocuments;
  readonly sectorDocuments: SectorDocuments;
  readonly claimsHook: ClaimsHook;
  readonly clientLogos: ClientLogos;
  readonly shownLogos: ShownLogos;
  readonly accounts: Accounts;
  readonly groups: Groups;
  readonly activity: Activity;
  readonly passkeys: Passkeys;
  readonly passkeyVerifier: PasskeyVerifier;
  readonly upstreams: Upstreams;
  readonly upstreamIdentities: UpstreamIdentities;
  readonly upstreamParty: UpstreamParty;
  readonly sessions: Sessions;
  readonly grants: Grants;
  readonly attempts: Attempts;
  readonly links: Links;
  readonly outbox: Outbox;
  readonly mailRequests: MailRequests;
  readonly mailTemplates: MailTemplates;
  readonly passwords: Passwords;
  readonly passwordEstimates: PasswordEstimates;
  /** Absent if no product is asked about the passwords of imported people. */
  readonly oldSystem?: OldSystem | undefined;
  /** Absent if no keys of a product that had the issuer before are published. */
  readonly oldKeys?: OldKeys | undefined;
  readonly inventory: Inventory;
  readonly people: People;
  readonly totps: Totps;
  readonly totpCodes: TotpCodes;
  readonly recoveryCodes: RecoveryCodes;
  readonly trustedBrowsers: TrustedBrowsers;
  readonly appPasswords: AppPasswords;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly auditTrail: AuditTrail;
  readonly sealer: Sealer;
  readonly tokenFamilies: TokenFamilies;
  readonly deviceAuthorizations: DeviceAuthorizations;
  readonly consents: Consents;
  readonly replayCache: ReplayCache;
  readonly signer: Signer;
  readonly jwtVerifier: JwtVerifier;
  readonly publishedKeys: PublishedKeys;
  readonly logoutNotifier: LogoutNotifier;
  readonly events: Events;
}
