import type { Grant } from "../../flows/grant-ports.ts";
import { instantOfGrantId } from "../../values/ids.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { flag, integer, text } from "../sql/rows.ts";
import { asItIs, type Database, type Runner, transactOn } from "./database.ts";
import { isWithoutRoom } from "./errors.ts";
import { tryLockFor } from "./locks.ts";
import {
  hasRoom,
  lifetimeOf,
  type Partition,
  partitionMilliseconds,
  usualLifetimeMilliseconds,
} from "./partition.ts";
import { close, holdPartitions, listPartitions, makeRoom, nowMilliseconds } from "./partition-table.ts";

/** Partitions made ahead of the current one. */
const partitionsAhead = 2;
/** What one sweep does at most; a partition takes two steps. */
const dropStepsMax = 50;

/**
 * The partitions of the grants: one for each hour in which ids are made, or for each day if tokens live longer than a day (ADR
 * 0017). Each is made ahead of its time, or when a grant finds it missing, and dropped once everything in it has expired.
 */
export class GrantPartitions {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;
  /** The longest that a row of this process is kept, counted from its id's time. */
  #lifetimeMilliseconds = usualLifetimeMilliseconds;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
  }

  /**
   * Runs the insert. If a partition is missing or its rows go too early, makes room and inserts once more the items that have
   * room then. No room is made if partitions were dropped: codes from that time count as spent for ever.
   */
  async withRoom<Item, Answer>(
    runner: Runner,
    items: readonly Item[],
    grantOf: (item: Item) => Grant,
    insert: (items: readonly Item[]) => Promise<Answer>,
  ): Promise<Answer> {
    for (const item of items) this.#learnLifetime(grantOf(item));
    try {
      return await insert(items);
    } catch (error) {
      if (!isWithoutRoom(error)) throw error;
    }
    const timeOf = (item: Item) => instantOfGrantId(grantOf(item).id);
    const partitions = await this.#provide(runner, items.map(timeOf));
    return insert(items.filter((item) => hasRoom(partitions, timeOf(item), this.#lifetimeMilliseconds)));
  }

  /** Makes the partitions of now and of the time ahead. */
  async provideAhead(now: Instant): Promise<void> {
    const length = partitionMilliseconds(this.#lifetimeMilliseconds);
    const times = Array.from({ length: partitionsAhead + 1 }, (_, index) => instantOf(now + index * length));
    await this.#database.connected(async (runner) => {
      const partitions = await listPartitions(runner);
      const areThere = times.every((time) => hasRoom(partitions, time, this.#lifetimeMilliseconds));
      if (!areThere) await this.#provide(runner, times);
    });
  }

  /**
   * Drops the partitions in which everything has expired by this clock and by the database's. One node does this at a time. Each
   * step is one statement, and after a crash between two steps the next sweep goes on.
   */
  async dropExpired(now: Instant): Promise<void> {
    if (!(await listPartitions(this.#database)).some(({ keptUntil }) => keptUntil < now)) return;
    for (let steps = 0; steps < dropStepsMax; steps += 1) if (!(await this.#dropStep(now))) return;
  }

  #learnLifetime({ id, keepUntil }: Grant): void {
    const lifetime = lifetimeOf(instantOfGrantId(id), keepUntil);
    if (lifetime > this.#lifetimeMilliseconds) this.#lifetimeMilliseconds = lifetime;
  }

  #provide(runner: Runner, times: readonly Instant[]): Promise<readonly Partition[]> {
    return transactOn(runner, "durable", async () => {
      // Everything else queues behind a wait for a table's strongest lock, so the wait is short and is repeated.
      await runner.run(asItIs("SET LOCAL lock_timeout = '500ms'"));
      return makeRoom(runner, times, this.#lifetimeMilliseconds);
    });
  }

  /** True when there may be more to do. */
  #dropStep(now: Instant): Promise<boolean> {
    return this.#database.transaction("relaxed", async (holder) => {
      // NOTE: nothing else is read under the lock. A prepared statement's snapshot would live on with its transaction, and
      // FINALIZE waits for every older snapshot to go.
      if (!flag((await holder.get(asItIs(tryLockFor("dropping partitions")))) ?? {}, "is_ours")) return false;
      const next = await this.#database.transaction("durable", (runner) => this.#nextStatement(runner, now));
      return next === undefined ? false : this.#database.runApart(next);
    });
  }

  /**
   * The statement that moves an expired partition to its next state; undefined if none is left to drop. It
   * waits for transactions that make or widen partitions, so the bounds that it reads are final.
   */
  async #nextStatement(runner: Runner, now: Instant): Promise<string | undefined> {
    const partitions = await holdPartitions(runner);
    const databaseNow = integer((await runner.get(this.#sql.now)) ?? {}, "now");
    const isExpired = ({ keptUntil }: Partition) => keptUntil < Math.min(now, databaseNow);
    const expired = partitions.filter(isExpired);
    if (expired.length === 0) return undefined;
    const attached = await runner.all(this.#sql.attached);
    const isPending = new Map(attached.map((row) => [text(row, "name"), flag(row, "is_pending")]));
    // A table has at most one partition whose detaching was interrupted, and detaches no other before that one.
    const pending = expired.find(({ name }) => isPending.get(name) === true);
    if (pending) return `ALTER TABLE grants DETACH PARTITION ${pending.name} FINALIZE`;
    const detached = expired.find(({ name }) => !isPending.has(name));
    if (detached) return `DROP TABLE IF EXISTS ${detached.name}`;
    const [next] = expired;
    if (next === undefined) return undefined;
    await close(runner, next);
    return `ALTER TABLE grants DETACH PARTITION ${next.name} CONCURRENTLY`;
  }
}

function statements(database: Database) {
  return {
    now: database.prepare(`SELECT ${nowMilliseconds} AS now`),
    attached: database.prepare(
      `SELECT relname::text AS name, inhdetachpending AS is_pending
       FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'grants'::regclass`,
    ),
  };
}
