import { Socket } from "node:net";
import { Client, type ClientBase, Pool, type PoolClient, TypeOverrides } from "pg";
import { StoreUnavailable } from "../../values/store-unavailable.ts";
import { DamagedRow } from "../rows/rows.ts";
import { Batch, type Group } from "./batch.ts";
import { asUnavailable, isCollision, isLoss, isOverdue } from "./errors.ts";

/** A row as SQLite gives it, so that both engines share their readers: numbers, 0 and 1, text, bytes. */
export type Row = Record<string, null | number | string | Uint8Array<ArrayBuffer>>;
type Cell = null | undefined | number | bigint | boolean | string | Uint8Array;
/** A parameter: one value, or an array that the statement unnests. */
export type Value = Cell | readonly Cell[];

/** SQL that each connection prepares when it first meets it; see also `asItIs`. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Where statements run: on any connection, each a transaction of its own, or within one transaction. */
export interface Runner {
  all(statement: Statement, ...values: readonly Value[]): Promise<readonly Row[]>;
  get(statement: Statement, ...values: readonly Value[]): Promise<Row | undefined>;
  /** Answers how many rows it changed. */
  run(statement: Statement, ...values: readonly Value[]): Promise<number>;
}

/** "durable": on disk when the promise resolves. "relaxed": a crash of the database server may forget the last moments. */
export type Durability = "durable" | "relaxed";

/** What a transaction's work returns to answer with a value and undo what it did. */
export class Undo<T> {
  readonly answer: T;

  constructor(answer: T) {
    this.answer = answer;
  }
}

const connectionsMax = 10;
const connectMilliseconds = 2_500;
const statementMilliseconds = 5_000;
/** However many steps a call takes, its caller knows within five seconds that the database is away. */
const answerMilliseconds = 4_500;
/** How long a statement that waits for other transactions may; short enough for its caller to hear how it ended. */
const apartMilliseconds = 3_000;
const idleMilliseconds = 300_000;
const triesMax = 4;

/** What every connection is opened with. */
export const connectionOptions = {
  application_name: "latchkey",
  keepAlive: true,
  connectionTimeoutMillis: connectMilliseconds,
} as const;

/**
 * Sets on a new connection that a commit is answered when it is on disk, where server, database or role say otherwise. Any
 * other value stays, remote_apply as well as local. The connection keeps it, even when the server reads its settings anew.
 */
export async function commitToDisk(client: ClientBase): Promise<void> {
  const settingUp = {
    text: `SELECT set_config(name, CASE setting WHEN 'off' THEN 'on' ELSE setting END, false)
           FROM (SELECT 'synchronous_commit' AS name, current_setting('synchronous_commit') AS setting) AS found`,
    query_timeout: connectMilliseconds,
  };
  await client.query(settingUp);
}

/**
 * A PostgreSQL database: a bounded pool of connections, prepared statements, transactions, and batches. Everything that goes
 * through it ends in an answer or in `StoreUnavailable`, in bounded time, and works again as soon as the database does.
 * Reads run at READ COMMITTED: each statement sees what was committed before it began.
 */
export class Database implements Runner {
  /** Host, port and name, without user or password. */
  readonly location: string;
  readonly #url: string;
  readonly #pool: Pool;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #sockets = new Set<Socket>();
  /** Raised with each lost connection; connections from before are not trusted any more. */
  #generation = 0;
  readonly #generations = new WeakMap<PoolClient, number>();
  readonly #troubleListeners: ((trouble: StoreUnavailable) => void)[] = [];
  #statements = 0;
  #isClosing = false;

