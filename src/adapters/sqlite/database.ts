import { type BigIntStats, closeSync, fdatasync, fstatSync, openSync, statfsSync, statSync } from "node:fs";
import { backup, DatabaseSync, type SQLOutputValue, type StatementSync } from "node:sqlite";
import { StoreBroken, StoreUnavailable } from "../../values/store-unavailable.ts";
import { DamagedRow } from "../rows/rows.ts";
import { StoreUnopenable } from "../store.ts";
import { asUnavailable, asUnopenable, isDiskFull, isFatal } from "./errors.ts";
import { type Durability, GroupCommit, type Transaction } from "./group-commit.ts";
import { findMove, type Move } from "./moved.ts";

/** A connection; `Database` is what the service works with. */
export type Connection = DatabaseSync;
/** A prepared statement; each noun's file prepares its own once. */
export type Statement = StatementSync;
/** A row as SQLite gives it: no prototype, blobs as Uint8Array. */
export type Row = Record<string, SQLOutputValue>;

/** Stands in the header of every database of Latchkey (sqlite.org/pragma.html#pragma_application_id): "LKEY". */
export const applicationId = 0x4c4b4559;

const busyTimeoutMilliseconds = 5_000;

/** A disk that was full counts as full until it has so much room again: a small write may fit where a sign-in does not. */
const roomBytesMin = 1_048_576;

/**
 * A commit that SQLite itself syncs would hold the event loop up for the whole fsync, so `sync` does that before anybody is
 * answered (ADR 0015). NORMAL still syncs where order matters: around checkpoints. NOTE: no memory map: a file that shrinks
 * under a map kills the process with SIGBUS instead of raising an error.
 */
const pragmas = `
  PRAGMA synchronous = NORMAL;
  PRAGMA fullfsync = ON; -- for macOS, where a plain fsync stops at the disk's own cache
  PRAGMA checkpoint_fullfsync = ON;
  PRAGMA trusted_schema = OFF;
  PRAGMA cell_size_check = ON;
  PRAGMA mmap_size = 0;
  PRAGMA cache_size = -16384;
  PRAGMA temp_store = MEMORY;
  PRAGMA journal_size_limit = 67108864;
`;

/** Opens a connection with nothing set but the time-out. Throws what SQLite throws. */
export function connect(path: string, readOnly = false): DatabaseSync {
  return new DatabaseSync(path, { timeout: busyTimeoutMilliseconds, readOnly });
}

/** Reads a pragma that answers one value. */
export function pragma(connection: DatabaseSync, name: string): SQLOutputValue | undefined {
  return Object.values(connection.prepare(`PRAGMA ${name}`).get() ?? {})[0];
}

/**
 * Gives the write-ahead log up, for which one must have the file to oneself; it stays that way until somebody sets it again. Throws
 * `StoreUnopenable` where any process has the file open, or what SQLite throws.
 */
export function leaveWriteAheadLog(path: string, connection: DatabaseSync): void {
  try {
    pragma(connection, "journal_mode = DELETE");
  } catch (error) {
    if (asUnopenable(path, error).reason !== "busy") throw error;
    throw new StoreUnopenable("busy", `${path} is in use. Stop the service, and try again.`, error);
  }
}

/** Makes an empty database at a path where nothing is yet. */
export function makeEmptyDatabase(path: string): void {
  const connection = connect(path);
  try {
    connection.exec(`PRAGMA auto_vacuum = INCREMENTAL; PRAGMA application_id = ${applicationId}`);
    connection.exec("PRAGMA journal_mode = WAL");
  } finally {
    connection.close();
  }
}

/** Copies one consistent state of the database into a new file, however much is written meanwhile. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const reader = connect(from, true);
  try {
    // An open read transaction pins the state; without it every commit of another process would start the copy anew.
    reader.exec("BEGIN; SELECT 1 FROM migrations");
    await backup(reader, to, { rate: 256 });
  } finally {
    reader.close();
  }
}

/** The frames of the write-ahead log, those copied into the database file, and the rows that this connection changed. */
export interface LogState {
  readonly frames: number;
  readonly copied: number;
  readonly changes: number;
}

