import type { Accounts, Attempts, Groups } from "../flows/account-ports.ts";
import type { Activity } from "../flows/activity-ports.ts";
import type { Apis } from "../flows/api-ports.ts";
import type { AppPasswords } from "../flows/app-password-ports.ts";
import type { AuditTrail } from "../flows/audit-ports.ts";
import type { BackupRuns } from "../flows/backup-ports.ts";
import type { Consents } from "../flows/consent-ports.ts";
import type { ConsoleRuns } from "../flows/console-run-ports.ts";
import type { DeviceAuthorizations } from "../flows/device-ports.ts";
import type { RecoveryCodes, Totps, TrustedBrowsers } from "../flows/factor-ports.ts";
import type { Grants, TokenCounts, TokenFamilies } from "../flows/grant-ports.ts";
import type { IdempotencyKeys } from "../flows/idempotency-ports.ts";
import type { Imports } from "../flows/import-ports.ts";
import type { KeyRecords } from "../flows/key-ports.ts";
import type { Links } from "../flows/link-ports.ts";
import type { Inventory } from "../flows/listing.ts";
import type { ClientLogos } from "../flows/logo-ports.ts";
import type { MailRequests, Outbox } from "../flows/mail-ports.ts";
import type { Passkeys } from "../flows/passkey-ports.ts";
import type { People } from "../flows/people-ports.ts";
import type { Clients, Clock, Expiry, ReplayCache, SecretUses, Sessions, Watermark } from "../flows/ports.ts";
import type { Statistics } from "../flows/statistics-ports.ts";
import type { UpstreamIdentities, Upstreams } from "../flows/upstream-ports.ts";
import type { Webhooks } from "../flows/webhook-ports.ts";
import type { BackupKey, BackupLock } from "../values/backup-lock.ts";
import type { Secret } from "../values/secret.ts";
import type { StoreUnavailable } from "../values/store-unavailable.ts";

/** A database of any engine, with every port that it fulfils. Flows see only the ports. */
export interface Store {
  /** The clock that expiry is judged by. All processes that share the database share it. */
  readonly clock: Clock;
  readonly clients: Clients;
  readonly secretUses: SecretUses;
  readonly clientLogos: ClientLogos;
  readonly apis: Apis;
  readonly accounts: Accounts;
  readonly groups: Groups;
  readonly activity: Activity;
  readonly passkeys: Passkeys;
  readonly totps: Totps;
  readonly recoveryCodes: RecoveryCodes;
  readonly trustedBrowsers: TrustedBrowsers;
  readonly appPasswords: AppPasswords;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly upstreams: Upstreams;
  readonly upstreamIdentities: UpstreamIdentities;
  readonly sessions: Sessions;
  readonly grants: Grants;
  readonly tokenFamilies: TokenFamilies;
  readonly tokenCounts: TokenCounts;
  readonly deviceAuthorizations: DeviceAuthorizations;
  readonly consents: Consents;
  readonly replayCache: ReplayCache;
  readonly attempts: Attempts;
  readonly links: Links;
  readonly outbox: Outbox;
  readonly mailRequests: MailRequests;
  readonly keyRecords: KeyRecords;
  readonly auditTrail: AuditTrail & AuditChain;
  readonly webhooks: Webhooks;
  readonly backupRuns: BackupRuns;
  readonly consoleRuns: ConsoleRuns;
  readonly expiry: Expiry;
  readonly watermark: Watermark;
  readonly inventory: Inventory;
  readonly people: People;
  readonly statistics: Statistics;
  readonly imports: Imports;
  /** Checks whether the store can be read and written now. Never rejects. */
  status(): Promise<StoreStatus>;
  /**
   * The same check, for a service to make every few seconds. While no request writes, it proves that something can be written, and
   * it keeps the store in order. Never rejects.
   */
  tend(): Promise<StoreStatus>;
  /**
   * Calls the listener for every read or write that the machine failed, when its caller gets the error. After `StoreBroken` nothing
   * works in this process any more.
   */
  onFailure(listener: (failure: StoreUnavailable) => void): void;
  /** Brings the schema up to date; returns the migrations that this store applied, those at its opening included. */
  migrate(): Promise<readonly string[]>;
  /** The file in which the database was kept as it was, if opening this store changed its schema. */
  readonly keptBefore?: string;
  /** Reads everything that is kept, beside the running service, and reports damage. */
  check(): Promise<StoreCheck>;
  /** Writes a consistent, checked copy beside the running service. Refuses to overwrite a file. */
  backup(file: string, options?: BackupOptions): Promise<void>;
  /** The connections to a server; absent if the database is a file. */
  connections?(): ConnectionCounts;
  /** Commits the queued facts and closes the database. Every later call rejects with `StoreUnavailable`. */
  close(): Promise<void>;
}

