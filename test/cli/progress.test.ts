import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { test } from "node:test";

const progress = import.meta.resolve("../../src/cli/progress.ts");
/** Work that takes a second by a clock of its own. */
const program = `
  const { openProgress } = await import(${JSON.stringify(progress)});
  let now = 0;
  const line = openProgress(() => now);
  for (const [at, share] of [[100, 0.1], [800, 0.429], [850, 0.5], [1000, 0.75]]) {
    now = at;
    line.show("reading", share);
  }
  line.end();`;
const words = ["--input-type=module", "--eval", program];
const isMissing = spawnSync("script", ["--version"]).error !== undefined;

test("on a terminal, long work shows its progress at most ten times a second, and removes the line at the end", {
  skip: isMissing && "script is missing: apt-get install bsdutils",
}, () => {
  const quoted = [process.execPath, ...words].map((word) => `'${word}'`).join(" ");
  const shown = execFileSync("script", ["-qefc", quoted, "/dev/null"], { encoding: "utf8" });
  assert.equal(shown, "\r\u001b[Kreading 42 %\r\u001b[Kreading 75 %\r\u001b[K");
});

test("elsewhere it says nothing", () => {
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  assert.deepEqual([stdout, stderr], ["", ""]);
});
