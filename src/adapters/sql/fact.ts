/**
 * Every stored fact, written once for all engines. A fact is a generator that yields its statements, and an engine answers each of
 * them. SQLite runs a fact to its end in one synchronous turn inside the group commit. PostgreSQL runs it as one transaction, and
 * again after a collision with another one. Nothing here knows an engine.
 */

import type { Eventual } from "../../values/eventual.ts";
import type { Row } from "./rows.ts";

/** A value of a column. Booleans are written as each engine keeps them; undefined is NULL. */
export type Value = null | undefined | number | string | boolean | Uint8Array;

/** A parameter. An array is for statements that PostgreSQL alone runs, which unnest it. */
export type Parameter = Value | readonly Value[];

/** Parameters by name. */
export type Values = Readonly<Record<string, Parameter>>;

/** SQL that an engine has prepared; only that engine runs it. */
export interface Statement {
  readonly text: string;
}

/** "durable": on disk when the promise resolves. "relaxed": a power failure may forget it, a crash of the process may not. */
export type Durability = "durable" | "relaxed";

/** Work that only one transaction of all processes does at a time. */
export type LockName =
  | "key rotation"
  | "registrations"
  | "revocations"
  | "groups"
  | "upstreams"
  | "apis"
  | "webhooks"
  | "subjects"
  | "audit";

/** One request of a fact to its engine. */
export type Step =
  | { readonly kind: "rows" | "changes"; readonly statement: Statement; readonly values: Values }
  | { readonly kind: "lock"; readonly name: LockName }
  | { readonly kind: "forget"; readonly forget: () => void };

/** The answer to a step: the rows of a query, or how many rows a statement changed. */
export interface Answer {
  readonly rows: readonly Row[];
  readonly changes: number;
}

/** One atomic fact, or a part of one. It may run more than once, so it changes nothing but through its steps. */
export type Fact<T> = Generator<Step, T, Answer>;

/** All rows of a query. */
export function* all(statement: Statement, values: Values = {}): Fact<readonly Row[]> {
  return (yield { kind: "rows", statement, values }).rows;
}

/** The first row of a query. */
export function* get(statement: Statement, values: Values = {}): Fact<Row | undefined> {
  return (yield { kind: "rows", statement, values }).rows[0];
}

/** Runs a statement without rows; how many it changed. */
export function* run(statement: Statement, values: Values = {}): Fact<number> {
  return (yield { kind: "changes", statement, values }).changes;
}

/** Waits until no other transaction has the lock, and holds it until this one ends. */
export function* lock(name: LockName): Fact<void> {
  yield { kind: "lock", name };
}

/**
 * Drops from memory what this fact changes; comes before the change. If other reads run at the same time, the engine calls
 * `drop` again when the transaction has ended.
 */
export function* forget(drop: () => void): Fact<void> {
  yield { kind: "forget", forget: drop };
}

/** Rows that are kept in memory, by their key. */
export interface Cache<Key, Kept> {
  find(key: Key): Eventual<Kept | undefined>;
  /** Part of every fact that changes the row. */
  forget(key: Key): Fact<void>;
}

/** Which rows are kept in memory, and how they are read. */
export interface Cached<Key, Kept> {
  readonly max: { readonly rows: number } | { readonly bytes: number };
  /** False: a change that another process made is seen at once. True: within a second. */
  readonly mayLag: boolean;
  /** True for what is large and only leads to other rows: a change that another process made may show as late as after five seconds. */
  readonly isIndex?: true;
  readonly statement: Statement;
  readonly values: (key: Key) => Values;
  readonly read: (row: Row) => Kept;
}

/** A database as the facts see it. Rows are read inside its own error mapping; every method rejects with `StoreUnavailable`. */
export interface Engine {
  /** Prepares SQL with named parameters (`:accountId`). PostgreSQL forbids `*`: a newer node may add a column at any time. */
  readonly sql: (text: string) => Statement;
  /** `sql` for a statement that is composed for one run: it is planned for its values and not kept. */
  readonly once: (text: string) => Statement;
  /** An expression whose text is compared byte by byte, spelled exactly as in the indexes. `lower` of it changes only A to Z. */
  readonly bytewise: (expression: string) => string;
  /** Like `bytewise`, but without regard to the case of A to Z; spelled exactly as in the indexes. */
  readonly caseless: (expression: string) => string;
  /** The greater of two expressions. */
  readonly greatest: (left: string, right: string) => string;
  /** After a SELECT: no other transaction changes its rows until the transaction ends. */
  readonly rowLock: string;
  /** After a SELECT: no other transaction removes its rows until the transaction ends. */
  readonly keyLock: string;
  /** After a SELECT of a row to remove: no other transaction changes it or adds a row that refers to it until this one ends. */
  readonly removalLock: string;
  /** After a SELECT of rows to remove: locks them, and leaves out those that another transaction holds. */
  readonly skipLocked: string;
  /** A member of a column that holds a JSON object, word for word as the indexes have it. */
  readonly jsonMember: (column: string, member: string) => string;
  /** The SQL that `jsonMember` equals for a false member. */
  readonly jsonFalse: string;
  /** True if one of the columns contains the part; a to z match in either case, and no match spans two columns. */
  readonly contains: (columns: readonly string[], part: string) => string;

  /** Reads one row, without a generator. */
  get<T>(statement: Statement, values: Values, read: (row: Row) => T): Promise<T | undefined>;
  /** Reads rows, without a generator. */
  all<T>(statement: Statement, values: Values, read: (rows: readonly Row[]) => T): Promise<T>;
  /** Runs one statement as a transaction of its own, without a generator; how many rows it changed. */
  run(durability: Durability, statement: Statement, values: Values): Promise<number>;
  /** Runs a fact of several reads. Each sees what was committed before it began. */
  read<T>(fact: () => Fact<T>): Promise<T>;
  /** Runs a fact as one transaction; throwing undoes all of it. A lost unique key is answered by running it again. */
  write<T>(durability: Durability, fact: () => Fact<T>): Promise<T>;
  /** Keeps rows in memory for as long as this engine knows them to be fresh enough. */
  cache<Key extends string, Kept extends object>(cached: Cached<Key, Kept>): Cache<Key, Kept>;
}
