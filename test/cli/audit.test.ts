import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { macOfHead } from "../../src/adapters/sql/audit-chain.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { type Administration, openAdministration } from "../../src/administration.ts";
import { csvLine } from "../../src/flows/operator/audit-csv.ts";
import { instantOf, plus } from "../../src/values/time.ts";
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

/** Opens an installation a day ago, and makes it there if it is missing. */
async function openedYesterday(
  folder: Pick<Folder, "path">,
  act: (opened: Administration) => Promise<unknown>,
): Promise<void> {
  const config = configOf(folder.path, { LATCHKEY_DATA_DIR: join(folder.path, "data") });
  const yesterday = instantOf(systemClock.now() - 86_400_000);
  const opened = await openAdministration(config, { clock: { now: () => yesterday } });
  await act(opened).finally(() => opened.close());
}

test("audit verify finds a trail that was removed as a whole, because it began anew long after its key was made", async () => {
  await using folder = await openEmptyFolder();
  await openedYesterday(folder, async () => undefined);
  execute(folder, "DELETE FROM audit; DELETE FROM audit_head");
  const anew = await folder.run(["audit", "verify"]);
  assert.equal(anew.exitCode, 1);
  assert.match(
    anew.stdout,
    /^The trail began at .*, but its key was made at .*: everything before is gone\.$/m,
  );
});

test("audit verify finds a trail that was removed with its key, which is younger than a key that comes after it", async () => {
  await using folder = await openEmptyFolder();
  await openedYesterday(folder, async () => undefined);
  assert.equal((await folder.run(["audit", "verify"])).exitCode, 0);
  execute(
    folder,
    "DELETE FROM audit; DELETE FROM audit_head; DELETE FROM sealing_keys WHERE purpose = 'audit'",
  );
  const anew = await folder.run(["audit", "verify"]);
  assert.equal(anew.exitCode, 1);
  assert.match(anew.stdout, /^The key of the trail was made at .*: the trail was removed with its key/m);
  const doctor = await folder.json(["doctor"]);
  assert.equal(doctor.find(({ check }) => check === "audit trail")?.state, "warning");
});

test("audit verify finds nothing wrong where an upgrade brought the trail and its key", async () => {
  await using folder = await openEmptyFolder();
  await openedYesterday(folder, async () => undefined);
  // Releases before the trail had none of these, and the next start makes all that are missing.
  execute(
    folder,
    "DELETE FROM audit; DELETE FROM audit_head; DELETE FROM sealing_keys WHERE purpose IN ('audit', 'webhook')",
  );
  const upgraded = await folder.run(["audit", "verify"]);
  assert.equal(upgraded.exitCode, 0, upgraded.stdout);
});

test("audit verify finds nothing wrong after keys were rotated, the master key was replaced, and a backup was restored", async () => {
  await using folder = await openEmptyFolder();
  await openedYesterday(folder, async () => undefined);
  for (const args of [
    ["key", "rotate"],
    ["key", "rotate-master"],
    ["db", "backup", "copy.db"],
    ["db", "restore", "copy.db"],
  ]) {
    const { exitCode, stderr } = await folder.run(args);
    assert.equal(exitCode, 0, stderr);
    const verified = await folder.run(["audit", "verify"]);
    assert.equal(verified.exitCode, 0, verified.stdout);
  }
});

test("audit verify --anchor: an entry that expired is covered by the one that says so, and by nothing else", async () => {
  await using folder = await openEmptyFolder();
  const anchors: string[] = [];
  await openedYesterday(folder, async ({ store, clock, audit }) => {
    const { auditTrail } = store;
    await auditTrail.append([audit.entry("group-created"), audit.entry("group-deleted")]);
    for (const number of [1, 2, 3])
      anchors.push(
        `${number}:${Buffer.from((await auditTrail.macOf(number)) ?? assert.fail()).toString("hex")}`,
      );
    const before = plus(clock.now(), 1);
    await auditTrail.dropBefore({ now: clock.now(), before, dueBefore: before, rowsMax: 2 });
  });
  for (const anchor of anchors) {
    const verified = await folder.run(["audit", "verify", "--anchor", anchor]);
    assert.equal(verified.exitCode, 0, verified.stdout);
  }
  const other = `2:${"0".repeat(64)}`;
  assert.match(
    (await folder.run(["audit", "verify", "--anchor", other])).stdout,
    /^Entry 2 is not the one that the anchor names/,
  );
  // A release that drops entries without a word leaves the trail like this.
  await openedYesterday(folder, async ({ store, keyring }) => {
    const { macOf } = store.auditTrail;
    const [beforeMac, lastMac] = [await macOf(3), await macOf(4)];
    const head = {
      first: 4,
      beforeMac: beforeMac ?? assert.fail(),
      last: 4,
      lastMac: lastMac ?? assert.fail(),
    };
    using database = new DatabaseSync(join(folder.path, "data", "latchkey.db"));
    const { began_at: beganAt } = database.prepare("SELECT began_at FROM audit_head").get() ?? assert.fail();
    const mac = macOfHead((message) => keyring.chainMac(message), { ...head, beganAt: Number(beganAt) });
    database.prepare("UPDATE audit_head SET first = 4, before_mac = ?, mac = ?").run(head.beforeMac, mac);
    database.exec("DELETE FROM audit WHERE number = 3");
  });
  assert.equal((await folder.run(["audit", "verify"])).exitCode, 0);
  assert.equal((await folder.run(["audit", "verify", "--anchor", anchors[1] ?? ""])).exitCode, 0);
  const gone = await folder.run(["audit", "verify", "--anchor", anchors[2] ?? ""]);
  assert.equal(gone.exitCode, 1);
  assert.match(
    gone.stdout,
    /^Entry 3, which the anchor names, is gone, and no entry says that it expired\.$/m,
  );
});

test("doctor warns of damage that the trail notes", async () => {
  await using folder = await openFolder();
  await withGroups(folder, "staff", "board");
  const before = await folder.json(["doctor"]);
  assert.equal(before.find(({ check }) => check === "audit trail")?.state, "ok");
  execute(folder, "DELETE FROM audit WHERE number = 3");
  await withGroups(folder, "crew");
  const finding = (await folder.json(["doctor"])).find(({ check }) => check === "audit trail");
  assert.equal(finding?.state, "warning");
  assert.match(String(finding?.detail), /^Entry 4 of .* notes damage: end-changed\.$/);
});
