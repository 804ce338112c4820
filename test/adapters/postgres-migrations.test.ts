import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { openPostgresStore } from "../../src/adapters/postgres/store.ts";
import { FakeClock } from "../support/in-process.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { loadRecordedDatabase, recordedReleases } from "../support/recorded-release.ts";

const clock = new FakeClock();
let server: PostgresServer;

before(async () => {
  server = await startPostgres();
});
after(() => server.remove());

async function oldDatabase(): Promise<string> {
  const [, record] = recordedReleases("postgres");
  assert.ok(record);
  return loadRecordedDatabase(record, server);
}

async function schemaOf(url: string): Promise<unknown> {
  const [row] = await server.query(url, "SELECT max(number) AS newest FROM latchkey_migrations");
  return row?.newest;
}

test("a migration that waits for a table keeps nobody waiting who comes after it, and goes on when the table is free", async () => {
  const url = await oldDatabase();
  const before = await schemaOf(url);
  const dump = new Client({ connectionString: url });
  await dump.connect();
  await dump.query("BEGIN; SELECT 1 FROM accounts, clients, sessions, grants LIMIT 1");
  const opening = openPostgresStore({ url, clock, mayEndWayBack: true });
  let longest = 0;
  for (let turn = 0; turn < 20; turn += 1) {
    const begun = performance.now();
    await server.query(url, "SELECT count(*) FROM accounts, sessions");
    longest = Math.max(longest, performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.ok(longest < 2_000, `a sign-in waited for ${Math.round(longest)} ms`);
  const meanwhile = await schemaOf(url);
  await dump.query("COMMIT");
  await dump.end();
  const store = await opening;
  const applied = await store.migrate();
  await store.close();
  assert.ok(applied.length > 10);
  assert.ok(Number(meanwhile) < Number(await schemaOf(url)), "it did not wait for the table");
  assert.ok(Number(before) <= Number(meanwhile));
});

test("a database that people use is not migrated without a way back, unless the operator agreed; an empty one is", async () => {
  const url = await oldDatabase();
  const version = await schemaOf(url);
  await assert.rejects(openPostgresStore({ url, clock }), {
    name: "StoreUnopenable",
    reason: "one-way",
    exitCode: 78,
    message:
      /only a dump leads back.*`latchkey db migrate --yes`.*LATCHKEY_MIGRATE=always.*Nothing was changed/,
  });
  assert.equal(await schemaOf(url), version);
  const migrated = await openPostgresStore({ url, clock, mayEndWayBack: true });
  await migrated.close();
  const again = await openPostgresStore({ url, clock });
  assert.deepEqual(await again.migrate(), []);
  await again.close();
  const empty = await openPostgresStore({ url: await server.newSchema(), clock });
  assert.ok((await empty.migrate()).length > 30);
  await empty.close();
});
