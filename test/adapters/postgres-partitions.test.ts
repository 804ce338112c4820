import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import type { Client } from "pg";
import { findGrants } from "../../src/adapters/postgres/grant-paths.ts";
import { revokeGrant } from "../../src/adapters/sql/grants.ts";
import { StoreUnavailable } from "../../src/values/store-unavailable.ts";
import { type Instant, instantOf, plus } from "../../src/values/time.ts";
import { atOnce } from "../storage-contract/harness.ts";
import {
  familyWith,
  firstRotation,
  grantId,
  grantOfFamily,
  grantWith,
  noon,
} from "../storage-contract/samples.ts";
import { startPostgres } from "../support/postgres.ts";
import { storesOn } from "./postgres-store.ts";

const server = await startPostgres();
after(() => server.remove());
const { open, openFresh, connect } = storesOn(server);

const hour = 3_600;
const day = 24 * hour;
/** Noon's partition ends at one, and its last row a quarter and an hour later at most. */
const lastMoment = plus(noon, 2.25 * hour);

/** The tables that hold or held grants. */
async function tablesAt(url: string): Promise<readonly unknown[]> {
  const rows = await server.query(
    url,
    `SELECT tablename FROM pg_tables
     WHERE schemaname = current_schema() AND tablename ~ '^grants_.*[0-9]' ORDER BY tablename`,
  );
  return rows.map(({ tablename }) => tablename);
}

/** A grant whose code was made at that instant and redeemed at once; its token lives as long as it says. */
function grantAt(at: Instant, { index = 1, lifetimeSeconds = hour } = {}) {
  const tokenExpiresAt = plus(at, lifetimeSeconds);
  return grantWith(grantId(index, at), { redeemedAt: at, tokenExpiresAt, keepUntil: tokenExpiresAt });
}

test("each sweep makes the partitions of this hour and the next two", async (context) => {
  const { store, url } = await openFresh(context);
  await store.expiry.sweep(noon, 10);
  assert.deepEqual(await tablesAt(url), ["grants_20251121_12", "grants_20251121_13", "grants_20251121_14"]);
  await store.expiry.sweep(plus(noon, hour), 10);
  assert.equal((await tablesAt(url)).at(-1), "grants_20251121_15");
});

test("inserts do not wake the vacuum for partitions that will be dropped as a whole", async (context) => {
  const { store, url } = await openFresh(context);
  await store.grants.redeem(grantAt(noon));
  const [partition] = await server.query(
    url,
    "SELECT reloptions FROM pg_class WHERE relname = 'grants_20251121_12'",
  );
  assert.deepEqual(partition, { reloptions: ["autovacuum_vacuum_insert_threshold=-1"] });
});

test("a grant without a partition gets one, its neighbours of the same turn too, from any node", async (context) => {
  const { store, url } = await openFresh(context);
  const stores = [store, await open(context, url), await open(context, url)];
  const grants = Array.from({ length: 12 }, (_, index) => grantAt(plus(noon, index * hour)));
  const answers = await atOnce(36, (index) =>
    (stores[index % 3] ?? store).grants.redeem(grants[Math.trunc(index / 3)] ?? grantAt(noon)),
  );
  assert.equal(answers.filter((answer) => answer === "redeemed").length, 12);
  for (const { id } of grants) assert.ok(await store.grants.find(id));
  assert.equal((await tablesAt(url)).length, 12);
});

test("a refreshed token without a partition gets one", async (context) => {
  const { store } = await openFresh(context);
  const family = grantId(1);
  await store.grants.redeem(grantOfFamily(family, family), familyWith(family));
  const later = plus(noon, 9 * hour);
  const grant = { ...grantAt(later), details: { scope: ["openid"], familyId: family } };
  const rotation = { ...firstRotation(grant.id, family), grant, now: later };
  assert.equal(await store.tokenFamilies.rotate(rotation), true);
  assert.ok(await store.grants.find(grant.id));
});

