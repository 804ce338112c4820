import assert from "node:assert/strict";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import {
  placeRecordedDatabase,
  recordedBaseUrl,
  recordedMasterKey,
  recordedReleases,
} from "../support/recorded-release.ts";
import { hasReleasedProgram, released, releasedProgram } from "../support/released-program.ts";
import { LiveService, newDataDir } from "../support/service.ts";

const environment = {
  LATCHKEY_SECRET: recordedMasterKey,
  LATCHKEY_BASE_URL: recordedBaseUrl,
  LATCHKEY_LOG_LEVEL: "info",
};
const [oldest] = recordedReleases("sqlite");
assert.ok(oldest);
const skip = !hasReleasedProgram() && `the commit ${released} is not in this clone`;

test("a start that changes the schema keeps the previous database, and the previous release goes on with it", {
  skip,
}, async () => {
  const dataDir = await newDataDir();
  await placeRecordedDatabase(oldest, dataDir);
  for (const schema of [1, 2]) writeFileSync(join(dataDir, `latchkey.db.schema-${schema}`), "older");
  writeFileSync(join(dataDir, "latchkey.db.schema-of-mine"), "mine");
  await using old = await releasedProgram();
  await using today = new LiveService(dataDir, environment);
  await using before = new LiveService(dataDir, environment, old.program);
  await today.start();
  const kept = join(dataDir, "latchkey.db.schema-3");
  const line = today.logLines.find((each) => each.includes("schema-changed"));
  assert.equal(JSON.parse(line ?? "{}").file, kept);
  assert.equal(statSync(kept).mode & 0o777, 0o600);
  const names = () => readdirSync(dataDir).filter((name) => /\.schema-|\.new-/.test(name));
  assert.deepEqual(names().sort(), [
    ...["latchkey.db.schema-2", "latchkey.db.schema-3", "latchkey.db.schema-of-mine"],
  ]);
  assert.equal(await today.stop(), 0);
  await today.start();
  assert.equal(await today.stop(), 0);
  assert.equal(today.logLines.filter((each) => each.includes("schema-changed")).length, 1);

  await assert.rejects(before.start(), /newer release/);
  const restored = await before.run(["db", "restore", kept]);
  assert.equal(restored.exitCode, 0, restored.stderr);
  await before.start();
  const browser = new FormClient(`http://127.0.0.1:${before.port}`);
  const { password, notes } = oldest;
  codeIn((await browser.signIn(authorizationTarget(notes), { username: "ada", password })).headers.location);
  browser.close();
});

test("`db migrate` names the file; an empty installation keeps none", async () => {
  const dataDir = await newDataDir();
  await placeRecordedDatabase(oldest, dataDir);
  const service = new LiveService(dataDir, environment);
  const { stdout, stderr } = await service.run(["db", "migrate", "--json"]);
  assert.equal(JSON.parse(stdout).kept, join(dataDir, "latchkey.db.schema-3"));
  assert.match(stderr, /The database is kept as it was in .*latchkey\.db\.schema-3/);
  assert.equal(JSON.parse((await service.run(["db", "migrate", "--json"])).stdout).kept, null);
  await rm(dataDir, { recursive: true });

  const fresh = await newDataDir();
  const made = await new LiveService(fresh, environment).run(["db", "migrate", "--json"]);
  assert.equal(JSON.parse(made.stdout).kept, null);
  assert.deepEqual(
    readdirSync(fresh).filter((name) => name.includes("schema-")),
    [],
  );
  await rm(fresh, { recursive: true });
});
