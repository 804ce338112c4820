import type { SealPurpose } from "../../values/key-purpose.ts";
import type { Instant } from "../../values/time.ts";
import { integer, text } from "../sql/rows.ts";
import type { Table } from "../sql/tables.ts";
import { StoreUnopenable } from "../store.ts";
import { type Connection, connect, leaveWriteAheadLog, pragma, type Row, requireOurs } from "./connection.ts";
import { asUnavailable, asUnopenable } from "./errors.ts";
import { knownMigrations, requireServedSchema, schemaVersion } from "./migrations.ts";
import { findMove, type Move, markMoved, unmark } from "./moved.ts";
import { removeSingleUseKeys } from "./single-use-keys.ts";
import { requireWholeFiles } from "./whole-files.ts";

/**
 * An SQLite database whose rows are all read to be copied elsewhere, while a service may run on it. Its methods throw
 * `StoreUnavailable` if the machine fails. Call `close` in any case.
 */
export class SqliteSource {
  readonly path: string;
  readonly #connection: Connection;

  private constructor(path: string, connection: Connection) {
    this.path = path;
    this.#connection = connection;
  }

  /** Opens a database file of Latchkey. Throws `StoreUnopenable`. */
  static open(path: string): SqliteSource {
    let connection: Connection | undefined;
    try {
      requireWholeFiles(path);
      connection = connect(path);
      requireOurs(path, connection);
      requireServedSchema(path, connection);
      // Every commit here must be on disk before the other database commits.
      connection.exec("PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA trusted_schema = OFF");
      return new SqliteSource(path, connection);
    } catch (error) {
      connection?.close();
      throw asUnopenable(path, error);
    }
  }

  /** The mark that a move left. */
  findMove(): Move | undefined {
    return this.#run(() => findMove(this.#connection));
  }

  /** Throws `StoreUnopenable` if an older release, such as 0.1.0, marked the database: every other command brings the schema up to date. */
  requireNewestSchema(): void {
    const [version, newest] = [schemaVersion(this.#connection), knownMigrations().at(-1)?.number ?? 0];
    if (version === newest) return;
    if (version > newest)
      throw new StoreUnopenable(
        "newer-schema",
        `${this.path} has the schema of a newer release (${version}; this release knows ${newest}), which also has to move it.`,
      );
    throw new StoreUnopenable(
      "moved",
      `${this.path} was moved by an older release. Finish that with the older release, or take the file back with \`latchkey db reopen 'sqlite:${this.path}'\`.`,
    );
  }

  /** Until `markMoved` or `close` no other process writes, and all reads see one state. Waits five seconds for the lock. */
  lock(): void {
    this.#run(() => this.#connection.exec("BEGIN IMMEDIATE"));
  }

  columns(table: Table): readonly string[] {
    return this.#run(() =>
      this.#connection
        .prepare("SELECT name FROM pragma_table_info(?)")
        .all(table)
        .map((row) => text(row, "name")),
    );
  }

  count(table: Table): number {
    return this.#run(() =>
      integer(this.#connection.prepare(`SELECT count(*) AS count FROM ${table}`).get() ?? {}, "count"),
    );
  }

  /** All rows in the order of their key, up to `rowsMax` at a time. */
  *batches(table: Table, columns: readonly string[], rowsMax: number): Generator<readonly Row[]> {
    const rows = this.#run(() =>
      this.#connection.prepare(`SELECT ${columns.join(", ")} FROM ${table}`).iterate(),
    );
    let batch: Row[];
    do {
      batch = [];
      while (batch.length < rowsMax) {
        const next = this.#run(() => rows.next());
        if (next.done) break;
        batch.push(next.value);
      }
      if (batch.length > 0) yield batch;
    } while (batch.length === rowsMax);
  }

  /** The highest number that a table ever gave to a row; 0 if it numbers none. */
  lastNumber(table: Table): number {
    return this.#run(() => {
      const row = this.#connection.prepare("SELECT seq FROM sqlite_sequence WHERE name = ?").get(table);
      return row ? integer(row, "seq") : 0;
    });
  }

  /** Marks the database as moved and commits that: afterwards no process writes to it or answers from it. */
  markMoved(location: string, at: Instant): void {
    this.#run(() => {
      markMoved(this.#connection, { location, at });
      this.#connection.exec("COMMIT");
    });
  }

  /** Removes the mark of a move that failed, so that the database is served again. */
  cancelMove(): void {
    this.#run(() => this.#withoutMark(() => undefined));
  }

  /**
   * Removes the mark, in one transaction with the keys of all codes and tokens that may have been spent at the target. Returns the
   * purposes of these keys. Throws `StoreUnopenable` while another process has the file open: a service has the keys in memory.
   */
  reopen(): readonly SealPurpose[] {
    return this.#run(() => {
      leaveWriteAheadLog(this.path, this.#connection);
      pragma(this.#connection, "journal_mode = WAL"); // As the service expects it.
      return this.#withoutMark(() => removeSingleUseKeys(this.#connection));
    });
  }

  /** Rolls back what was not committed, and closes the file. */
  close(): void {
    if (this.#connection.isOpen) this.#connection.close();
  }

  /** Removes the mark and then does the work, which the mark would forbid, in one transaction. */
  #withoutMark<T>(work: () => T): T {
    this.#connection.exec("BEGIN IMMEDIATE");
    unmark(this.#connection);
    const answer = work();
    this.#connection.exec("COMMIT");
    return answer;
  }

  #run<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw asUnavailable(error) ?? error;
    }
  }
}