  constructor(url: string, location: string) {
    this.location = location;
    this.#url = url;
    this.#pool = new Pool({
      connectionString: url,
      ...connectionOptions,
      max: connectionsMax,
      idleTimeoutMillis: idleMilliseconds,
      statement_timeout: statementMilliseconds,
      idle_in_transaction_session_timeout: statementMilliseconds,
      query_timeout: statementMilliseconds,
      stream: () => this.#newSocket(),
      onConnect: commitToDisk,
    });
    // An idle connection that ends has been taken out of the pool, which opens another on demand.
    this.#pool.on("error", () => {
      this.#generation += 1;
    });
    this.#pool.on("connect", (client) => {
      this.#generations.set(client, this.#generation);
      // One that ends between two statements of a transaction: the next statement says so.
      client.on("error", () => undefined);
    });
  }

  prepare(text: string): Statement {
    this.#statements += 1;
    return { name: `latchkey_${this.#statements}`, text };
  }

  all(statement: Statement, ...values: readonly Value[]): Promise<readonly Row[]> {
    return this.#bounded(() => this.#onConnection((runner) => runner.all(statement, ...values)));
  }

  get(statement: Statement, ...values: readonly Value[]): Promise<Row | undefined> {
    return this.#bounded(() => this.#onConnection((runner) => runner.get(statement, ...values)));
  }

  run(statement: Statement, ...values: readonly Value[]): Promise<number> {
    return this.#bounded(() => this.#onConnection((runner) => runner.run(statement, ...values)));
  }

  /** Runs the work in one transaction, again where another one was in its way. Throwing undoes everything. */
  transaction<T>(durability: Durability, work: (runner: Runner) => Promise<T | Undo<T>>): Promise<T> {
    return this.#bounded(() => this.#transaction(durability, work));
  }

  /** Runs statements one after the other on one connection, each a transaction of its own. */
  connected<T>(work: (runner: Runner) => Promise<T>): Promise<T> {
    return this.#bounded(() => this.#onConnection(work));
  }

  /**
   * Runs one statement on a connection of its own, outside any transaction, because it forbids one and waits for those of others
   * to end. False where they did not end in time; what it did until then stays.
   */
  runApart(text: string): Promise<boolean> {
    return this.#bounded(() => this.#runApart(text));
  }

  /** Collects the facts of a turn for one statement or transaction; `group` runs it on the runner that it gets. */
  batch<Fact, Answer>(
    group: (runner: Runner, facts: readonly Fact[]) => Promise<readonly Answer[]>,
    options: { readonly underWayMax: number; readonly factsMax: number; readonly relaxed?: boolean },
  ): (fact: Fact) => Promise<Answer> {
    const run: Group<Fact, Answer> = (facts) =>
      options.relaxed
        ? this.#transaction("relaxed", (runner) => group(runner, facts))
        : this.#onConnection((runner) => group(runner, facts));
    const isShared = (error: unknown) => asUnavailable(error) !== undefined && !(error instanceof DamagedRow);
    const batch = new Batch(run, { ...options, isShared });
    return (fact) => this.#bounded(() => batch.add(fact));
  }

  /** Calls it with every failure of the server or of the way to it. */
  onFailure(listener: (trouble: StoreUnavailable) => void): void {
    this.#troubleListeners.push(listener);
  }

  /** Throws after `close`; for what is answered from memory. */
  requireOpen(): void {
    if (this.#isClosing) throw new StoreUnavailable("The store is closed.");
  }

  /** Takes nothing new; resolves when what was under way is answered and every connection is closed. */
  async close(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    await Promise.allSettled(this.#underWay);
    await this.#pool.end();
    // A server that fell silent never says goodbye; the process need not wait for that.
    for (const socket of this.#sockets) socket.unref();
  }

  #newSocket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    return socket.once("close", () => this.#sockets.delete(socket));
  }

  /** Every way in: refused after `close`, bounded in time, with errors in our words. */
  async #bounded<T>(work: () => Promise<T>): Promise<T> {
    this.requireOpen();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new StoreUnavailable("PostgreSQL: the database does not answer.")),
      answerMilliseconds,
    );
    const answer = Promise.race([work(), late]);
    this.#underWay.add(answer);
    try {
      return await answer;
    } catch (error) {
      const trouble = asUnavailable(error);
      // A damaged row is one row's trouble; the next one may be read.
      if (trouble && !(error instanceof DamagedRow)) for (const tell of this.#troubleListeners) tell(trouble);
      throw trouble ?? error;
    } finally {
      clearTimeout(timer);
      this.#underWay.delete(answer);
    }
  }

  #transaction<T>(durability: Durability, work: (runner: Runner) => Promise<T | Undo<T>>): Promise<T> {
    return this.#onConnection((runner) => transactOn(runner, durability, () => work(runner)));
  }

  async #runApart(text: string): Promise<boolean> {
    const client = new Client({
      connectionString: this.#url,
      ...connectionOptions,
      statement_timeout: apartMilliseconds,
      stream: () => this.#newSocket(),
    });
    client.on("error", () => undefined); // The statement under way says so.
    await client.connect();
    try {
      await client.query(text);
      return true;
    } catch (error) {
      if (isOverdue(error)) return false;
      throw error;
    } finally {
      await client.end();
    }
  }

  async #onConnection<T>(work: (runner: Runner) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    try {
      const answer = await work(runnerOn(client));
      client.release();
      return answer;
    } catch (error) {
      const isLost = isLoss(error);
      if (isLost) this.#generation += 1;
      client.release(isLost);
      throw error;
    }
  }

  /** Where one connection was lost, its idle neighbours are closed instead of being tried one after the other. */
  async #connect(): Promise<PoolClient> {
    for (;;) {
      const client = await this.#pool.connect();
      if (this.#generations.get(client) === this.#generation) return client;
      client.release(true);
    }
  }
}

/** Runs the work in one transaction on a connection that has none, again where another one was in its way. */
export async function transactOn<T>(
  runner: Runner,
  durability: Durability,
  work: () => Promise<T | Undo<T>>,
): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await transactOnce(runner, durability, work);
    } catch (error) {
      if (tries === triesMax || !isCollision(error)) throw error;
    }
}

async function transactOnce<T>(
  runner: Runner,
  durability: Durability,
  work: () => Promise<T | Undo<T>>,
): Promise<T> {
  await runner.run(asItIs(durability === "relaxed" ? "BEGIN; SET LOCAL synchronous_commit = off" : "BEGIN"));
  try {
    const answer = await work();
    const isUndone = answer instanceof Undo;
    await runner.run(asItIs(isUndone ? "ROLLBACK" : "COMMIT"));
    return isUndone ? answer.answer : answer;
  } catch (error) {
    if (!isLoss(error)) await runner.run(asItIs("ROLLBACK"));
    throw error;
  }
}

/** SQL that is sent as it is and not prepared: statements that are made for one use, or hold several. */
export function asItIs(sql: string): Statement {
  return { name: "", text: sql };
}

/** Runs statements on this connection, with its rows as ours are. */
export function runnerOn(client: ClientBase): Runner {
  const query = ({ name, text }: Statement, values: readonly Value[]) =>
    client.query<Row>({ name, text, values: [...values], types });
  return {
    all: async (statement, ...values) => (await query(statement, values)).rows,
    get: async (statement, ...values) => (await query(statement, values)).rows[0],
    run: async (statement, ...values) => (await query(statement, values)).rowCount ?? 0,
  };
}

/** int8 holds instants and counts, which a number holds exactly; booleans are 0 and 1. */
const types = new TypeOverrides();
types.setTypeParser(16, (text: string) => Number(text === "t"));
types.setTypeParser(20, Number);
