import { StoreUnavailable } from "../../values/store-unavailable.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { flag, integer, text } from "../sql/rows.ts";
import { asItIs, type Runner } from "./database.ts";
import { lockFor } from "./locks.ts";
import { createPartition, hasRoom, type Partition, partitionAt, widened } from "./partition.ts";
import { boundName, readCatalogue } from "./partition-catalogue.ts";
import type { Row } from "./statement.ts";

/** SQL: the database's clock in whole milliseconds. */
export const nowMilliseconds = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** Partitions are dropped only once they are past, so a clock was ahead. The codes that were spent since then are unknown. */
export const closedAhead =
  "PostgreSQL: grants_closed lies in the future, because the clock was ahead when grants were dropped. No code can be exchanged until then; docs/postgresql.md says how to end that.";

/** The partitions as `grant_partitions` has them. Those of a node of 0.1.0 may be missing: see `holdPartitions`. */
export async function listPartitions(runner: Runner): Promise<readonly Partition[]> {
  return (await runner.all(asItIs("SELECT * FROM grant_partitions"))).map(partitionOf);
}

/**
 * Part of the caller's transaction. Until it ends no other transaction makes, widens or closes a partition. Returns all partitions,
 * after taking over what nodes of 0.1.0 did without noting it.
 */
export async function holdPartitions(runner: Runner): Promise<readonly Partition[]> {
  await runner.run(asItIs(lockFor("making partitions")));
  const noted = await listPartitions(runner);
  const there = await readCatalogue(runner, noted);
  const isThere = new Set(there.map(({ name }) => name));
  for (const { name } of noted)
    if (!isThere.has(name)) await runner.run(asItIs("DELETE FROM grant_partitions WHERE name = $1"), name);
  for (const partition of there) {
    const before = noted.find(({ name }) => name === partition.name);
    if (before === undefined || isChanged(before, partition)) await note(runner, partition);
  }
  return there;
}

/**
 * Part of the caller's transaction: makes or widens the partitions of these times for rows of this lifetime, unless
 * partitions were dropped. Returns all partitions.
 */
export async function makeRoom(
  runner: Runner,
  times: readonly Instant[],
  lifetimeMilliseconds: number,
): Promise<readonly Partition[]> {
  const partitions = [...(await holdPartitions(runner))];
  const closed =
    (await runner.get(asItIs(`SELECT before, ${nowMilliseconds} AS now FROM grants_closed`))) ?? {};
  const closedBefore = integer(closed, "before");
  if (closedBefore > integer(closed, "now")) throw new StoreUnavailable(closedAhead);
  for (const time of times) {
    const there = partitionAt(partitions, time);
    const isClosed = there ? there.until <= closedBefore : time < closedBefore;
    if (isClosed || hasRoom(partitions, time, lifetimeMilliseconds)) continue;
    const partition = there
      ? widened(there, lifetimeMilliseconds)
      : createPartition(time, partitions, lifetimeMilliseconds);
    await runner.run(asItIs(there ? widen(partition) : create(partition)));
    await note(runner, partition);
    partitions.unshift(partition);
  }
  return partitions;
}

/** Part of a transaction after `holdPartitions`. After its commit nothing is made or widened before the end of this partition. */
export async function close(runner: Runner, partition: Partition): Promise<void> {
  await runner.run(asItIs("UPDATE grants_closed SET before = greatest(before, $1)"), partition.until);
  await note(runner, { ...partition, isClosing: true });
}

function partitionOf(row: Row): Partition {
  return {
    name: text(row, "name"),
    from: instantOf(integer(row, "begins_at")),
    until: instantOf(integer(row, "ends_at")),
    keptUntil: instantOf(integer(row, "kept_until")),
    isClosing: flag(row, "is_closing"),
  };
}

function isChanged(before: Partition, now: Partition): boolean {
  return before.keptUntil !== now.keptUntil || before.isClosing !== now.isClosing;
}

async function note(runner: Runner, { name, from, until, keptUntil, isClosing }: Partition): Promise<void> {
  await runner.run(
    asItIs(`INSERT INTO grant_partitions (name, begins_at, ends_at, kept_until, is_closing) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (name) DO UPDATE SET kept_until = excluded.kept_until, is_closing = excluded.is_closing`),
    name,
    from,
    until,
    keptUntil,
    isClosing,
  );
}

/**
 * The table is created alone and then attached, because CREATE TABLE … PARTITION OF would lock all grants. No row in it is freed
 * before it is dropped, so inserts need not wake the vacuum, which still runs against wraparound.
 */
function create({ name, from, until, keptUntil }: Partition): string {
  return `CREATE TABLE ${name} (LIKE grants INCLUDING ALL, ${kept(keptUntil)})
      WITH (autovacuum_vacuum_insert_threshold = -1);
    ALTER TABLE grants ATTACH PARTITION ${name} FOR VALUES FROM (${boundOf(from)}) TO (${boundOf(until)})`;
}

/** NOT VALID: the rows that are there met a stricter constraint, so they need not be read. */
function widen({ name, keptUntil }: Partition): string {
  return `ALTER TABLE ${name} DROP CONSTRAINT ${boundName}, ADD ${kept(keptUntil)} NOT VALID`;
}

function kept(until: Instant): string {
  return `CONSTRAINT ${boundName} CHECK (keep_until <= ${until})`;
}

/** SQL: a lower bound of every id of the instant. */
function boundOf(instant: Instant): string {
  return `'\\x${instant.toString(16).padStart(12, "0")}'`;
}
