import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { reachableFolder } from "./support/embedded-postgres.ts";

/** A number that no user of the machine has. */
const stranger = { uid: 65_533, gid: 65_533 };
const options = {
  skip: process.getuid?.() !== 0 && "only root runs PostgreSQL as another user",
};

function makePackage(context: TestContext, mode: number): string {
  const own = mkdtempSync(join(tmpdir(), "latchkey-closed-"));
  context.after(() => rmSync(own, { recursive: true }));
  const folder = join(own, "package");
  mkdirSync(join(folder, "bin"), { recursive: true, mode });
  writeFileSync(join(folder, "bin/postgres"), "#!/bin/sh\necho started\n", { mode });
  chmodSync(own, mode);
  return folder;
}

const runAsStranger = (folder: string) =>
  spawnSync(join(folder, "bin/postgres"), { ...stranger, encoding: "utf8" });

test(
  "the user who runs PostgreSQL in the place of root reaches binaries in a folder of root alone",
  options,
  (context) => {
    const closed = makePackage(context, 0o700);
    assert.equal((runAsStranger(closed).error as NodeJS.ErrnoException).code, "EACCES");
    const reachable = reachableFolder(closed);
    assert.equal(runAsStranger(reachable).stdout, "started\n");
  },
);

test("binaries that everybody reaches are not copied", options, (context) => {
  const open = makePackage(context, 0o755);
  assert.equal(reachableFolder(open), open);
});
