import type { Accounts, Attempts, Clients, Expiry, Grants, KeyRecords, Sessions } from "../flows/ports.ts";

/** Everything that is kept, behind one door: a database of any engine. Flows see only the ports in it. */
export interface Store {
  readonly clients: Clients;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly grants: Grants;
  readonly attempts: Attempts;
  readonly keyRecords: KeyRecords;
  readonly expiry: Expiry;
  /** Looks whether the store can be read and written now. Never rejects. */
  status(): Promise<StoreStatus>;
  /** Brings the schema up to date; answers the migrations that this store applied, those at its opening included. */
  migrate(): Promise<readonly string[]>;
  /** Writes a consistent copy beside the running service. Refuses to overwrite a file. */
  backup(file: string): Promise<void>;
  /** Commits what is queued and lets go of the database. Everything after it rejects with `StoreUnavailable`. */
  close(): Promise<void>;
}

/** Whether the store can serve, for readiness probes and `db status`. */
export type StoreStatus =
  | {
      readonly isReady: true;
      readonly engine: string;
      readonly location: string;
      readonly schemaVersion: number;
      readonly sizeBytes: number;
    }
  | { readonly isReady: false; readonly engine: string; readonly location: string; readonly problem: string };

/** Why a store could not be opened. */
export type UnopenableReason =
  | "not-writable"
  | "not-a-database"
  | "newer-schema"
  | "missing"
  | "exists"
  | "damaged"
  | "busy"
  | "unreachable";

const passing: ReadonlySet<UnopenableReason> = new Set(["damaged", "busy", "unreachable"]);

/** Thrown while a store is opened or restored; the message says the cause and the repair in words for an operator. */
export class StoreUnopenable extends Error {
  override readonly name = "StoreUnopenable";
  readonly reason: UnopenableReason;

  constructor(reason: UnopenableReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }

  /** 78 where a setting or the place of a file is wrong, 69 where the machine or the database is. */
  get exitCode(): 69 | 78 {
    return passing.has(this.reason) ? 69 : 78;
  }
}
