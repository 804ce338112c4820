import type { ClientBase } from "pg";
import type { StoreObserver } from "../../flows/probe-ports.ts";
import type { PostgresAddress } from "../../values/postgres-address.ts";
import { StoreUnavailable } from "../../values/store-unavailable.ts";
import type { Durability } from "../sql/fact.ts";
import { DamagedRow } from "../sql/rows.ts";
import type { ConnectionCounts } from "../store.ts";
import { systemStopwatch } from "../system/clock.ts";
import { Batch, type Group } from "./batch.ts";
import { connectApart, requireConfirmed } from "./connect.ts";
import { asUnavailable, isCollision, isLoss, isOverdue } from "./errors.ts";
import { PreparedQuery, types } from "./prepared-query.ts";
import { Servers } from "./servers.ts";
import type { Row, Statement, Value } from "./statement.ts";
import { WatchedWrites } from "./watched-writes.ts";

/** Runs statements: on any connection, each as a transaction of its own, or within one transaction. */
export interface Runner {
  all(statement: Statement, ...values: readonly Value[]): Promise<readonly Row[]>;
  get(statement: Statement, ...values: readonly Value[]): Promise<Row | undefined>;
  /** Returns how many rows it changed. */
  run(statement: Statement, ...values: readonly Value[]): Promise<number>;
}

const statementMilliseconds = 5_000;
/** The time for a call with all its steps, so that callers learn within five seconds that the database is away. */
const answerMilliseconds = 4_500;
/** How long a statement may wait for other transactions; short enough that its caller learns the outcome. */
const apartMilliseconds = 3_000;
const triesMax = 4;

/**
 * A PostgreSQL database: a bounded pool of connections, prepared statements, transactions, and batches. Every call ends in an
 * answer or in `StoreUnavailable`, in bounded time, and calls succeed again as soon as the database does. Reads run at
 * READ COMMITTED: each statement sees what was committed before it began.
 */
export class Database implements Runner {
  /** Hosts, ports and name, without user or password. */
  readonly location: string;
  readonly #address: PostgresAddress;
  readonly #servers: Servers;
  readonly #writes: WatchedWrites;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #batches: { drained(): Promise<void> }[] = [];
  readonly #failureListeners: ((failure: StoreUnavailable) => void)[] = [];
  #statements = 0;
  #isClosing = false;

