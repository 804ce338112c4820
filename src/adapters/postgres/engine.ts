import type { Eventual } from "../../values/eventual.ts";
import { BoundedCache } from "../bounded-cache.ts";
import type {
  Answer,
  Cache,
  Cached,
  Durability,
  Engine,
  Fact,
  LockName,
  Parameter,
  Statement,
  Step,
  Values,
} from "../sql/fact.ts";
import { forget } from "../sql/fact.ts";
import { NamedStatement } from "../sql/named.ts";
import { sizedRow, sizeMaxOf } from "../sql/row-size.ts";
import type { Row } from "../sql/rows.ts";
import { asItIs, type Database, type Runner } from "./database.ts";
import { lockFor } from "./locks.ts";
import type { Statement as PostgresStatement } from "./statement.ts";

const nothing: Answer = { rows: [], changes: 0 };
/** A change by another node shows after at most this time: well within the second that is promised. */
const lagMilliseconds = 250;
/** The same for what `Cached.isIndex` says. */
const indexLagMilliseconds = 4_000;

class Prepared extends NamedStatement<PostgresStatement> {}

/** Runs facts on PostgreSQL: each as one transaction, again if another one was in its way or took a unique key first. */
export class PostgresEngine implements Engine {
  readonly rowLock = " FOR NO KEY UPDATE";
  readonly keyLock = " FOR KEY SHARE";
  readonly removalLock = " FOR UPDATE";
  readonly skipLocked = " FOR UPDATE SKIP LOCKED";
  readonly jsonFalse = "'false'";
  readonly #database: Database;
  readonly #locks: Readonly<Record<LockName, PostgresStatement>>;

