import { randomBytes, randomInt } from "node:crypto";
import type { Client } from "pg";
import { findGrants } from "../../src/adapters/postgres/grant-paths.ts";
import type { Store } from "../../src/adapters/store.ts";
import { type Instant, instantOf, plus } from "../../src/values/time.ts";
import { percentile } from "../statistics.ts";
import { hourOf, hourSeconds, idAt, newGrant, type Traffic, walPosition } from "./traffic.ts";

/** Callers that each wait for an answer before they ask again. */
const callers = 64;
const loneCalls = 1_000;

/** How long calls took in milliseconds, and how many there were in a second. */
export interface Pace {
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
}

/** What the table is like with so many rows. */
export interface Measure {
  readonly rows: number;
  readonly tableBytes: number;
  readonly indexBytes: number;
  readonly walBytesPerRow: number;
  readonly redeem: { readonly alone: Pace; readonly together: Pace; readonly walBytes: number };
  readonly find: { readonly alone: Pace; readonly together: Pace };
  /** Pages that one look-up touches, and partitions that it reads. */
  readonly pages: number;
  readonly partitions: number;
}

/** What it costs to let the rows of one hour go, in either way. */
export interface Farewell {
  readonly rows: number;
  readonly deleteMilliseconds: number;
  readonly vacuumMilliseconds: number;
  readonly deleteWalBytes: number;
  readonly askMilliseconds: number;
  readonly dropMilliseconds: number;
  readonly dropWalBytes: number;
}

interface Bench {
  readonly client: Client;
  readonly store: Store;
  readonly traffic: Traffic;
}

/** Redeems and looks up through the adapter, one caller alone and then many at once. */
export async function measure(bench: Bench, walBytesPerRow: number, seconds: number): Promise<Measure> {
  const { client, store, traffic } = bench;
  const size = await sizeOf(client);
  const redeem = async () => {
    const answer = await store.grants.redeem(newGrant(instantOf(Date.now()), randomBytes(10)));
    if (answer !== "redeemed") throw new Error("A new code was spent already.");
  };
  const find = async () => {
    const id = idAt(traffic, randomInt(traffic.rows));
    if (!(await store.grants.find(id))) throw new Error("A grant that was loaded is not found.");
  };
  const findAlone = await paceOf(find, { callers: 1, calls: loneCalls, seconds });
  const findTogether = await paceOf(find, { callers, seconds });
  const redeemAlone = await paceOf(redeem, { callers: 1, calls: loneCalls, seconds });
  const before = await walPosition(client);
  const redeemTogether = await paceOf(redeem, { callers, seconds });
  const walBytes = ((await walPosition(client)) - before) / redeemTogether.calls;
  return {
    rows: traffic.rows,
    ...size,
    walBytesPerRow,
    find: { alone: findAlone, together: findTogether },
    redeem: { alone: redeemAlone, together: redeemTogether, walBytes },
    ...(await touchedBy(bench)),
  };
}

async function paceOf(
  call: () => Promise<void>,
  limits: { readonly callers: number; readonly calls?: number; readonly seconds: number },
): Promise<Pace & { readonly calls: number }> {
  for (let warmUp = 0; warmUp < 50; warmUp += 1) await call();
  const taken: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + limits.seconds * 1_000;
  const caller = async () => {
    while (taken.length < (limits.calls ?? Number.POSITIVE_INFINITY) && performance.now() < endsAt) {
      const calledAt = performance.now();
      await call();
      taken.push(performance.now() - calledAt);
    }
  };
  await Promise.all(Array.from({ length: limits.callers }, caller));
  const seconds = (performance.now() - startedAt) / 1_000;
  const sorted = Float64Array.from(taken).sort();
  return {
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    perSecond: taken.length / seconds,
    calls: taken.length,
  };
}

