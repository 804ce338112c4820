import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { startPostgres } from "../support/postgres.ts";
import { openFolder } from "./command-line.ts";

const server = await startPostgres();
after(() => server.remove());

const secret = { LATCHKEY_SECRET: "a-master-key-that-every-node-is-given" };

test("every command works on a PostgreSQL, where its address and the master key are all that is set", async () => {
  await using folder = await openFolder();
  const url = await server.newSchema();
  const env = { ...secret, LATCHKEY_DATABASE_URL: url };
  const location = `postgres://127.0.0.1:${server.port}/postgres`;
  const run = async (words: readonly string[], exitCode = 0, input = "") => {
    const answer = await folder.run(words, { env, input });
    const said = `${answer.stdout}${answer.stderr}`;
    assert.equal(answer.exitCode, exitCode, `${words.join(" ")}: ${said}`);
    assert.ok(!said.includes("not-a-secret"), said);
    return said;
  };
  const password = "seven quiet rivers run north\n";
  await run(["user", "create", "--username", "grace", "--password-stdin"], 0, password);
  await run(["client", "create", "--name", "Shop", "--redirect-uri", "https://app.example/cb"]);
  assert.match(await run(["user", "list"]), /grace/);
  assert.match(await run(["client", "list"]), /Shop/);
  assert.match(await run(["session", "list"]), /./);
  assert.match(await run(["key", "list"]), /code/);
  const status = JSON.parse(await run(["db", "status", "--json"]));
  assert.deepEqual([status.engine, status.location, status.users], ["postgresql", location, 1]);
  const found = JSON.parse(await run(["db", "check", "--json"]).then((said) => said.split("\n")[0] ?? ""));
  assert.deepEqual([found.sound, found.rows.clients, found.rows.accounts], [true, 1, 1]);
  assert.match(await run(["db", "migrate"]), /up to date/);
  assert.match(await run([]), new RegExp(location));
  assert.match(await run(["config", "print"]), new RegExp(location));
  assert.match(await run(["config", "validate"]), new RegExp(location));
  const checked = await run(["doctor"]);
  assert.match(checked, /database: postgres:/);
  // The server of the tests runs so, because a crash that would lose something does not matter to them.
  assert.match(checked, /warning {2}durability: .*fsync = off.*\n +Repair: .*ALTER SYSTEM SET fsync = on/);
  assert.match(checked, /warning {2}durability: .*full_page_writes = off.*\n +Repair: /);
  assert.match(await run(["db", "backup", "x.dump"], 4), /pg_dump/);
  await writeFile(join(folder.path, "x.dump"), "a dump");
  assert.match(await run(["db", "restore", "x.dump"], 4), /pg_restore/);
});

test("a PostgreSQL that is not there is unavailable (69); one without a master key is bad configuration (78)", async () => {
  await using folder = await openFolder();
  const env = { LATCHKEY_DATABASE_URL: "postgres://u:not-a-secret@127.0.0.1:1/latchkey" };
  const away = await folder.run(["user", "list"], { env: { ...env, ...secret } });
  assert.equal(away.exitCode, 69);
  assert.match(away.stderr, /Cannot reach postgres:\/\/127\.0\.0\.1:1\/latchkey \(ECONNREFUSED\)/);
  const keyless = await folder.run(["user", "list"], { env });
  assert.equal(keyless.exitCode, 78);
  assert.match(keyless.stderr, /LATCHKEY_SECRET: PostgreSQL needs it/);
  assert.ok(!`${away.stderr}${keyless.stderr}`.includes("not-a-secret"));
});
