import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, describe, it } from "node:test";
import { until } from "./support/until.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-run-"));
after(() => rmSync(folder, { recursive: true }));

/** Longer than a busy machine takes from the start of a process to its first test. */
const silenceSeconds = 5;

/** Runs a test file as `npm test` runs those of the checkout. */
async function runFile(program: string, seconds: number) {
  const file = join(mkdtempSync(join(folder, "file-")), "one.test.mjs");
  writeFileSync(file, program);
  // With it the inner runner would take itself for a file of the outer one.
  const { NODE_TEST_CONTEXT: _, ...others } = process.env;
  const env = { ...others, TEST_SILENCE_SECONDS: String(seconds), PLACE: folder };
  const words = [join(import.meta.dirname, "run.ts"), file];
  const child = spawn(process.execPath, words, { env, stdio: ["ignore", "pipe", "pipe"] });
  const [said] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { exitCode: child.exitCode, said };
}

/** Resolves when there is no such process: a killed one stays until the system has cleared it away. */
async function gone(pid: number): Promise<void> {
  await until(() => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  });
}

// They wait more than they work.
describe("npm test", { concurrency: true }, () => {
  it("a file ends whose `before` failed after it had started a server and a process, which ends too", async () => {
    const { exitCode, said } = await runFile(
      `import { spawn } from "node:child_process";
     import { writeFileSync } from "node:fs";
     import { createServer } from "node:net";
     import { before, describe, it } from "node:test";
     describe("suite", () => {
       before(() => {
         createServer().listen(0);
         const { pid } = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
         writeFileSync(process.env.PLACE + "/pid", String(pid));
         throw new Error("this before fails");
       });
       it("never runs", () => {});
     });`,
      silenceSeconds,
    );
    assert.equal(exitCode, 1);
    assert.match(said, /this before fails/);
    assert.match(
      said,
      /no test has begun or ended for 5 s\. Waiting for: what its hooks wait for or left open/,
    );
    const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
    await gone(pid);
  });

  it("a file ends in which a test never does, and says which one it was", async () => {
    const { exitCode, said } = await runFile(
      `import { test } from "node:test";
     test("quick", () => {});
     test("waits for what never comes", () => new Promise(() => setInterval(() => {}, 1000)));`,
      silenceSeconds,
    );
    assert.equal(exitCode, 1);
    assert.match(said, /no test has begun or ended for 5 s\. Waiting for: waits for what never comes/);
  });

  it("no test is lost that a file names after something that it awaits", async () => {
    const { exitCode, said } = await runFile(
      `import { test } from "node:test";
     import { setTimeout } from "node:timers/promises";
     test("early", () => {});
     await setTimeout(500);
     test("late", () => {});`,
      60,
    );
    assert.equal(exitCode, 0, said);
    assert.match(said, /^ℹ pass 2$/m);
  });

  it("a suite may take longer than any test of it may", async () => {
    const { exitCode, said } = await runFile(
      `import { describe, it } from "node:test";
     import { setTimeout } from "node:timers/promises";
     describe("long", () => {
       for (const number of Array(12).keys()) it("short " + number, () => setTimeout(500));
     });`,
      silenceSeconds,
    );
    assert.equal(exitCode, 0, said);
    assert.match(said, /^ℹ pass 12$/m);
  });
});
