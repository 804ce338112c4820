import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openEmptyFolder } from "./command-line.ts";

test("init makes database and master key once, says where they are, and never prints the key", async () => {
  await using folder = await openEmptyFolder();
  const data = join(folder.path, "data");
  const first = await folder.run(["init"]);
  assert.equal(first.exitCode, 0, first.stderr);
  assert.match(first.stderr, /The installation is made\.[\s\S]*Next: .*user create/);
  const key = readFileSync(join(data, "master.key"), "utf8");
  assert.ok(!`${first.stdout}${first.stderr}`.includes(key.trim()));
  const [record] = await folder.json(["init"]);
  assert.deepEqual(record, {
    created: false,
    database: join(data, "latchkey.db"),
    master_key: join(data, "master.key"),
  });
  assert.equal(readFileSync(join(data, "master.key"), "utf8"), key);
  assert.deepEqual(await folder.json(["client", "list"]), []);
});

test("init makes no master key if a setting has one, and nothing if a setting is wrong", async () => {
  await using folder = await openEmptyFolder();
  const data = join(folder.path, "data");
  assert.equal((await folder.run(["init", "--base-url", "nowhere"])).exitCode, 78);
  assert.ok(!existsSync(data));
  const env = { LATCHKEY_SECRET: "a-master-key-that-every-node-is-given" };
  const made = await folder.run(["init", "--json"], { env });
  const { created, master_key: place } = JSON.parse(made.stdout);
  assert.deepEqual([created, place], [true, "LATCHKEY_SECRET"]);
  assert.ok(!existsSync(join(data, "master.key")));
});
