import { closeSync, fdatasync, fstatSync, openSync } from "node:fs";
import type { Connection, Statement } from "./connection.ts";

/** The frames of the write-ahead log, those copied into the database file, and the rows that this connection changed. */
export interface LogState {
  readonly frames: number;
  readonly copied: number;
  readonly changes: number;
}

/**
 * The write-ahead log, which is all that a commit writes. It exists under one inode as long as a connection is open, and SQLite
 * takes no locks on it that closing this descriptor could drop.
 */
export class WriteAheadLog {
  readonly #connection: Connection;
  readonly #state: Statement;
  readonly #changes: Statement;
  #file: number | undefined;

  /** Opens the log while a connection holds it, so that it is SQLite's own. Throws what the system throws. */
  constructor(path: string, connection: Connection) {
    this.#connection = connection;
    this.#state = connection.prepare("PRAGMA wal_checkpoint(NOOP)");
    this.#changes = connection.prepare("SELECT total_changes() AS changes");
    this.#file = openSync(`${path}-wal`, "r+");
  }

  /** Throws what SQLite throws. */
  state(): LogState {
    const row = this.#state.get();
    const changes = this.#changes.get()?.changes;
    return { frames: Number(row?.log), copied: Number(row?.checkpointed), changes: Number(changes) };
  }

  /**
   * Copies the log into the database file as far as no connection reads from it, and brings both to disk, without waiting. Throws
   * what SQLite throws.
   */
  copy(): void {
    this.#connection.exec("PRAGMA wal_checkpoint(PASSIVE)");
  }

  /** Resolves when everything committed so far is on disk. The fsync runs beside the event loop (ADR 0015). */
  sync(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (this.#file === undefined) reject(new Error("The write-ahead log is closed."));
    else fdatasync(this.#file, (error) => (error === null ? resolve() : reject(error)));
    return promise;
  }

  /** True if the file no longer has a name, so that the next process will not find it. */
  wasRemoved(): boolean {
    return this.#file !== undefined && fstatSync(this.#file).nlink === 0;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
