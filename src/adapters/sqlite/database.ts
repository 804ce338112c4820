import { type BigIntStats, statfsSync, statSync } from "node:fs";
import type { StoreObserver, Trace } from "../../flows/probe-ports.ts";
import { StoreBroken, StoreUnavailable } from "../../values/store-unavailable.ts";
import type { Durability } from "../sql/fact.ts";
import { DamagedRow } from "../sql/rows.ts";
import { StoreUnopenable } from "../store.ts";
import { type Column, type Connection, connect, pragma, requireOurs, type Statement } from "./connection.ts";
import { asDamagedRow, asUnavailable, isDiskFull, isFatal } from "./errors.ts";
import { GroupCommit, type Transaction } from "./group-commit.ts";
import { findMove, type Move } from "./moved.ts";
import { type LogState, WriteAheadLog } from "./write-ahead-log.ts";

/** A full disk counts as full until this much room is free again: a small write may fit where a sign-in does not. */
const roomBytesMin = 1_048_576;

/**
 * A commit that SQLite itself syncs would block the event loop for the whole fsync, so `WriteAheadLog.sync` does that before any
 * caller is answered (ADR 0015). NORMAL still syncs where order matters: around checkpoints. NOTE: no memory map: a file that
 * shrinks under a map kills the process with SIGBUS instead of raising an error.
 */
const pragmas = `
  PRAGMA synchronous = NORMAL;
  PRAGMA fullfsync = ON; -- for macOS, where a plain fsync stops at the disk's own cache
  PRAGMA checkpoint_fullfsync = ON;
  PRAGMA trusted_schema = OFF;
  PRAGMA cell_size_check = ON;
  PRAGMA mmap_size = 0;
  PRAGMA cache_size = -8192;
  PRAGMA temp_store = MEMORY;
  PRAGMA journal_size_limit = 67108864;
`;

const system = { "db.system.name": "sqlite", "db.operation.name": "COMMIT" } as const;
const commitAttributes = {
  durable: { ...system, "latchkey.durability": "durable" },
  relaxed: { ...system, "latchkey.durability": "relaxed" },
} as const;

/** One open SQLite file: its connection, the group commit of writes, and the watch on what other processes commit. */
export class Database {
  readonly path: string;
  readonly #connection: Connection;
  readonly #file: BigIntStats;
  readonly #log: WriteAheadLog;
  readonly #writes: GroupCommit;
  readonly #trace: Trace | undefined;
  readonly #dataVersion: Statement;
  readonly #foreignCommitListeners: (() => void)[] = [];
  readonly #failureListeners: ((failure: StoreUnavailable) => void)[] = [];
  #dataVersionSeen: Column | undefined;
  #isWatched = false;
  #move: Move | undefined;
  #isClosing = false;
  #isClosed = false;
  #broken: StoreBroken | undefined;
  #lastFailure: StoreUnavailable | undefined;
  #isDiskFull = false;

  /** Opens a file that exists. Throws `StoreUnopenable`, or what SQLite throws. */
  constructor(path: string, observer: StoreObserver = {}) {
    this.path = path;
    this.#trace = observer.trace;
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
      this.#writes = new GroupCommit(this.#transaction(), observer.probe);
      this.#log = new WriteAheadLog(path, this.#connection);
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  prepare(sql: string): Statement {
    return this.#connection.prepare(sql);
  }

  /** Runs SQL outside of the group commit. For migrations and checks, which run before the first request. */
  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  pragma(name: string): Column | undefined {
    return pragma(this.#connection, name);
  }

  /** Queues a synchronous fact for the group commit; rejects with `StoreUnavailable` if the machine fails. */
  write<T>(durability: Durability, fact: () => T): Promise<T> {
    const fault = this.#broken ?? this.#movedAway() ?? this.#closed();
    if (fault) return Promise.reject(fault);
    const add = () =>
      this.#writes.add(durability, () => {
        try {
          return fact();
        } catch (error) {
          throw asDamagedRow(error) ?? error;
        }
      });
    return this.#trace ? this.#trace("COMMIT", commitAttributes[durability], add) : add();
  }

  /** Runs a query; throws `StoreUnavailable` if the machine fails. */
  read<T>(query: () => T): T {
    this.#requireServed();
    return this.#query(query);
  }

