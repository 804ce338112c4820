import { StoreUnavailable } from "../../values/store-unavailable.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { flag, has, integer, parsed, text } from "../rows/rows.ts";
import { asItIs, type Row, type Runner } from "./database.ts";
import { lockFor } from "./locks.ts";

const hourMilliseconds = 3_600_000;
const dayMilliseconds = 24 * hourMilliseconds;
/** Lifetimes are rounded up to this: a code may be redeemed at any moment of its five minutes. */
const lifetimeStepMilliseconds = hourMilliseconds / 4;

/** What the default settings need: an hour for the token, five minutes for its code, two to recognise a replay. */
export const usualLifetimeMilliseconds = 5 * lifetimeStepMilliseconds;

/** SQL: the database's clock in whole milliseconds. */
export const nowMilliseconds = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** Only partitions of the past are dropped, so this says that a clock was ahead when one was. Nobody knows then which codes are spent. */
export const closedAhead =
  "PostgreSQL: grants_closed lies in the future, because the clock was ahead when grants were dropped. No code can be exchanged until then; docs/operating.md says how to end that.";

interface KeptPartition {
  readonly name: string;
  /** No row in it has a later `keep_until`; its constraint refuses any that would. */
  readonly keptUntil: Instant;
}

/** A partition that takes ids made at or after `from` and before `until`. */
export interface AttachedPartition extends KeptPartition {
  readonly state: "attached";
  readonly from: Instant;
  readonly until: Instant;
}

/**
 * A partition of the grants, or what was one, as the catalogue tells (ADR 0017). "pending": its detaching was broken off.
 * "detached": no longer a partition, and not dropped yet.
 */
export type Partition = AttachedPartition | (KeptPartition & { readonly state: "pending" | "detached" });

/** How long a grant is kept from its id's time on, rounded up as partitions are. */
export function lifetimeOf(madeAt: Instant, keepUntil: Instant): number {
  return Math.ceil((keepUntil - madeAt) / lifetimeStepMilliseconds) * lifetimeStepMilliseconds;
}

/** By the hour there would be 720 partitions for tokens of 30 days, and plans lock and list them all. */
export function partitionMilliseconds(lifetimeMilliseconds: number): number {
  return lifetimeMilliseconds <= dayMilliseconds ? hourMilliseconds : dayMilliseconds;
}

/** The partition that takes ids of this time; undefined where there is none, or one that rows of this lifetime would outlive. */
export function roomAt(
  partitions: readonly Partition[],
  time: Instant,
  lifetimeMilliseconds: number,
): AttachedPartition | undefined {
  const partition = partitionAt(partitions, time);
  return partition && partition.keptUntil >= partition.until + lifetimeMilliseconds ? partition : undefined;
}

/**
 * Makes or widens the partitions of these times for rows of this lifetime, except where partitions were dropped; answers all that
 * there are. Part of the caller's transaction, which alone makes partitions until it ends.
 */
export async function makeRoom(
  runner: Runner,
  times: readonly Instant[],
  lifetimeMilliseconds: number,
): Promise<readonly Partition[]> {
  await runner.run(asItIs(lockFor("making partitions")));
  const closed =
    (await runner.get(asItIs(`SELECT before, ${nowMilliseconds} AS now FROM grants_closed`))) ?? {};
  const closedBefore = integer(closed, "before");
  if (closedBefore > integer(closed, "now")) throw new StoreUnavailable(closedAhead);
  const partitions = [...(await listPartitions(runner))];
  for (const time of times) {
    const there = partitionAt(partitions, time);
    const isClosed = there ? there.until <= closedBefore : time < closedBefore;
    if (isClosed || roomAt(partitions, time, lifetimeMilliseconds)) continue;
    const range = there ?? freeRange(time, partitions, partitionMilliseconds(lifetimeMilliseconds));
    const partition = { ...range, keptUntil: instantOf(range.until + lifetimeMilliseconds) };
    await runner.run(asItIs(there ? widen(partition) : create(partition)));
    partitions.unshift(partition);
  }
  return partitions;
}