test("a look-up touches only the partitions of what it asks for, planned before or after the ids are known", async (context) => {
  const { store, url } = await openFresh(context);
  for (let index = 0; index < 8; index += 1) await store.grants.redeem(grantAt(plus(noon, index * hour)));
  const client = await connect(context, url);
  const ids = [1, 2, 3].map((index) => grantId(1, plus(noon, index * hour)));
  const asked = (...wanted: typeof ids) =>
    `ARRAY[${wanted.map(literal).join()}], ${literal(wanted[0])}, ${literal(wanted.at(-1))}`;
  const revoke = revokeGrant.replace(":at", "$1").replace(":id", "$2");
  const [first, second, third] = ids;
  assert.ok(first && second && third);
  for (const mode of ["force_generic_plan", "force_custom_plan"]) {
    await client.query(`SET plan_cache_mode = ${mode}`);
    const touchedBy = (statement: string, values: string) => touched(client, statement, values);
    assert.deepEqual(await touchedBy(findGrants, asked(first)), ["grants_20251121_13"]);
    assert.deepEqual(await touchedBy(findGrants, asked(first, second)), [
      "grants_20251121_13",
      "grants_20251121_14",
    ]);
    assert.deepEqual(await touchedBy(findGrants, asked(first, third)), [
      "grants_20251121_13",
      "grants_20251121_15",
    ]);
    assert.deepEqual(await touchedBy(revoke, `0, ${literal(first)}`), ["grants_20251121_13"]);
  }
});

function literal(id: Uint8Array | undefined): string {
  return `'\\x${Buffer.from(id ?? []).toString("hex")}'::bytea`;
}

/** The partitions that EXPLAIN ANALYZE saw a scan of. */
async function touched(client: Client, statement: string, values: string): Promise<readonly string[]> {
  await client.query(`PREPARE look_up AS ${statement}`);
  const { rows } = await client.query(`EXPLAIN (ANALYZE, COSTS OFF) EXECUTE look_up (${values})`);
  await client.query("DEALLOCATE look_up");
  const lines = rows.map((row) => String(row["QUERY PLAN"]));
  assert.ok(!lines.some((line) => /Seq Scan on grants/.test(line)), lines.join("\n"));
  const scans = lines.filter((line) => line.includes(" Scan ") && !line.includes("never executed"));
  return scans.flatMap((line) => / on (grants_\d{8}_\d{2})\b/.exec(line)?.[1] ?? []);
}

test("a code that is redeemed in the next hour lies with those of its own, and its replay is recognised", async (context) => {
  const { store, url } = await openFresh(context);
  const another = await open(context, url);
  const grant = { ...grantAt(plus(noon, 3_599.999)), redeemedAt: plus(noon, hour + 60) };
  const answers = await atOnce(50, (index) => (index % 2 ? store : another).grants.redeem(grant));
  assert.equal(answers.filter((answer) => answer === "redeemed").length, 1);
  assert.equal(await another.grants.redeem(grant), "already-redeemed");
  const rows = await server.query(url, "SELECT tableoid::regclass::text AS partition FROM grants");
  assert.deepEqual(rows, [{ partition: "grants_20251121_12" }]);
});

test("a partition stays until its last moment, and goes as a whole", async (context) => {
  const { store, url } = await openFresh(context);
  const grants = [1, 2].map((index) => grantAt(noon, { index }));
  for (const grant of grants) await store.grants.redeem(grant);
  await store.expiry.sweep(lastMoment, 10);
  for (const { id } of grants) assert.ok(await store.grants.find(id));
  await store.expiry.sweep(plus(lastMoment, 0.001), 10);
  for (const { id } of grants) assert.equal(await store.grants.find(id), undefined);
  assert.ok(!(await tablesAt(url)).includes("grants_20251121_12"));
});

test("a partition waits for a grant that is kept longer; PostgreSQL itself refuses one that would not be waited for", async (context) => {
  const { store, url } = await openFresh(context);
  await store.grants.redeem(grantAt(noon));
  await assert.rejects(server.query(url, `UPDATE grants SET keep_until = ${lastMoment + 1}`), {
    code: "23514",
    constraint: "kept_until",
  });
  await store.grants.redeem(grantAt(noon, { index: 2, lifetimeSeconds: 20 * hour }));
  await store.expiry.sweep(plus(noon, 20 * hour), 10);
  for (const index of [1, 2]) assert.ok(await store.grants.find(grantId(index)));
  await store.expiry.sweep(plus(noon, 22 * hour), 10);
  assert.equal(await store.grants.find(grantId(2)), undefined);
});

test("a partition is not dropped by a clock that is ahead of the database's", async (context) => {
  const { store, url } = await openFresh(context);
  const [{ now } = {}] = await server.query(url, "SELECT extract(epoch FROM now())::integer AS now");
  assert.ok(typeof now === "number");
  const grant = grantAt(plus(noon, now - noon / 1_000));
  await store.grants.redeem(grant);
  await store.expiry.sweep(plus(grant.redeemedAt, 3 * day), 10);
  assert.ok(await store.grants.find(grant.id));
});