  constructor(database: Database) {
    this.#database = database;
    this.#locks = {
      "key rotation": database.prepare(lockFor("key rotation")),
      registrations: database.prepare(lockFor("registrations")),
      revocations: database.prepare(lockFor("revocations")),
      groups: database.prepare(lockFor("groups")),
      upstreams: database.prepare(lockFor("upstreams")),
      webhooks: database.prepare(lockFor("webhooks")),
      audit: database.prepare(lockFor("audit")),
      apis: database.prepare(lockFor("apis")),
      subjects: database.prepare(lockFor("subjects")),
    };
  }

  readonly sql = (text: string): Statement =>
    new Prepared(text, "$", (numbered) => this.#database.prepare(numbered));
  readonly once = (text: string): Statement => new Prepared(text, "$", asItIs);
  readonly bytewise = (expression: string): string => `${expression} COLLATE "C"`;
  readonly caseless = (expression: string): string => `lower(${expression} COLLATE "C")`;
  readonly greatest = (left: string, right: string): string => `greatest(${left}, ${right})`;
  readonly jsonMember = (column: string, member: string): string => `${column}::jsonb ->> '${member}'`;

  /** In the collation "C" only a to z have two cases. */
  readonly contains = (columns: readonly string[], part: string): string => {
    const text = `lower(concat_ws(chr(10), ${columns}) COLLATE "C")`;
    return `position(lower(${part}::text COLLATE "C") IN ${text}) > 0`;
  };

  async get<T>(statement: Statement, values: Values, read: (row: Row) => T): Promise<T | undefined> {
    const row = await this.#database.get(prepared(statement).native, ...bound(statement, values));
    return row && read(row);
  }

  async all<T>(statement: Statement, values: Values, read: (rows: readonly Row[]) => T): Promise<T> {
    return read(await this.#database.all(prepared(statement).native, ...bound(statement, values)));
  }

  async run(durability: Durability, statement: Statement, values: Values): Promise<number> {
    // A single statement is a transaction by itself, without the two round trips for BEGIN and COMMIT.
    return durability === "durable"
      ? this.#database.run(prepared(statement).native, ...bound(statement, values))
      : this.#database.transaction(durability, (runner) => changesOf(runner, statement, values));
  }

  read<T>(fact: () => Fact<T>): Promise<T> {
    return this.#database.connected((runner) => this.complete(runner, fact()));
  }

  async write<T>(durability: Durability, fact: () => Fact<T>): Promise<T> {
    const forgotten: (() => void)[] = [];
    try {
      return await this.#database.transaction(durability, (runner) =>
        this.complete(runner, fact(), (drop) => forgotten.push(drop)),
      );
    } finally {
      // A read that was under way during the transaction may have remembered the row from before it.
      for (const drop of forgotten) drop();
    }
  }

  cache<Key extends string, Kept extends object>(cached: Cached<Key, Kept>): Cache<Key, Kept> {
    return cached.mayLag ? new LaggingCache(this, this.#database, cached) : new NoCache(this, cached);
  }

  /** Runs a fact, or a part of one, to its end on this runner. `onForget` is given what to call again after the transaction. */
  async complete<T>(
    runner: Runner,
    fact: Fact<T>,
    onForget: (drop: () => void) => void = () => undefined,
  ): Promise<T> {
    let step = fact.next(nothing);
    while (!step.done) {
      if (step.value.kind === "forget") onForget(step.value.forget);
      step = fact.next(await this.#answerTo(runner, step.value));
    }
    return step.value;
  }

  async #answerTo(runner: Runner, step: Step): Promise<Answer> {
    switch (step.kind) {
      case "rows":
        return { rows: await rowsOf(runner, step.statement, step.values), changes: 0 };
      case "changes":
        return { rows: [], changes: await changesOf(runner, step.statement, step.values) };
      case "lock":
        await runner.run(this.#locks[step.name]);
        return nothing;
      case "forget":
        step.forget();
        return nothing;
    }
  }
}

/** Rows in memory for a moment only, because other nodes change them without telling this one. */
class LaggingCache<Key extends string, Kept extends object> implements Cache<Key, Kept> {
  readonly #engine: PostgresEngine;
  readonly #database: Database;
  readonly #cached: Cached<Key, Kept>;
  readonly #entries: BoundedCache<Key, Kept>;
  /** Raised whenever something is forgotten, so that a read that was under way then is not remembered. */
  #forgotten = 0;
  #isForgettingSoon = false;

  constructor(engine: PostgresEngine, database: Database, cached: Cached<Key, Kept>) {
    this.#engine = engine;
    this.#database = database;
    this.#cached = cached;
    this.#entries = new BoundedCache(sizeMaxOf(cached));
  }

  find(key: Key): Eventual<Kept | undefined> {
    this.#database.requireOpen();
    return this.#entries.get(key) ?? this.#read(key);
  }

  async #read(key: Key): Promise<Kept | undefined> {
    const before = this.#forgotten;
    // The promised second starts before the read, so its result is remembered for no longer than that.
    this.#forgetSoon();
    const { statement, values } = this.#cached;
    const found = await this.#engine.get(statement, values(key), (row) => sizedRow(this.#cached, row));
    if (found !== undefined && this.#forgotten === before) this.#entries.set(key, found.kept, found);
    return found?.kept;
  }

  forget(key: Key): Fact<void> {
    return forget(() => {
      this.#forgotten += 1;
      this.#entries.delete(key);
    });
  }

  #forgetSoon(): void {
    if (this.#isForgettingSoon) return;
    this.#isForgettingSoon = true;
    setTimeout(
      () => {
        this.#isForgettingSoon = false;
        this.#forgotten += 1;
        this.#entries.clear();
      },
      this.#cached.isIndex ? indexLagMilliseconds : lagMilliseconds,
    ).unref();
  }
}

/** Reads each time, because changes by other nodes must show at once. */
class NoCache<Key, Kept> implements Cache<Key, Kept> {
  readonly #engine: PostgresEngine;
  readonly #cached: Cached<Key, Kept>;

  constructor(engine: PostgresEngine, cached: Cached<Key, Kept>) {
    this.#engine = engine;
    this.#cached = cached;
  }

  find(key: Key): Promise<Kept | undefined> {
    const { statement, values, read } = this.#cached;
    return this.#engine.get(statement, values(key), read);
  }

  forget(): Fact<void> {
    return forget(() => undefined);
  }
}

function rowsOf(runner: Runner, statement: Statement, values: Values): Promise<readonly Row[]> {
  return runner.all(prepared(statement).native, ...bound(statement, values));
}

function changesOf(runner: Runner, statement: Statement, values: Values): Promise<number> {
  return runner.run(prepared(statement).native, ...bound(statement, values));
}

function bound(statement: Statement, values: Values): readonly Parameter[] {
  return prepared(statement).inOrder(values, (value) => value);
}

function prepared(statement: Statement): Prepared {
  if (statement instanceof Prepared) return statement;
  throw new TypeError("A statement of another engine.");
}