/** How a backup is made. */
export interface BackupOptions {
  /** Absent: the backup is in the clear. */
  readonly lock?: BackupLock | undefined;
  /** The content of the master key, put into an encrypted backup. */
  readonly masterKey?: Secret | undefined;
  /** Called with what can be restored, before the backup gets its final name. A rejection keeps it from getting one. */
  readonly prove?: (unproved: UnprovedBackup) => Promise<void>;
  /** Called repeatedly with the fraction of the step that is done, 0 to 1. */
  readonly onProgress?: (step: "copying" | "checking" | "encrypting", share: number) => void;
}

/** A backup that is made and not yet proved. */
export interface UnprovedBackup {
  /** The backup. For holders of age keys it is the copy that will be encrypted, because this machine cannot open the encrypted one. */
  readonly file: string;
  /** Opens the file if it is encrypted. */
  readonly key: BackupKey | undefined;
  /** Where a restored copy may lie, in a folder whose name begins so. */
  readonly besidePrefix: string;
}

/** The connections of this process to its database server. */
export interface ConnectionCounts {
  readonly used: number;
  readonly idle: number;
  /** Calls that wait for a connection. */
  readonly awaited: number;
}

/** How the audit trail gets its key. */
export interface AuditChain {
  /** Sets what computes the MACs of the chain, once the keyring is open. Before that, nothing can be appended. */
  chainWith(mac: (message: Uint8Array) => Uint8Array): void;
}

/** Whether the store can serve, for readiness probes and `db status`. */
export type StoreStatus =
  | {
      readonly isReady: true;
      readonly engine: string;
      readonly location: string;
      readonly schemaVersion: number;
      readonly sizeBytes: number;
      /** The host and port in use, one of those in the database's address. */
      readonly server?: string;
      /** Settings of a database server with which a crash of its machine, or a switch to another server, can lose commits. */
      readonly crashUnsafeSettings: readonly CrashUnsafeSetting[];
      /** A problem although every request is served. */
      readonly warning?: string;
    }
  | {
      readonly isReady: false;
      readonly engine: string;
      readonly location: string;
      readonly problem: string;
      /** The database that everything was moved to. */
      readonly movedTo?: string;
    };

/** The result of reading everything. */
export interface StoreCheck {
  /** One sentence each, twenty of a kind at most; none for a sound database. */
  readonly problems: readonly string[];
  readonly schemaVersion: number;
  /** By table. */
  readonly rows: Readonly<Record<string, number>>;
  /** The sizes of the engine's files, units last. */
  readonly sizes: Readonly<Record<string, number>>;
}

/** A setting of PostgreSQL with which a crash, or a standby that takes over, loses what was answered. */
export type CrashUnsafeSetting =
  | "fsync"
  | "full_page_writes"
  | "synchronous_standby_names"
  | "synchronous_commit";

/** The reason why a store could not be opened. */
export type UnopenableReason =
  | "not-writable"
  | "not-a-database"
  | "newer-schema"
  | "one-way"
  | "missing"
  | "moved"
  | "exists"
  | "damaged"
  | "busy"
  | "unreachable"
  | "incomplete-program";

/** 78: a setting or the place of a file is wrong. 69: the machine, the database or the program is. 5: the name is taken. */
const exitCodes: Readonly<Record<UnopenableReason, 5 | 69 | 78>> = {
  "not-writable": 78,
  "not-a-database": 78,
  "newer-schema": 78,
  "one-way": 78,
  missing: 78,
  moved: 78,
  exists: 5,
  damaged: 69,
  busy: 69,
  unreachable: 69,
  "incomplete-program": 69,
};

/** Thrown while a store is opened or restored; the message says the cause and the repair in words for an operator. */
export class StoreUnopenable extends Error {
  override readonly name = "StoreUnopenable";
  readonly reason: UnopenableReason;

  constructor(reason: UnopenableReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }

  get exitCode(): 5 | 69 | 78 {
    return exitCodes[this.reason];
  }
}