/**
 * One open SQLite file: its connection, the group commit of writes, and the watch on what other processes commit.
 * The only file that imports `node:sqlite`.
 */
export class Database {
  readonly path: string;
  readonly #connection: DatabaseSync;
  readonly #file: BigIntStats;
  readonly #writes: GroupCommit;
  readonly #dataVersion: Statement;
  readonly #logState: Statement;
  readonly #changes: Statement;
  readonly #forgetters: (() => void)[] = [];
  readonly #troubleListeners: ((trouble: StoreUnavailable) => void)[] = [];
  #dataVersionSeen: SQLOutputValue | undefined;
  #isWatched = false;
  #move: Move | undefined;
  #walFile: number | undefined;
  #isClosing = false;
  #isClosed = false;
  #broken: StoreBroken | undefined;
  #lastFailure: StoreUnavailable | undefined;
  #isDiskFull = false;

  /** Opens a file that exists. Throws `StoreUnopenable`, or what SQLite throws. */
  constructor(path: string) {
    this.path = path;
    this.#connection = connect(path);
    try {
      requireOurs(path, this.#connection);
      this.#connection.exec(pragmas);
      if (pragma(this.#connection, "journal_mode = WAL") !== "wal")
        throw new StoreUnopenable(
          "unreachable",
          `Cannot use ${path}: its file system does not support SQLite's write-ahead log. Put the data on a local disk.`,
        );
      this.#connection.exec("BEGIN IMMEDIATE; ROLLBACK");
      this.#file = statSync(path, { bigint: true });
      this.#dataVersion = this.#connection.prepare("PRAGMA data_version");
      this.#logState = this.#connection.prepare("PRAGMA wal_checkpoint(NOOP)");
      this.#changes = this.#connection.prepare("SELECT total_changes() AS changes");
      this.#writes = new GroupCommit(this.#transaction());
      this.#openWal();
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  prepare(sql: string): Statement {
    return this.#connection.prepare(sql);
  }

  /** Runs SQL outside of the group commit. For migrations and checks, which run before anybody is served. */
  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  pragma(name: string): SQLOutputValue | undefined {
    return pragma(this.#connection, name);
  }

  /** Queues a synchronous fact for the group commit; rejects with `StoreUnavailable` where the machine fails. */
  write<T>(durability: Durability, fact: () => T): Promise<T> {
    const fault = this.#broken ?? this.#movedAway() ?? this.#closed();
    if (fault) return Promise.reject(fault);
    return this.#writes.add(durability, fact);
  }

  /** Runs a query; throws `StoreUnavailable` where the machine fails. */
  read<T>(query: () => T): T {
    this.#requireServed();
    return this.#query(query);
  }

  /**
   * Call before answering from memory. Once per event-loop turn it looks whether another process has committed, and if so
   * lets every cache forget. Commits of this process do not count: a writer forgets exactly what it wrote.
   */
  watch(): void {
    if (!this.#isWatched && !this.#broken && !this.#isClosed) this.#look();
    this.#requireServed();
  }

  /** Registers what must be forgotten when another process has committed. */
  onForeignCommit(forget: () => void): void {
    this.#forgetters.push(forget);
  }

  /**
   * Says what is wrong, or undefined. A file that was removed, replaced or cut off under us ends all service: what we
   * committed from then on would be in no file that anybody finds again.
   */
  problem(): string | undefined {
    if (!this.#broken && !this.#isClosed) {
      const fault = this.#fileFault();
      if (fault) this.#break(new StoreBroken(fault));
    }
    return (this.#broken ?? this.#movedAway() ?? this.#closed() ?? this.#lastFailure)?.message;
  }

  /** Where everything went that was in this database; undefined while it is in use. */
  movedTo(): string | undefined {
    if (!this.#broken && !this.#isClosed) this.#look();
    return this.#move?.location;
  }

  /** Calls it with every failure of the machine. */
  onTrouble(listener: (trouble: StoreUnavailable) => void): void {
    this.#troubleListeners.push(listener);
  }

  /** Tries to commit something after a failed write, so that a disk with room again is noticed without traffic. */
  async retryFailedWrite(): Promise<void> {
    if (this.#lastFailure) await this.proveWritable();
  }

  /**
   * Commits a number that goes up, and forgets the last failure where that works. NOTE: an UPDATE that changes nothing writes
   * nothing, so a full disk would not refuse it.
   */
  async proveWritable(): Promise<void> {
    const next = () => (Number(this.pragma("user_version")) % 0x7fffffff) + 1;
    await this.write("durable", () => this.exec(`PRAGMA user_version = ${next()}`)).catch(() => undefined);
  }

  /** Looks at the write-ahead log; undefined out of service. */
  logState(): LogState | undefined {
    if (this.#broken || this.#isClosed) return undefined;
    const row = this.#query(() => this.#logState.get());
    const changes = this.#query(() => this.#changes.get()?.changes);
    return { frames: Number(row?.log), copied: Number(row?.checkpointed), changes: Number(changes) };
  }

  /**
   * Copies the log into the database file as far as no connection reads from it, and brings both to disk, without waiting.
   * Answers why it failed; where the disk failed, the database is broken.
   */
  copyLog(): string | undefined {
    try {
      this.#connection.exec("PRAGMA wal_checkpoint(PASSIVE)");
      return undefined;
    } catch (error) {
      if (isFatal(error)) return this.#noted(error)?.message;
      const failure = asUnavailable(error);
      if (failure === undefined) throw error;
      return `The log cannot be copied into the database file. ${failure.message}`;
    }
  }

  /** Commits so far; lets a test assert "one durable write per sign-in". */
  commitCounts(): { readonly durable: number; readonly relaxed: number } {
    return this.#writes.counts();
  }

  /** Takes no more writes; resolves when those that it took are on disk or rejected. */
  async drain(): Promise<void> {
    this.#isClosing = true;
    await this.#writes.drain();
  }

  /**
   * Lets go of the file. What was written and not drained is lost. NOTE: a broken database is left to the end of the process:
   * closing would copy the log into it, out of a memory that may not be what is on disk, and then remove the log (ADR 0025).
   */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosing = true;
    this.#isClosed = true;
    if (this.#broken) return;
    if (this.#walFile !== undefined) closeSync(this.#walFile);
    this.#walFile = undefined;
    this.#connection.close();
  }

  #look(): void {
    const version = this.#query(() => this.#dataVersion.get()?.data_version);
    this.#isWatched = true;
    setImmediate(() => {
      this.#isWatched = false;
    });
    if (version === this.#dataVersionSeen) return;
    for (const forget of this.#forgetters) forget();
    this.#move = this.#query(() => findMove(this.#connection));
    // Last: where something above failed, the next look must not believe that all is known.
    this.#dataVersionSeen = version;
  }

  /** What is true in a database that was moved is decided elsewhere by now: not even a read may be answered from it. */
  #requireServed(): void {
    const fault = this.#broken ?? this.#movedAway() ?? (this.#isClosed ? this.#closed() : undefined);
    if (fault) throw fault;
  }

  #closed(): StoreUnavailable | undefined {
    return this.#isClosing ? new StoreUnavailable("The store is closed.") : undefined;
  }

  #movedAway(): StoreUnavailable | undefined {
    return this.#move && new StoreUnavailable(`The database was moved to ${this.#move.location}.`);
  }

  #query<T>(query: () => T): T {
    try {
      return query();
    } catch (error) {
      throw this.#noted(error) ?? error;
    }
  }

  #transaction(): Transaction {
    const begin = this.#connection.prepare("BEGIN IMMEDIATE");
    const commit = this.#connection.prepare("COMMIT");
    return {
      begin: () => {
        if (this.#broken) throw this.#broken;
        begin.run();
        // What is remembered may be as old as this turn, and another process may have committed while BEGIN waited for it.
        this.#look();
      },
      commit: () => {
        commit.run();
        if (this.#lastFailure && !this.#isStillFull()) this.#lastFailure = undefined;
      },
      rollback: () => this.#rollback(),
      sync: () => this.#sync(),
      failed: (error) => {
        // One row's trouble is that of one fact: its neighbours in the group go on without it.
        if (error instanceof DamagedRow) return undefined;
        const failure = this.#noted(error);
        if (!failure) return undefined;
        this.#lastFailure = failure;
        this.#isDiskFull = isDiskFull(error);
        return failure;
      },
      overdue: () => {
        this.#lastFailure = new StoreUnavailable("SQLite: the disk takes too long to write.");
        this.#isDiskFull = false;
        this.#tell(this.#lastFailure);
        return this.#lastFailure;
      },
    };
  }

  /** Never throws: what was committed just now stays committed. */
  #isStillFull(): boolean {
    if (!this.#isDiskFull) return false;
    try {
      const { bavail, bsize } = statfsSync(this.path);
      this.#isDiskFull = bavail * bsize < roomBytesMin;
    } catch {
      // Where the file system does not tell its room, a write that worked is all there is to go by.
      this.#isDiskFull = false;
    }
    return this.#isDiskFull;
  }

  #sync(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    fdatasync(this.#openWal(), (error) => {
      if (error === null) return resolve();
      // What the kernel could not write it may have forgotten: trying again would report a success that is none.
      reject(this.#break(new StoreBroken("SQLite: the disk failed to write.", { cause: error })));
    });
    return promise;
  }

  /**
   * The write-ahead log, which is all that a commit writes. It exists under one inode as long as a connection is open, and
   * SQLite takes no locks on it that closing our descriptor could drop. Opened at once, so that it is SQLite's own.
   */
  #openWal(): number {
    this.#walFile ??= openSync(`${this.path}-wal`, "r+");
    return this.#walFile;
  }

  #rollback(): void {
    if (!this.#connection.isOpen || !this.#connection.isTransaction) return;
    try {
      this.#connection.exec("ROLLBACK");
    } catch (error) {
      this.#break(new StoreBroken("SQLite: a failed transaction could not be undone.", { cause: error }));
    }
  }

  #noted(error: unknown): StoreUnavailable | undefined {
    const failure = asUnavailable(error);
    if (failure === undefined || failure === this.#lastFailure) return failure;
    if (failure instanceof StoreBroken || isFatal(error))
      return this.#break(
        failure instanceof StoreBroken ? failure : new StoreBroken(failure.message, { cause: error }),
      );
    // A damaged row is one row's trouble; the next one may be read.
    if (!(error instanceof DamagedRow)) this.#tell(failure);
    return failure;
  }

  /** Keeps the first fault, and tells the listeners once. */
  #break(fault: StoreBroken): StoreBroken {
    if (this.#broken) return this.#broken;
    this.#broken = fault;
    this.#tell(fault);
    return fault;
  }

  #tell(trouble: StoreUnavailable): void {
    for (const listener of this.#troubleListeners) listener(trouble);
  }

  #fileFault(): string | undefined {
    const now = statSync(this.path, { bigint: true, throwIfNoEntry: false });
    if (!now) return `The database file ${this.path} was removed while in use.`;
    if (now.ino !== this.#file.ino || now.dev !== this.#file.dev)
      return `The database file ${this.path} was replaced while in use.`;
    if (now.size === 0n) return `The database file ${this.path} was emptied while in use.`;
    if (this.#walFile !== undefined && fstatSync(this.#walFile).nlink === 0)
      return `The write-ahead log ${this.path}-wal was removed while in use.`;
    return undefined;
  }
}

/** Throws unless the file is an SQLite database made by this program. */
export function requireOurs(path: string, connection: DatabaseSync): void {
  if (pragma(connection, "application_id") === applicationId) return;
  throw new StoreUnopenable(
    "not-a-database",
    `${path} is a database of another program. Point LATCHKEY_DATABASE_URL to another file.`,
  );
}
