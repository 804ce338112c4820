import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createPrivateFolder } from "../../src/adapters/system/folders.ts";
import { scratchFolder } from "./scratch.ts";

test("folders are made with all that is missing above them, for the owner alone", (context) => {
  const folder = join(scratchFolder(context), "a", "b", "c");
  createPrivateFolder(folder);
  createPrivateFolder(folder);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.equal(statSync(join(folder, "..")).mode & 0o777, 0o700);
});

test("a place where nothing can be made is an error, not a loop without end", () => {
  assert.throws(() => createPrivateFolder("/proc/latchkey/data"), { code: "ENOENT" });
});
