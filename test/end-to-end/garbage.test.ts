import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { launchFlagsOf } from "../support/launch-flags.ts";
import { LiveService, newDataDir } from "../support/service.ts";

/** Which flags of V8 a process has, as the tag of the code that it would keep. */
const tag = "String(v8.cachedDataVersionTag())";

function tagWith(...flags: readonly string[]): string {
  const words = ["--print", `const v8 = require("node:v8"); ${tag}`];
  return execFileSync(process.execPath, [...flags, ...words], { encoding: "utf8" }).trim();
}

test("ADR 0085: a service that is ready has bounded how far garbage may grow", async () => {
  const folder = await newDataDir();
  const [preload, answer] = [join(folder, "preload.mjs"), join(folder, "tag")];
  writeFileSync(
    preload,
    `import v8 from "node:v8"; import { writeFileSync } from "node:fs";
     process.on("exit", () => writeFileSync(${JSON.stringify(answer)}, ${tag}));`,
  );
  const service = new LiveService(folder, { NODE_OPTIONS: `--import=${pathToFileURL(preload).href}` });
  await service.start();
  assert.equal(await service.stop(), 0);
  const flags = launchFlagsOf(join(import.meta.dirname, "../../bin/latchkey.js"));
  assert.equal(readFileSync(answer, "utf8"), tagWith(...flags, "--heap-growing-percent=50"));
  assert.notEqual(readFileSync(answer, "utf8"), tagWith(...flags));
});
