import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { startMailServer } from "../support/mail-server.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { loadRecordedDatabase, recordedMasterKey, recordedReleases } from "../support/recorded-release.ts";
import { LiveService, newDataDir, spawnLatchkey } from "../support/service.ts";

const [oldest] = recordedReleases("postgres");
const newest = recordedReleases("postgres").at(-1);

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(async () => {
  await server.remove();
});

const environment = (url: string) => ({
  LATCHKEY_SECRET: recordedMasterKey,
  LATCHKEY_BASE_URL: "http://localhost:8080",
  LATCHKEY_DATABASE_URL: url,
});

/** The names of the databases of rehearsals. */
async function copiesOn(url: string): Promise<readonly unknown[]> {
  const rows = await server.query(
    url,
    "SELECT datname::text AS name FROM pg_database WHERE datname LIKE 'latchkey_rehearsal%'",
  );
  return rows.map(({ name }) => name);
}

/** Every row of every table, as text. Rows that come and go by themselves are not among them: nothing runs on it. */
async function contentOf(url: string): Promise<unknown> {
  const tables = await server.query(
    url,
    `SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`,
  );
  const content: [unknown, unknown][] = [];
  for (const { name } of tables)
    content.push([
      name,
      await server.query(url, `SELECT t::text AS row FROM public.${name} AS t ORDER BY 1`),
    ]);
  return content;
}

interface Rehearsed {
  readonly passed: boolean;
  readonly steps: readonly {
    readonly step: string;
    readonly passed: boolean;
    readonly found: string;
    readonly details: readonly string[];
  }[];
}

for (const release of [oldest, newest])
  test(`a rehearsal on PostgreSQL copies the database of ${release?.commit.slice(0, 8)}, says yes, and changes no row of it`, async () => {
    assert.ok(release);
    const url = await loadRecordedDatabase(release, server);
    const seen = await contentOf(url);
    await using mailServer = await startMailServer();
    const service = new LiveService(await newDataDir(), {
      ...environment(url),
      LATCHKEY_SMTP_URL: mailServer.url,
    });
    const { exitCode, stdout, stderr } = await service.run(["upgrade", "--rehearse", "--json"]);
    assert.equal(exitCode, 0, stderr + stdout);
    const { passed, steps }: Rehearsed = JSON.parse(stdout);
    assert.ok(passed);
    const found = new Map(steps.map((step) => [step.step, step] as const));
    assert.match(found.get("migrate")?.found ?? "", /^[1-9]\d* migrations? applied/);
    assert.equal(found.get("applications")?.found, "The test person signed in at 2 applications.");
    assert.ok(Number(/\d+ rows?/.exec(found.get("check")?.found ?? "")?.[0].split(" ")[0]) > 20);
    assert.match(found.get("mail")?.found ?? "", /its link opens a page/);
    assert.match(found.get("backup")?.found ?? "", /^None was made: PostgreSQL/);
    assert.deepEqual(await contentOf(url), seen);
    assert.deepEqual(await copiesOn(url), []);
    assert.equal(mailServer.taken.length, 0);
  });

test("beside a running service it sees what that has, and the service goes on", async () => {
  const url = await server.newDatabase();
  await using service = new LiveService(await newDataDir(), environment(url));
  await service.start();
  const shop = await service.createClient("Shop", ["https://shop.example/callback"]);
  await service.createUser({ username: "ada", password: "a good long pass phrase" });
  const rehearsed = await service.run(["upgrade", "--rehearse", "--json"]);
  assert.equal(rehearsed.exitCode, 0, rehearsed.stderr + rehearsed.stdout);
  const { steps }: Rehearsed = JSON.parse(rehearsed.stdout);
  assert.match(steps.map(({ found }) => found).join(), /0 migrations applied.*signed in at 1 application\b/);
  assert.doesNotMatch((await service.run(["user", "list"])).stdout, /rehearsal/);
  assert.match((await service.run(["client", "list"])).stdout, new RegExp(shop.clientId));
  assert.equal((await fetch(`http://127.0.0.1:${service.port}/readyz`)).status, 200);
});

for (const signal of ["SIGTERM", "SIGKILL"] as const)
  test(`after ${signal} in the middle nothing is left${signal === "SIGKILL" ? " once the next one has run" : ""}`, async () => {
    assert.ok(newest);
    const url = await loadRecordedDatabase(newest, server);
    const dataDir = await newDataDir();
    const child = spawnLatchkey(["upgrade", "--rehearse"], dataDir, environment(url));
    child.stderr.resume();
    for await (const chunk of child.stdout) if (/^ok +check/m.test(String(chunk))) child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, "close");
    if (signal === "SIGTERM") assert.equal(child.exitCode, 130);
    else {
      assert.equal((await copiesOn(url)).length, 1);
      const next = await new LiveService(dataDir, environment(url)).run(["upgrade", "--rehearse"]);
      assert.equal(next.exitCode, 0, next.stdout + next.stderr);
    }
    assert.deepEqual(await copiesOn(url), []);
  });

test("a role that may not make a database is told what to do, and nothing is changed", async () => {
  const url = await server.newDatabase();
  const own = new LiveService(await newDataDir(), environment(url));
  assert.equal((await own.run(["db", "migrate"])).exitCode, 0);
  const { pathname, host } = new URL(url);
  const asTenant = `postgres://tenant:not-a-secret@${host}${pathname}`;
  await server.query(
    url,
    `CREATE ROLE tenant LOGIN PASSWORD 'not-a-secret'; GRANT ALL ON SCHEMA public TO tenant;
     GRANT ALL ON ALL TABLES IN SCHEMA public TO tenant; GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO tenant`,
  );
  const tenant = new LiveService(own.dataDir, environment(asTenant));
  const { exitCode, stdout, stderr } = await tenant.run(["upgrade", "--rehearse"]);
  assert.equal(exitCode, 78, stdout + stderr);
  assert.match(stderr, /ALTER ROLE "tenant" CREATEDB[\s\S]*Nothing was changed/);
  assert.doesNotMatch(stderr, /not-a-secret|No: this release/);
  assert.deepEqual(await copiesOn(url), []);
  await server.query(url, "ALTER ROLE tenant CREATEDB");
  const allowed = await tenant.run(["upgrade", "--rehearse"]);
  assert.equal(allowed.exitCode, 0, allowed.stdout + allowed.stderr);
});

test("two rehearsals of one database do not remove each other's copy", async () => {
  const url = await server.newDatabase();
  const own = new LiveService(await newDataDir(), environment(url));
  assert.equal((await own.run(["db", "migrate"])).exitCode, 0);
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query("SELECT pg_advisory_lock(1280001369, 13)");
  const refused = await own.run(["upgrade", "--rehearse"]);
  await holder.end();
  assert.equal(refused.exitCode, 69, refused.stdout);
  assert.match(refused.stderr, /Another rehearsal of .* is running/);
});

test("a column of another program is a no, because no copy could have it", async () => {
  const url = await server.newDatabase();
  const own = new LiveService(await newDataDir(), environment(url));
  assert.equal((await own.run(["db", "migrate"])).exitCode, 0);
  await server.query(url, "ALTER TABLE accounts ADD COLUMN shoe_size integer");
  const refused = await own.run(["upgrade", "--rehearse"]);
  assert.equal(refused.exitCode, 4, refused.stdout);
  assert.match(refused.stdout, /^failed {2}copy .*accounts has a column of another program: shoe_size/m);
  assert.deepEqual(await copiesOn(url), []);
});