  constructor(address: PostgresAddress, observer: StoreObserver = {}) {
    this.location = address.location;
    this.#address = address;
    this.#writes = new WatchedWrites(observer);
    this.#servers = new Servers(address, {
      statementMilliseconds,
      idleInTransactionMilliseconds: statementMilliseconds,
      queryMilliseconds: statementMilliseconds,
    });
  }

  /** Host and port of the server in use. */
  get server(): string {
    return this.#servers.current;
  }

  /** A number that rises with each lost connection. */
  get generation(): number {
    return this.#servers.generation;
  }

  /** True if the address names more than one server. */
  get hasOthers(): boolean {
    return this.#address.hosts.length > 1;
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
    const write = () => this.#onConnection((runner) => runner.run(statement, ...values));
    return this.#bounded(() => this.#writes.call(() => this.#writes.group(1, write)));
  }

  /** Runs the work in one transaction, again after a collision with another one. Throwing rolls it back. */
  transaction<T>(durability: Durability, work: (runner: Runner) => Promise<T>): Promise<T> {
    const write = () => this.#transaction(durability, work);
    return this.#bounded(() => this.#writes.call(() => this.#writes.group(1, write)));
  }

  /** Runs statements one after the other on one connection, each a transaction of its own. */
  connected<T>(work: (runner: Runner) => Promise<T>): Promise<T> {
    return this.#bounded(() => this.#onConnection(work));
  }

  /**
   * Runs a statement that no transaction may contain and that waits for all others to end, on a connection of its own. False
   * if they did not end in time; what the statement did until then stays.
   */
  runApart(text: string): Promise<boolean> {
    return this.#bounded(() => this.#runApart(text));
  }

  /** Collects the facts of a turn of the event loop for one statement or transaction, which `group` runs. */
  batch<Fact, Answer>(
    group: (runner: Runner, facts: readonly Fact[]) => Promise<readonly Answer[]>,
    options: {
      readonly underWayMax: number;
      readonly factsMax: number;
      readonly kind: "read" | Durability;
    },
  ): (fact: Fact) => Promise<Answer> {
    const { kind } = options;
    const send = (facts: readonly Fact[]): Promise<readonly Answer[]> =>
      kind === "relaxed"
        ? this.#transaction("relaxed", (runner) => group(runner, facts))
        : this.#onConnection((runner) => group(runner, facts));
    // The bound is the group's, counted from its oldest fact. Bounds for each fact were a sixth of a flow's promises (ADR 0075).
    const run: Group<Fact, Answer> = (facts, since) =>
      this.#within(
        answerMilliseconds - (systemStopwatch() - since),
        kind === "read" ? () => send(facts) : () => this.#writes.group(facts.length, () => send(facts)),
      );
    const isShared = (error: unknown) => asUnavailable(error) !== undefined && !(error instanceof DamagedRow);
    const batch = new Batch(run, { ...options, isShared });
    this.#batches.push(batch);
    return (fact) => {
      if (this.#isClosing) return Promise.reject(closed());
      return kind === "read" ? batch.add(fact) : this.#writes.call(() => batch.add(fact));
    };
  }

  /** How many connections are busy and idle, and how many calls wait for one. */
  connections(): ConnectionCounts {
    return this.#servers.connections();
  }

  /** Calls the listener with every failure of the server or of the connection to it. */
  onFailure(listener: (failure: StoreUnavailable) => void): void {
    this.#failureListeners.push(listener);
  }

  /** Throws after `close`; for answers from memory. */
  requireOpen(): void {
    if (this.#isClosing) throw closed();
  }

  /** Refuses new calls; resolves when all running ones are answered and every connection is closed. */
  async close(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    await Promise.allSettled([...this.#underWay, ...this.#batches.map((batch) => batch.drained())]);
    await this.#servers.close();
  }

  /** Every call outside a batch passes here: it is refused after `close`, bounded in time, and its errors are mapped. */
  async #bounded<T>(work: () => Promise<T>): Promise<T> {
    this.requireOpen();
    return this.#within(answerMilliseconds, work);
  }

  async #within<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
    const { promise: answer, resolve, reject } = Promise.withResolvers<T>();
    const timer = setTimeout(
      () => reject(new StoreUnavailable("PostgreSQL: the database does not answer.")),
      milliseconds,
    );
    this.#underWay.add(answer);
    try {
      work().then(resolve, reject);
      return await answer;
    } catch (error) {
      const failure = asUnavailable(error);
      // A damaged row fails the one read that needs it; the next row may be read.
      if (failure && !(error instanceof DamagedRow)) for (const tell of this.#failureListeners) tell(failure);
      throw failure ?? error;
    } finally {
      clearTimeout(timer);
      this.#underWay.delete(answer);
    }
  }

  #transaction<T>(durability: Durability, work: (runner: Runner) => Promise<T>): Promise<T> {
    return this.#onConnection((runner) => transactOn(runner, durability, () => work(runner)));
  }

  async #runApart(text: string): Promise<boolean> {
    const client = await connectApart(this.#address, {}, { statementMilliseconds: apartMilliseconds });
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
    const client = await this.#servers.connect();
    try {
      const answer = await work(runnerOn(client));
      this.#servers.release(client, false);
      return answer;
    } catch (error) {
      this.#servers.release(client, isLoss(error));
      throw error;
    }
  }
}

function closed(): StoreUnavailable {
  return new StoreUnavailable("The store is closed.");
}

/** Runs the work in one transaction on a connection that has none, again after a collision with another one. */
export async function transactOn<T>(
  runner: Runner,
  durability: Durability,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await transactOnce(runner, durability, work);
    } catch (error) {
      if (tries === triesMax || !isCollision(error)) throw error;
    }
}

async function transactOnce<T>(runner: Runner, durability: Durability, work: () => Promise<T>): Promise<T> {
  await runner.run(asItIs(durability === "relaxed" ? "BEGIN; SET LOCAL synchronous_commit = off" : "BEGIN"));
  try {
    const answer = await work();
    await runner.run(asItIs("COMMIT"));
    return answer;
  } catch (error) {
    if (!isLoss(error)) await runner.run(asItIs("ROLLBACK"));
    throw error;
  }
}

/** SQL that is sent unprepared: for one use, or of several statements. */
export function asItIs(sql: string): Statement {
  return { name: "", text: sql };
}

/** Runs statements on this connection, with rows as `Row` describes them. */
export function runnerOn(client: ClientBase): Runner {
  const all = (statement: Statement, values: readonly Value[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Row[]>();
    const query = new PreparedQuery(statement, values, (error) => {
      try {
        if (error) throw error;
        requireConfirmed(client);
        resolve(query.rows);
      } catch (failure) {
        reject(failure);
      }
    });
    client.query(query);
    return promise;
  };
  const asked = async ({ name, text }: Statement, values: readonly Value[]) => {
    const answer = await client.query<Row>({ name, text, values: [...values], types });
    requireConfirmed(client);
    return answer;
  };
  return {
    all: async (statement, ...values) =>
      statement.name === "" ? (await asked(statement, values)).rows : all(statement, values),
    get: async (statement, ...values) =>
      (statement.name === "" ? (await asked(statement, values)).rows : await all(statement, values))[0],
    run: async (statement, ...values) => (await asked(statement, values)).rowCount ?? 0,
  };
}