/** All that the catalogue has, in a transaction of the caller's. */
export async function listPartitions(runner: Runner): Promise<readonly Partition[]> {
  await runner.run(asItIs("SET LOCAL bytea_output = hex"));
  return (await runner.all(asItIs(catalogue))).map(partitionOf);
}

const catalogue = `SELECT class.relname::text AS name, coalesce(inhdetachpending, false) AS is_pending,
    pg_get_expr(class.relpartbound, class.oid) AS range,
    (SELECT substring(pg_get_constraintdef(oid) FROM '[0-9]{5,}')::bigint FROM pg_constraint
     WHERE conrelid = class.oid AND conname = 'kept_until') AS kept_until
  FROM pg_class AS class LEFT JOIN pg_inherits ON inhrelid = class.oid
  WHERE class.relkind = 'r'
    AND class.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'grants'::regclass)
    AND (inhparent = 'grants'::regclass
      OR (inhparent IS NULL AND class.relname ~ '^grants_(until_)?[0-9]{8}_[0-9]{2}$'))
  ORDER BY class.relname`;

const rangeText =
  /^FOR VALUES FROM \((?:MINVALUE|'\\x(?<from>[0-9a-f]{12})')\) TO \('\\x(?<until>[0-9a-f]{12})'\)$/;

function partitionOf(row: Row): Partition {
  const name = text(row, "name");
  // A constraint that is missing has been taken away by hand: then nobody knows, and the partition stays.
  const keptUntil = instantOf(has(row, "kept_until") ? integer(row, "kept_until") : Number.MAX_SAFE_INTEGER);
  if (!has(row, "range")) return { name, state: "detached", keptUntil };
  if (flag(row, "is_pending")) return { name, state: "pending", keptUntil };
  const range = parsed("range", rangeText.exec(text(row, "range"))?.groups);
  return {
    name,
    state: "attached",
    from: instantOf(Number.parseInt(range.from ?? "0", 16)),
    until: instantOf(Number.parseInt(range.until ?? "0", 16)),
    keptUntil,
  };
}

function partitionAt(partitions: readonly Partition[], time: Instant): AttachedPartition | undefined {
  return partitions.filter(isAttached).find(({ from, until }) => from <= time && time < until);
}

function isAttached(partition: Partition): partition is AttachedPartition {
  return partition.state === "attached";
}

/** A whole hour or day, or what its neighbours leave of it. */
function freeRange(
  time: Instant,
  partitions: readonly Partition[],
  milliseconds: number,
): Omit<AttachedPartition, "keptUntil"> {
  let from = Math.floor(time / milliseconds) * milliseconds;
  let until = from + milliseconds;
  for (const other of partitions.filter(isAttached)) {
    if (other.until <= time) from = Math.max(from, other.until);
    else until = Math.min(until, other.from);
  }
  return { name: nameOf(from), state: "attached", from: instantOf(from), until: instantOf(until) };
}

function nameOf(from: number): string {
  return `grants_${new Date(from).toISOString().slice(0, 13).replaceAll("-", "").replace("T", "_")}`;
}

/**
 * The table is made alone and attached then, because CREATE TABLE … PARTITION OF would lock all of the grants. Nothing in it becomes
 * free before it is dropped, so inserts need not wake the vacuum; against wraparound it comes all the same.
 */
function create({ name, from, until, keptUntil }: AttachedPartition): string {
  return `CREATE TABLE ${name} (LIKE grants INCLUDING ALL, ${kept(keptUntil)})
      WITH (autovacuum_vacuum_insert_threshold = -1);
    ALTER TABLE grants ATTACH PARTITION ${name} FOR VALUES FROM (${boundOf(from)}) TO (${boundOf(until)})`;
}

/** What is there already met a stricter constraint, so that it need not be read. */
function widen({ name, keptUntil }: AttachedPartition): string {
  return `ALTER TABLE ${name} DROP CONSTRAINT kept_until, ADD ${kept(keptUntil)} NOT VALID`;
}

function kept(until: Instant): string {
  return `CONSTRAINT kept_until CHECK (keep_until <= ${until})`;
}

/** The shortest key that no id of the instant is smaller than. */
function boundOf(instant: Instant): string {
  return `'\\x${instant.toString(16).padStart(12, "0")}'`;
}
