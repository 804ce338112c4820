import { isUint8Array } from "node:util/types";
import { BoundedCache } from "../bounded-cache.ts";
import type {
  Answer,
  Cache,
  Cached,
  Durability,
  Engine,
  Fact,
  Parameter,
  Statement,
  Step,
  Values,
} from "../sql/fact.ts";
import { forget } from "../sql/fact.ts";
import { NamedStatement } from "../sql/named.ts";
import { sizedRow, sizeMaxOf } from "../sql/row-size.ts";
import type { Row } from "../sql/rows.ts";
import type { Statement as SqliteStatement } from "./connection.ts";
import type { Database } from "./database.ts";

const nothing: Answer = { rows: [], changes: 0 };

class Prepared extends NamedStatement<SqliteStatement> {}

/** Runs facts on SQLite: each to its end in one synchronous turn, inside the group commit. */
export class SqliteEngine implements Engine {
  readonly rowLock = "";
  readonly keyLock = "";
  readonly removalLock = "";
  readonly skipLocked = "";
  readonly jsonFalse = "0";
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  readonly sql = (text: string): Statement =>
    new Prepared(text, "?", (numbered) => this.#database.prepare(numbered));
  readonly once = this.sql;
  readonly bytewise = (expression: string): string => expression;
  readonly caseless = (expression: string): string => `${expression} COLLATE NOCASE`;
  readonly greatest = (left: string, right: string): string => `max(${left}, ${right})`;
  readonly jsonMember = (column: string, member: string): string => `${column} ->> '$.${member}'`;

  readonly contains = (columns: readonly string[], part: string): string =>
    `instr(lower(concat_ws(char(10), ${columns})), lower(${part})) > 0`;

  async get<T>(statement: Statement, values: Values, read: (row: Row) => T): Promise<T | undefined> {
    return this.getNow(statement, values, read);
  }

  async all<T>(statement: Statement, values: Values, read: (rows: readonly Row[]) => T): Promise<T> {
    return this.#database.read(() => read(rowsOf(statement, values)));
  }

  run(durability: Durability, statement: Statement, values: Values): Promise<number> {
    return this.#database.write(durability, () => changesOf(statement, values));
  }

  async read<T>(fact: () => Fact<T>): Promise<T> {
    return this.#database.read(() => this.complete(fact()));
  }

  write<T>(durability: Durability, fact: () => Fact<T>): Promise<T> {
    return this.#database.write(durability, () => this.complete(fact()));
  }

  cache<Key extends string, Kept extends object>(cached: Cached<Key, Kept>): SqliteCache<Key, Kept> {
    return new SqliteCache(this, this.#database, cached);
  }

  /** `get`, for what must be answered in this turn. */
  getNow<T>(statement: Statement, values: Values, read: (row: Row) => T): T | undefined {
    return this.#database.read(() => {
      const row = prepared(statement).native.get(...bound(statement, values));
      return row && read(row);
    });
  }

  /** Part of a synchronous fact: runs a statement without a generator; how many rows it changed. */
  runNow(statement: Statement, values: Values): number {
    return changesOf(statement, values);
  }

  /** Runs a fact, or a part of one, to its end within the transaction that stands. */
  complete<T>(fact: Fact<T>): T {
    let step = fact.next(nothing);
    while (!step.done) step = fact.next(answerTo(step.value));
    return step.value;
  }
}

/**
 * Rows in memory for as long as no other process commits (`Database.watch`). NOTE: a fact forgets rows in the synchronous turn in which
 * it commits, so no read can put an earlier row back.
 */
export class SqliteCache<Key extends string, Kept extends object> implements Cache<Key, Kept> {
  readonly #engine: SqliteEngine;
  readonly #database: Database;
  readonly #cached: Cached<Key, Kept>;
  readonly #entries: BoundedCache<Key, Kept>;

  constructor(engine: SqliteEngine, database: Database, cached: Cached<Key, Kept>) {
    this.#engine = engine;
    this.#database = database;
    this.#cached = cached;
    this.#entries = new BoundedCache(sizeMaxOf(cached));
    database.onForeignCommit(() => this.#entries.clear());
  }

  find(key: Key): Kept | undefined {
    this.#database.watch();
    return this.findNow(key);
  }

  /** The row as committed, in this turn; call `database.watch()` first. */
  findNow(key: Key): Kept | undefined {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const { statement, values } = this.#cached;
    const found = this.#engine.getNow(statement, values(key), (row) => sizedRow(this.#cached, row));
    if (found !== undefined) this.#entries.set(key, found.kept, found);
    return found?.kept;
  }

  forget(key: Key): Fact<void> {
    return forget(() => this.forgetNow(key));
  }

  /** `forget`, for a transaction that is not a fact. */
  forgetNow(key: Key): void {
    this.#entries.delete(key);
  }
}

function answerTo(step: Step): Answer {
  switch (step.kind) {
    case "rows":
      return { rows: rowsOf(step.statement, step.values), changes: 0 };
    case "changes":
      return { rows: [], changes: changesOf(step.statement, step.values) };
    case "forget":
      step.forget();
      return nothing;
    case "lock":
      // The transaction already has the database's one write lock.
      return nothing;
  }
}

function rowsOf(statement: Statement, values: Values): readonly Row[] {
  return prepared(statement).native.all(...bound(statement, values));
}

function changesOf(statement: Statement, values: Values): number {
  return Number(prepared(statement).native.run(...bound(statement, values)).changes);
}

function bound(statement: Statement, values: Values) {
  return prepared(statement).inOrder(values, encoded);
}

function prepared(statement: Statement): Prepared {
  if (statement instanceof Prepared) return statement;
  throw new TypeError("A statement of another engine.");
}

function encoded(value: Parameter): null | number | string | Uint8Array {
  switch (typeof value) {
    case "undefined":
      return null;
    case "boolean":
      return Number(value);
    case "object":
      if (value === null || isUint8Array(value)) return value;
      throw new TypeError("SQLite takes no arrays as parameters.");
    default:
      return value;
  }
}