test("where a partition was dropped its codes stay spent, whatever the clock of a node says", async (context) => {
  const { store, url } = await openFresh(context);
  const family = grantId(7);
  await store.grants.redeem(grantOfFamily(family, family), familyWith(family));
  await store.expiry.sweep(plus(noon, 3 * hour), 10);
  const late = await open(context, url);
  const [old, fresh] = [grantAt(noon), grantAt(plus(noon, 3 * hour))];
  assert.deepEqual(await Promise.all([late.grants.redeem(old), late.grants.redeem(fresh)]), [
    "already-redeemed",
    "redeemed",
  ]);
  assert.equal(await store.grants.redeem(old), "already-redeemed");
  assert.equal(await late.grants.revoke(old.id, noon), false);
  await assert.rejects(
    late.tokenFamilies.rotate(firstRotation(grantId(8), family)),
    (error) => error instanceof StoreUnavailable && /clock was set back by hours/.test(error.message),
  );
  assert.equal((await store.tokenFamilies.find(family))?.generation, 1);
});

test("a clock that was ahead when partitions were dropped stops exchanges loudly, and what the operator's guide says ends that", async (context) => {
  const { store, url } = await openFresh(context);
  await server.query(
    url,
    "UPDATE grants_closed SET before = extract(epoch FROM clock_timestamp()) * 1000 + 3600000",
  );
  await assert.rejects(store.grants.redeem(grantAt(noon)), StoreUnavailable);
  const status = await store.status();
  assert.ok(!status.isReady && /clock was ahead/.test(status.problem));
  await server.query(url, "UPDATE grants_closed SET before = extract(epoch FROM clock_timestamp()) * 1000");
  assert.equal((await store.status()).isReady, true);
  const now = instantOf(Date.now());
  assert.equal(await store.grants.redeem(grantAt(plus(now, 1))), "redeemed");
});

test("where later partitions were dropped an older one takes no token that would outlive it", async (context) => {
  const { store, url } = await openFresh(context);
  await store.grants.redeem(grantAt(plus(noon, hour)));
  await store.grants.redeem(grantAt(noon, { lifetimeSeconds: 20 * hour }));
  await store.expiry.sweep(plus(noon, 4 * hour), 10);
  assert.ok(!(await tablesAt(url)).includes("grants_20251121_13"));
  const late = await open(context, url);
  assert.equal(await late.grants.redeem(grantAt(noon, { index: 2 })), "redeemed");
  const [long, fresh] = [
    grantAt(noon, { index: 3, lifetimeSeconds: 23 * hour }),
    grantAt(plus(noon, 4 * hour)),
  ];
  assert.deepEqual(await Promise.all([late.grants.redeem(long), late.grants.redeem(fresh)]), [
    "already-redeemed",
    "redeemed",
  ]);
  assert.equal(await late.grants.find(long.id), undefined);
});

test("a longer token lifetime waits for readers of the current partition, is refused in bounded time, and works afterwards", async (context) => {
  const { store, url } = await openFresh(context);
  await store.grants.redeem(grantAt(noon));
  const reader = await connect(context, url);
  await reader.query("BEGIN; SELECT count(*) FROM grants");
  const longer = grantAt(noon, { index: 2, lifetimeSeconds: 9 * hour });
  await assert.rejects(store.grants.redeem(longer), StoreUnavailable);
  assert.equal(await store.grants.redeem(grantAt(noon, { index: 3 })), "redeemed");
  await reader.query("COMMIT");
  assert.equal(await store.grants.redeem(longer), "redeemed");
});

test("tokens that live longer than a day get a partition a day", async (context) => {
  const { store, url } = await openFresh(context);
  for (let index = 0; index < 10; index += 1)
    await store.grants.redeem(grantAt(plus(noon, index * day), { lifetimeSeconds: 30 * day }));
  await store.expiry.sweep(plus(noon, 10 * day), 10);
  assert.equal((await tablesAt(url)).length, 13);
  for (let index = 0; index < 10; index += 1)
    assert.ok(await store.grants.find(grantId(1, plus(noon, index * day))));
});

test("when tokens begin to live longer the new partitions fit between those that are there", async (context) => {
  const { store, url } = await openFresh(context);
  const evening = plus(noon, 8 * hour);
  await store.expiry.sweep(evening, 10);
  const month = (at: Instant) => grantAt(at, { lifetimeSeconds: 30 * day });
  for (const at of [noon, evening, plus(noon, 11 * hour), plus(noon, 12 * hour)])
    assert.equal(await store.grants.redeem(month(at)), "redeemed");
  assert.deepEqual(await tablesAt(url), [
    "grants_20251121_00",
    "grants_20251121_20",
    "grants_20251121_21",
    "grants_20251121_22",
    "grants_20251121_23",
    "grants_20251122_00",
  ]);
});

