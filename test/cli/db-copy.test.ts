import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { symmetricPurposes } from "../../src/values/key-purpose.ts";
import { startPostgres } from "../support/postgres.ts";
import { openEmptyFolder, openFolder } from "./command-line.ts";

const server = await startPostgres();
after(() => server.remove());

/** One for each purpose. */
const keys = symmetricPurposes.length;
const source = "sqlite:data/latchkey.db";
const create = ["client", "create", "--name", "My app", "--redirect-uri", "https://app.example/callback"];

test("db copy tells how far it is on stderr, what it moved on stdout, and what to do next; PGPASSWORD may hold the password", async () => {
  await using folder = await openFolder();
  await folder.json(create);
  // A password in an argument can be read in the list of processes, so it may come another way.
  const url = (await server.newSchema()).replace(":not-a-secret@", "@");
  const env = { PGPASSWORD: "not-a-secret" };
  const { exitCode, stdout, stderr } = await folder.run(["db", "copy", source, url], { env });
  assert.equal(exitCode, 0, stderr);
  assert.match(stdout, /^TABLE +ROWS\nclients +1\n/);
  assert.match(stderr, /^clients: 1 of 1 rows$/m);
  assert.match(stderr, new RegExp(`^sealing_keys: ${keys} of ${keys} rows$`, "m"));
  assert.match(stderr, /LATCHKEY_DATABASE_URL/);
  assert.match(stderr, new RegExp(`LATCHKEY_SECRET_FILE=${join(folder.path, "data", "master.key")}`));
  assert.match(stderr, /db reopen/);
  assert.ok(!`${stdout}${stderr}`.includes("not-a-secret"));
});

test("db copy --json is one object with the rows of each table; it and db reopen are in the audit trail", async () => {
  await using folder = await openEmptyFolder();
  const secret = { LATCHKEY_SECRET: "a-master-key-that-every-node-is-given" };
  await folder.run(["db", "migrate"], { env: secret });
  await folder.run(create, { env: secret });
  const url = await server.newSchema();
  const { stdout, stderr } = await folder.run(["db", "copy", source, url, "--json"], { env: secret });
  const { rows, moved_at, ...rest } = JSON.parse(stdout);
  assert.deepEqual([rows.clients, rows.accounts, rows.sealing_keys], [1, 0, keys]);
  assert.ok(Number.isFinite(Date.parse(moved_at)));
  assert.deepEqual(rest, {
    from: join(folder.path, "data", "latchkey.db"),
    to: `postgres://127.0.0.1:${server.port}/postgres`,
    was_done: false,
  });
  assert.match(stderr, /LATCHKEY_SECRET {2}as it is now/);
  const listed = await folder.run(["client", "list", "--json"], {
    env: { ...secret, LATCHKEY_DATABASE_URL: url },
  });
  assert.equal(JSON.parse(listed.stdout).name, "My app");
  const entry = async (act: string, env: Readonly<Record<string, string>>) => {
    const { stdout: found } = await folder.run(["audit", "list", "--act", act, "--json"], { env });
    return found === "" ? undefined : JSON.parse(found).actor.kind;
  };
  assert.equal(await entry("database-copied", { ...secret, LATCHKEY_DATABASE_URL: url }), "command-line");
  assert.equal((await folder.run(["db", "reopen", source], { env: secret })).exitCode, 0);
  assert.equal(await entry("database-reopened", secret), "command-line");
});

test("db copy refuses what cannot be moved, says what to do, and changes nothing", async () => {
  await using folder = await openFolder();
  await folder.json(create);
  const [empty, filled] = [await server.newSchema(), await server.newSchema()];
  const env = { LATCHKEY_DATABASE_URL: filled, LATCHKEY_SECRET: "a-master-key-that-every-node-is-given" };
  assert.equal((await folder.run(["db", "migrate"], { env })).exitCode, 0);
  const away = "postgres://u:not-a-secret@127.0.0.1:1/latchkey";
  const wrong = { LATCHKEY_SECRET: "another secret of more than 32 characters" };
  const rows: readonly [
    from: string,
    to: string,
    exitCode: number,
    told: RegExp,
    env?: Record<string, string>,
  ][] = [
    ["sqlite:data/none.db", empty, 3, /There is no database at .*none\.db/],
    [empty, source, 2, /second argument must be the address of a PostgreSQL/],
    [empty, empty, 2, /first argument must be the SQLite file/],
    [source, "postgres://u:not-a-secret@host", 2, /postgres:\/\/user:password@host:5432\/name/],
    [
      source,
      away,
      69,
      /Cannot reach postgres:\/\/127\.0\.0\.1:1\/latchkey \(ECONNREFUSED\)\. Start PostgreSQL, or correct the address/,
    ],
    [source, filled, 5, /is not empty: audit has rows.*createdb/],
    [source, empty, 78, /master key does not open/, wrong],
  ];
  for (const [from, to, exitCode, told, more = {}] of rows) {
    const answer = await folder.run(["db", "copy", from, to], { env: more });
    assert.equal(answer.exitCode, exitCode, answer.stderr);
    assert.match(answer.stderr, told);
    assert.ok(!answer.stderr.includes("not-a-secret"), answer.stderr);
    assert.equal(answer.stdout, "");
  }
  assert.deepEqual(
    await server.query(empty, "SELECT FROM pg_tables WHERE schemaname = current_schema()"),
    [],
  );
  assert.equal((await folder.json(["client", "list"])).length, 1);
});

test("db reopen refuses a file that was not moved", async () => {
  await using folder = await openFolder();
  await folder.json(create);
  const answer = await folder.run(["db", "reopen", source]);
  assert.equal(answer.exitCode, 4);
  assert.match(answer.stderr, /was not moved/);
});