  /**
   * Call before answering from memory. Once per event-loop turn it looks whether another process has committed, and if so clears
   * every cache. Commits of this process do not count: a fact forgets exactly what it writes.
   */
  watch(): void {
    if (!this.#isWatched && !this.#broken && !this.#isClosed) this.#look();
    this.#requireServed();
  }

  /** Registers what clears a cache when another process has committed. */
  onForeignCommit(clear: () => void): void {
    this.#foreignCommitListeners.push(clear);
  }

  /**
   * Says what is wrong, or undefined. A database file that was removed, replaced or truncated while it is open ends all service:
   * later commits would go to a file that no other process finds.
   */
  problem(): string | undefined {
    if (!this.#broken && !this.#isClosed) {
      const fault = this.#fileFault();
      if (fault) this.#break(new StoreBroken(fault));
    }
    return (this.#broken ?? this.#movedAway() ?? this.#closed() ?? this.#lastFailure)?.message;
  }

  /** Where everything in this database was moved to; undefined while it is in use. */
  movedTo(): string | undefined {
    if (!this.#broken && !this.#isClosed) this.#look();
    return this.#move?.location;
  }

  /** Calls the listener with every failure of the machine. */
  onFailure(listener: (failure: StoreUnavailable) => void): void {
    this.#failureListeners.push(listener);
  }

  /** Tries to commit something after a failed write, so that room on a full disk is noticed without traffic. */
  async retryFailedWrite(): Promise<void> {
    if (this.#lastFailure) await this.proveWritable();
  }

  /**
   * Commits a number that goes up, and clears the last failure if that works. NOTE: an UPDATE that changes nothing writes
   * nothing, so a full disk would not refuse it.
   */
  async proveWritable(): Promise<void> {
    const next = () => (Number(this.pragma("user_version")) % 0x7fffffff) + 1;
    await this.write("durable", () => this.exec(`PRAGMA user_version = ${next()}`)).catch(() => undefined);
  }

  /** Looks at the write-ahead log; undefined out of service. */
  logState(): LogState | undefined {
    if (this.#broken || this.#isClosed) return undefined;
    return this.#query(() => this.#log.state());
  }

  /** `WriteAheadLog.copy`. Returns why it failed; if the disk failed, the database is broken. */
  copyLog(): string | undefined {
    try {
      this.#log.copy();
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

  /** Refuses further writes; resolves when all queued ones are on disk or rejected. */
  async drain(): Promise<void> {
    this.#isClosing = true;
    await this.#writes.drain();
  }

  /**
   * Closes the file. Writes that were not drained are lost. NOTE: a broken database is left to the end of the process: closing
   * would copy the log into it, out of a memory that may not be what is on disk, and then remove the log (ADR 0025).
   */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosing = true;
    this.#isClosed = true;
    if (this.#broken) return;
    this.#log.close();
    this.#connection.close();
  }

  #look(): void {
    const version = this.#query(() => this.#dataVersion.get()?.data_version);
    this.#isWatched = true;
    setImmediate(() => {
      this.#isWatched = false;
    });
    if (version === this.#dataVersionSeen) return;
    for (const clear of this.#foreignCommitListeners) clear();
    this.#move = this.#query(() => findMove(this.#connection));
    // Last: if something above failed, the next look starts over.
    this.#dataVersionSeen = version;
  }

  /** The rows of a database that was moved are out of date: not even a read may be answered from them. */
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
        // The caches may be as old as this turn, and another process may have committed while BEGIN waited for it.
        this.#look();
      },
      commit: () => {
        commit.run();
        if (this.#lastFailure && !this.#isStillFull()) this.#lastFailure = undefined;
      },
      rollback: () => this.#rollback(),
      sync: () => this.#sync(),
      failed: (error) => {
        // A damaged row fails the one fact that reads it: its neighbours in the group go on without it.
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

  /** Never throws: the commit before it stands. */
  #isStillFull(): boolean {
    if (!this.#isDiskFull) return false;
    try {
      const { bavail, bsize } = statfsSync(this.path);
      this.#isDiskFull = bavail * bsize < roomBytesMin;
    } catch {
      // If the file system does not report its free space, a write that worked is the only evidence.
      this.#isDiskFull = false;
    }
    return this.#isDiskFull;
  }

  async #sync(): Promise<void> {
    try {
      await this.#log.sync();
    } catch (error) {
      // The kernel may have dropped what it could not write: a second fsync would report a success that did not happen.
      throw this.#break(new StoreBroken("SQLite: the disk failed to write.", { cause: error }));
    }
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
    // A damaged row fails the one read that needs it; the next row may be read.
    const damaged = asDamagedRow(error);
    if (damaged) return damaged;
    const failure = asUnavailable(error);
    if (failure === undefined || failure === this.#lastFailure) return failure;
    if (failure instanceof StoreBroken || isFatal(error))
      return this.#break(
        failure instanceof StoreBroken ? failure : new StoreBroken(failure.message, { cause: error }),
      );
    this.#tell(failure);
    return failure;
  }

  /** Keeps the first fault, and tells the listeners once. */
  #break(fault: StoreBroken): StoreBroken {
    if (this.#broken) return this.#broken;
    this.#broken = fault;
    this.#tell(fault);
    return fault;
  }

  #tell(failure: StoreUnavailable): void {
    for (const listener of this.#failureListeners) listener(failure);
  }

  #fileFault(): string | undefined {
    const now = statSync(this.path, { bigint: true, throwIfNoEntry: false });
    if (!now) return `The database file ${this.path} was removed while in use.`;
    if (now.ino !== this.#file.ino || now.dev !== this.#file.dev)
      return `The database file ${this.path} was replaced while in use.`;
    if (now.size === 0n) return `The database file ${this.path} was emptied while in use.`;
    if (this.#log.wasRemoved()) return `The write-ahead log ${this.path}-wal was removed while in use.`;
    return undefined;
  }
}