test("many nodes sweep at once, hour after hour, and hold the same few partitions", async (context) => {
  const { store, url } = await openFresh(context);
  const stores = [store, ...(await atOnce(3, () => open(context, url)))];
  for (let index = 0; index < 8; index += 1) {
    const now = plus(noon, index * hour);
    await Promise.all(
      stores.flatMap((node, by) => [
        node.expiry.sweep(now, 10),
        node.grants.redeem(grantAt(now, { index: by })),
      ]),
    );
  }
  await store.expiry.sweep(plus(noon, 7 * hour), 10);
  assert.deepEqual(
    await tablesAt(url),
    [17, 18, 19, 20, 21].map((at) => `grants_20251121_${at}`),
  );
});

test("what a node of 0.1.0 makes and widens without noting it is taken over, and kept as long as it says", async (context) => {
  const { store, url } = await openFresh(context);
  const noted = () => server.query(url, "SELECT * FROM grant_partitions ORDER BY name");
  await store.grants.redeem(grantAt(noon));
  const before = await noted();
  assert.equal(before.length, 1);
  await server.query(url, "DELETE FROM grant_partitions");
  await store.grants.redeem(grantAt(plus(noon, hour)));
  assert.deepEqual(
    (await noted())[0],
    before[0],
    "It is noted again, with the bounds that the catalogue says.",
  );
  const long = grantAt(noon, { index: 2, lifetimeSeconds: 20 * hour });
  await server.query(
    url,
    `ALTER TABLE grants_20251121_12 DROP CONSTRAINT kept_until,
       ADD CONSTRAINT kept_until CHECK (keep_until <= ${plus(noon, 21 * hour)}) NOT VALID`,
  );
  assert.equal(await store.grants.redeem(long), "redeemed");
  await store.expiry.sweep(plus(noon, 20 * hour), 10);
  assert.ok(await store.grants.find(long.id));
  await store.expiry.sweep(plus(noon, 22 * hour), 10);
  assert.equal(await store.grants.find(long.id), undefined);
  await store.grants.redeem(grantAt(plus(noon, 30 * hour)));
  const names = (await noted()).map(({ name }) => name);
  assert.deepEqual(names, await tablesAt(url), "What was dropped is noted no more.");
});

test("db check finds a partition sound whose bound was widened, and reports any other constraint that was never validated", async (context) => {
  const { store, url } = await openFresh(context);
  await store.grants.redeem(grantAt(noon));
  await store.grants.redeem(grantAt(noon, { index: 2, lifetimeSeconds: day }));
  const unvalidated = `SELECT conrelid::regclass::text AS name FROM pg_constraint
    WHERE NOT convalidated AND connamespace = current_schema()::regnamespace`;
  assert.deepEqual(await server.query(url, unvalidated), [{ name: "grants_20251121_12" }]);
  assert.deepEqual((await store.check()).problems, []);
  await server.query(
    url,
    `ALTER TABLE grants_20251121_12 ADD CONSTRAINT strange CHECK (keep_until > 0) NOT VALID;
     ALTER TABLE links ADD CONSTRAINT kept_until CHECK (expires_at > 0) NOT VALID`,
  );
  assert.deepEqual((await store.check()).problems, [
    "a constraint was never validated: grants_20251121_12: strange",
    "a constraint was never validated: links: kept_until",
  ]);
});

test("a crash between detaching and dropping is mended by the next sweep", async (context) => {
  const { store, url } = await openFresh(context);
  await store.grants.redeem(grantAt(noon));
  await server.query(url, "ALTER TABLE grants DETACH PARTITION grants_20251121_12 CONCURRENTLY");
  await store.expiry.sweep(lastMoment, 10);
  assert.ok((await tablesAt(url)).includes("grants_20251121_12"), "Its rows have not expired.");
  await store.expiry.sweep(plus(lastMoment, 1), 10);
  assert.ok(!(await tablesAt(url)).includes("grants_20251121_12"));
});

