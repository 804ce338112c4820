import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { openAdministration } from "../../src/administration.ts";
import { csvLine } from "../../src/flows/operator/audit-csv.ts";
import { instantOf } from "../../src/values/time.ts";
import { configOf } from "../support/in-process.ts";
import { openEmptyFolder, openFolder } from "./command-line.ts";

type Folder = Pick<Awaited<ReturnType<typeof openFolder>>, "path" | "run">;

async function withGroups(folder: Folder, ...names: readonly string[]): Promise<void> {
  for (const name of names) assert.equal((await folder.run(["group", "create", name])).exitCode, 0);
}

function execute(folder: Folder, sql: string): void {
  using database = new DatabaseSync(join(folder.path, "data", "latchkey.db"));
  database.exec(sql);
}

test("audit list filters by act, actor, target and time, for people and for programs", async () => {
  await using folder = await openFolder();
  await withGroups(folder, "staff", "board");
  const [entry] = await folder.json(["audit", "list", "--target", "board", "--from", "1h"]);
  assert.deepEqual(Object.keys(entry ?? {}), [
    "number",
    "at",
    "act",
    "actor",
    "target",
    "details",
    "network",
    "request_id",
  ]);
  assert.deepEqual([entry?.act, entry?.target], ["group-created", { kind: "group", id: "board" }]);
  assert.equal((await folder.json(["audit", "list", "--act", "group-created"])).length, 2);
  assert.deepEqual(await folder.json(["audit", "list", "--until", "2001-01-01"]), []);
  assert.deepEqual(await folder.json(["audit", "list", "--actor", "nobody here"]), []);
  const shown = await folder.run(["audit", "list", "--limit", "1"]);
  assert.match(
    shown.stdout,
    /^NUMBER +AT +ACT +BY +TO +DETAILS\n3 .*group-created +command-line .* group board\n$/,
  );
  assert.match(shown.stderr, /There are more; --limit 10/);
  assert.equal((await folder.run(["audit", "list", "--from", "yesterday"])).exitCode, 2);
});

test("audit export writes every entry, the oldest first, as JSON lines or as CSV", async () => {
  await using folder = await openFolder();
  await withGroups(folder, "staff");
  const lines = (await folder.run(["audit", "export"])).stdout.trimEnd().split("\n");
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).act),
    ["audit-began", "group-created"],
  );
  const csv = (await folder.run(["audit", "export", "--format", "csv"])).stdout.split("\r\n");
  assert.match(csv[0] ?? "", /^number,at,act,actor_kind,/);
  assert.match(csv[2] ?? "", /^2,20\d\d-.*,group-created,command-line,[^,]+,group,staff,,,$/);
});

test("J9: audit export: no cell of the CSV runs as a formula or ends before its text does", () => {
  const line = csvLine({
    number: 1,
    at: instantOf(0),
    act: "client-created",
    actor: { kind: "command-line", id: "=cmd()" },
    target: { kind: "client", id: '@a,"b"\nc' },
    details: { name: "x; =1+1" },
  });
  assert.equal(
    line,
    `1,1970-01-01T00:00:00.000Z,client-created,command-line,"'=cmd()",client,"'@a,""b""\nc","{""name"":""x;' =1+1""}",,`,
  );
});

test("audit tail shows what another process does, until it is interrupted", async () => {
  await using folder = await openFolder();
  await withGroups(folder, "staff");
  await using tail = folder.begin(["audit", "tail", "--act", "group-created", "--lines", "1"]);
  assert.match(await tail.nextLine(), /^2 .*group staff$/);
  await withGroups(folder, "board");
  assert.match(await tail.nextLine(), /^3 .*group board$/);
  tail.process.kill("SIGINT");
  assert.equal(await tail.ended, 0);
});

test("audit verify proves a sound trail, and says with exit code 1 where another one breaks", async () => {
  await using folder = await openFolder();
  await withGroups(folder, "staff", "board");
  const sound = await folder.run(["audit", "verify", "--json"]);
  assert.equal(sound.exitCode, 0, sound.stderr);
  const { anchor, ...told } = JSON.parse(sound.stdout);
  assert.match(anchor, /^3:[0-9a-f]{64}$/);
  assert.deepEqual([told.sound, told.entries, told.problems], [true, 3, []]);
  execute(folder, "UPDATE audit SET target_id = 'crew' WHERE number = 2");
  const broken = await folder.run(["audit", "verify"]);
  assert.equal(broken.exitCode, 1);
  assert.match(broken.stdout, /^Entry 2 is not as it was written/);
  assert.match(broken.stderr, /1 problem/);
});

test("audit verify --anchor finds a trail that was put back to an older state", async () => {
  await using folder = await openFolder();
  await withGroups(folder, "staff");
  execute(folder, "CREATE TABLE kept AS SELECT * FROM audit_head");
  await withGroups(folder, "board");
  const [{ anchor } = { anchor: "" }] = await folder.json(["audit", "verify"]);
  execute(
    folder,
    "DELETE FROM audit WHERE number = 3; DELETE FROM audit_head; INSERT INTO audit_head SELECT * FROM kept",
  );
  assert.equal((await folder.run(["audit", "verify"])).exitCode, 0);
  const anchored = await folder.run(["audit", "verify", "--anchor", String(anchor)]);
  assert.equal(anchored.exitCode, 1);
  assert.match(anchored.stdout, /^Entry 3 is not the one that the anchor names/);
});

test("audit verify finds a trail that was removed as a whole, because it began anew long after its key was made", async () => {
  await using folder = await openEmptyFolder();
  const config = configOf(folder.path, { LATCHKEY_DATA_DIR: join(folder.path, "data") });
  const yesterday = instantOf(systemClock.now() - 86_400_000);
  await (await openAdministration(config, { clock: { now: () => yesterday } })).close();
  execute(folder, "DELETE FROM audit; DELETE FROM audit_head");
  const anew = await folder.run(["audit", "verify"]);
  assert.equal(anew.exitCode, 1);
  assert.match(
    anew.stdout,
    /^The trail began at .*, but its key was made at .*: everything before is gone\.$/m,
  );
});
