import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

const run = promisify(execFile);
const scene = path.join(import.meta.dirname, "full-disk-scene.ts");
/** A mount namespace of its own: nobody else sees the file system, and it goes with the process. */
const apart = ["--user", "--map-root-user", "--mount", "sh", "-ec"];

const mayMount = await run("unshare", [...apart, "mount -t tmpfs none /mnt"]).then(
  () => true,
  () => false,
);

test("G11: readiness, healthcheck and doctor see a full disk, and room on it ends that by itself", {
  skip: mayMount
    ? false
    : "this system lets no ordinary user mount a small file system (unshare --user --mount)",
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
    withLittleRoom: 200,
    readyWithLittleRoom: 503,
    doctor: [1, true],
    readyAfterwards: 200,
    healthcheckAfterwards: 0,
    sameCode: 200,
    exitCode: 0,
  });
});