async function sizeOf(client: Client): Promise<Pick<Measure, "tableBytes" | "indexBytes">> {
  const { rows } = await client.query(
    `SELECT sum(pg_table_size(relid))::bigint AS tables, sum(pg_indexes_size(relid))::bigint AS indexes
     FROM pg_partition_tree('grants') WHERE isleaf`,
  );
  return { tableBytes: Number(rows[0]?.tables), indexBytes: Number(rows[0]?.indexes) };
}

/** As EXPLAIN tells of the adapter's own statement, planned before the id is known. */
async function touchedBy({ client, traffic }: Bench): Promise<Pick<Measure, "pages" | "partitions">> {
  const id = `'\\x${Buffer.from(idAt(traffic, traffic.rows >> 1)).toString("hex")}'::bytea`;
  await client.query(`SET plan_cache_mode = force_generic_plan; PREPARE look_up AS ${findGrants}`);
  await client.query(`EXECUTE look_up (ARRAY[${id}], ${id}, ${id})`);
  const { rows } = await client.query(
    `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) EXECUTE look_up (ARRAY[${id}], ${id}, ${id})`,
  );
  await client.query("DEALLOCATE look_up; RESET plan_cache_mode");
  const lines = rows.map((row) => String(row["QUERY PLAN"]));
  const buffers = lines.find((line) => line.includes("Buffers:")) ?? "";
  const pages = [...buffers.matchAll(/(?:hit|read)=(\d+)/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
  const scans = lines.filter((line) => / on grants_\d/.test(line) && !line.includes("never executed"));
  return { pages, partitions: scans.length };
}

/** Deletes the first hour's rows, then lets a sweep drop the second hour. Both have expired. */
export async function measureFarewell({ client, store, traffic }: Bench): Promise<Farewell> {
  const [first, second] = [hourOf(traffic, 0), hourOf(traffic, 1)];
  const walBefore = await walPosition(client);
  const deleted = await timed(() =>
    client.query("DELETE FROM grants WHERE id < $1 AND keep_until < $2", [boundOf(second), Date.now()]),
  );
  const vacuumed = await timed(() => client.query(`VACUUM ${partitionOf(first)}`));
  const deleteWalBytes = (await walPosition(client)) - walBefore;
  const asked = await timed(() =>
    client.query(`SELECT EXISTS (SELECT FROM ${partitionOf(second)} WHERE keep_until >= $1)`, [Date.now()]),
  );
  await store.expiry.sweep(expiryOf(first), 100);
  const walBetween = await walPosition(client);
  const dropped = await timed(() => store.expiry.sweep(expiryOf(second), 100));
  const { rows } = await client.query("SELECT to_regclass($1) IS NULL AS is_gone", [partitionOf(second)]);
  if (rows[0]?.is_gone !== true) throw new Error("The sweep did not drop the partition.");
  return {
    rows: deleted.answer.rowCount ?? 0,
    deleteMilliseconds: deleted.milliseconds,
    vacuumMilliseconds: vacuumed.milliseconds,
    deleteWalBytes,
    askMilliseconds: asked.milliseconds,
    dropMilliseconds: dropped.milliseconds,
    dropWalBytes: (await walPosition(client)) - walBetween,
  };
}

async function timed<T>(
  work: () => Promise<T>,
): Promise<{ readonly answer: T; readonly milliseconds: number }> {
  const startedAt = performance.now();
  const answer = await work();
  return { answer, milliseconds: performance.now() - startedAt };
}

/** The first moment at which the partition that begins at the hour may go. */
function expiryOf(hour: Instant): Instant {
  return plus(hour, 2.25 * hourSeconds + 0.001);
}

function partitionOf(hour: Instant): string {
  return `grants_${new Date(hour).toISOString().slice(0, 13).replaceAll("-", "").replace("T", "_")}`;
}

function boundOf(hour: Instant): Buffer {
  const bound = Buffer.alloc(6);
  bound.writeUIntBE(hour, 0, 6);
  return bound;
}