test("a detaching that was broken off is ended by a later sweep; meanwhile codes are redeemed and partitions made", async (context) => {
  const { store, url } = await openFresh(context);
  await store.grants.redeem(grantAt(noon));
  const reader = await connect(context, url);
  await reader.query("BEGIN; SELECT count(*) FROM grants");
  const crashed = await connect(context, url);
  await crashed.query("SET statement_timeout = 100");
  const detach = "ALTER TABLE grants DETACH PARTITION grants_20251121_12 CONCURRENTLY";
  await assert.rejects(crashed.query(detach), { code: "57014" });
  assert.equal(await store.grants.redeem(grantAt(plus(noon, 6 * hour))), "redeemed");
  const evening = plus(noon, 9 * hour);
  await store.expiry.sweep(evening, 10);
  assert.ok((await tablesAt(url)).includes("grants_20251121_12"), "Somebody still reads it.");
  assert.equal(await store.grants.redeem(grantAt(evening)), "redeemed");
  await reader.query("COMMIT");
  await store.expiry.sweep(evening, 10);
  assert.ok(!(await tablesAt(url)).includes("grants_20251121_12"));
});

test("somebody who reads for long keeps a partition from going, and nobody from signing in", async (context) => {
  const { store, url } = await openFresh(context);
  await store.grants.redeem(grantAt(noon));
  const reader = await connect(context, url);
  await reader.query("BEGIN; SELECT count(*) FROM grants");
  const evening = plus(noon, 9 * hour);
  const swept = store.expiry.sweep(evening, 10);
  for (let index = 0; index < 5; index += 1) {
    assert.equal(await store.grants.redeem(grantAt(evening, { index })), "redeemed");
    assert.ok(await store.grants.find(grantId(index, evening)));
  }
  await swept;
  await reader.query("COMMIT");
  await store.expiry.sweep(evening, 10);
  assert.ok(!(await tablesAt(url)).includes("grants_20251121_12"));
});

/** A database with the first schema and that many grants, one a minute from noon on. */
async function firstSchema(grants: number): Promise<string> {
  const url = await server.newSchema();
  const file = new URL("../../src/adapters/postgres/migrations/0001-first.sql", import.meta.url);
  await server.query(url, readFileSync(file, "utf8"));
  await server.query(
    url,
    `CREATE TABLE latchkey_migrations (number integer PRIMARY KEY, name text NOT NULL, applied_at bigint NOT NULL);
     INSERT INTO latchkey_migrations VALUES (1, '0001-first', 0)`,
  );
  for (let minute = 0; minute < grants; minute += 1) {
    const { id, redeemedAt, keepUntil, tokenDigest, sessionId, accountId, clientId } = oldGrant(minute);
    await server.query(
      url,
      `INSERT INTO grants VALUES (${literal(id)}, ${literal(tokenDigest)}, '${clientId}', '${accountId}', 1,
         ${literal(sessionId)}, ${redeemedAt}, ${keepUntil}, ${keepUntil}, NULL, NULL, NULL, 0)`,
    );
  }
  return url;
}

const oldGrant = (minute: number) => grantAt(plus(noon, 60 * minute));

test("the grants of the first schema are all there after the migration, by however many nodes at once", async (context) => {
  const url = await firstSchema(90);
  const stores = await atOnce(8, () => open(context, url));
  const applied = await Promise.all(stores.map((store) => store.migrate()));
  assert.equal(applied.filter((names) => names.includes("0003-grants-by-time")).length, 1);
  const [store] = stores;
  assert.ok(store);
  for (let minute = 0; minute < 90; minute += 1) {
    const grant = oldGrant(minute);
    assert.equal((await store.grants.find(grant.id))?.keepUntil, grant.keepUntil);
    assert.equal(await store.grants.redeem(grant), "already-redeemed");
  }
  assert.deepEqual(await tablesAt(url), ["grants_until_20251121_14"]);
});

test("the grants of the first schema go once all of them have expired, and take new ones until their hour ends", async (context) => {
  const url = await firstSchema(90);
  const store = await open(context, url);
  const [last, next] = [grantAt(plus(noon, 2 * hour - 1)), grantAt(plus(noon, 2 * hour))];
  for (const grant of [last, next]) assert.equal(await store.grants.redeem(grant), "redeemed");
  assert.deepEqual(await tablesAt(url), ["grants_20251121_14", "grants_until_20251121_14"]);
  await store.expiry.sweep(last.keepUntil, 10);
  assert.ok(await store.grants.find(last.id));
  assert.ok(await store.grants.find(oldGrant(0).id));
  await store.expiry.sweep(plus(noon, 4 * hour), 10);
  assert.equal(await store.grants.find(last.id), undefined);
  assert.equal(await store.grants.redeem(oldGrant(0)), "already-redeemed", "Its partition was dropped.");
});
