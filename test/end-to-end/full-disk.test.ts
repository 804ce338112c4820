import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

const run = promisify(execFile);
const backupScene = path.join(import.meta.dirname, "full-disk-backup-scene.ts");
const upgradeScene = path.join(import.meta.dirname, "full-disk-upgrade-scene.ts");
const scene = path.join(import.meta.dirname, "full-disk-scene.ts");
/** A mount namespace of its own: nobody else sees the file system, and it goes with the process. */
const apart = ["--user", "--map-root-user", "--mount", "sh", "-ec"];

const mayMount = await run("unshare", [...apart, "mount -t tmpfs none /mnt"]).then(
  () => true,
  () => false,
);

const skip = mayMount
  ? false
  : "this system lets no ordinary user mount a small file system (unshare --user --mount)";

test("G11: readiness, healthcheck, doctor and log see a full disk, a start there serves what can be read, and room ends that by itself", {
  skip,
}, async (context) => {
  const folder = mkdtempSync(path.join(tmpdir(), "latchkey-full-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const script = 'mount -t tmpfs -o size=6m none "$1"; exec "$2" "$3" "$1"';
  const words = ["sh", folder, process.execPath, scene];
  const { stdout } = await run("unshare", [...apart, script, ...words], { timeout: 120_000 });
  assert.deepEqual(JSON.parse(stdout), {
    refused: 503,
    readyWhenFull: 503,
    healthcheck: 69,
    started: [200, 503, 503, "2"],
    withLittleRoom: 200,
    readyWithLittleRoom: 503,
    doctor: [1, true],
    readyAfterwards: 200,
    healthcheckAfterwards: 0,
    sameCode: 200,
    exitCode: 0,
    check: [69, true],
    isLoggedWithinASecond: true,
    lines: [2, 1, 0, 0],
  });
});

test("a scheduled backup and a restore that run out of space leave no partial files and keep the old database", {
  skip,
}, async (context) => {
  const [small, wide] = ["small", "wide"].map((name) =>
    mkdtempSync(path.join(tmpdir(), `latchkey-${name}-`)),
  );
  context.after(() => {
    for (const folder of [small, wide]) rmSync(folder ?? "", { recursive: true, force: true });
  });
  const script = 'mount -t tmpfs -o size=4m none "$1"; exec "$2" "$3" "$1" "$4"';
  const words = ["sh", small ?? "", process.execPath, backupScene, wide ?? ""];
  const { stdout } = await run("unshare", [...apart, script, ...words], { timeout: 120_000 });
  const seen = JSON.parse(stdout);
  assert.match(seen.cause, /no room|full|ENOSPC/i, stdout);
  assert.equal(seen.finding?.state, "warning");
  assert.ok(seen.finding.detail.includes(seen.cause), stdout);
  assert.deepEqual([seen.hasFigure, seen.leftByBackup, seen.exitCode, seen.made], [true, ["filler"], 0, 0]);
  assert.notEqual(seen.restored[0], 0);
  assert.match(seen.restored[1], /no room|full|ENOSPC/i, stdout);
  assert.deepEqual(seen.after, seen.before, stdout);
  assert.deepEqual([seen.check, seen.people], [0, ["ada"]], "the old database serves on");
});

test("a disk without room to keep the previous database refuses a new release before it changes anything", {
  skip,
}, async (context) => {
  const folder = mkdtempSync(path.join(tmpdir(), "latchkey-full-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const script = 'mount -t tmpfs -o size=2m none "$1"; exec "$2" "$3" "$1"';
  const words = ["sh", folder, process.execPath, upgradeScene];
  const { stdout } = await run("unshare", [...apart, script, ...words], { timeout: 120_000 });
  const seen = JSON.parse(stdout);
  assert.equal(seen.refused[0], 69, stdout);
  assert.match(seen.refused[1], /keeps a copy of the database first[\s\S]*Make room on that disk/);
  assert.deepEqual([seen.isLarger, seen.isSame, seen.names], [true, true, ["latchkey.db"]]);
  assert.deepEqual([seen.migrated, seen.kept], [0, ["latchkey.db.schema-3"]]);
});
