import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withoutBrowser } from "./support/browser.ts";

const root = join(import.meta.dirname, "..");

const elsewhere = { platform: process.platform === "darwin" ? "linux" : "darwin", arch: "riscv64" };

/** The native packages of the service are loaded before Node takes this machine for one that has neither them nor a browser. */
const pretence = `
  import { createRequire } from "node:module";
  const require = createRequire(${JSON.stringify(join(root, "package.json"))});
  for (const name of ["@node-rs/argon2", "@node-rs/bcrypt"]) require(name);
  Object.defineProperty(process, "platform", { value: "${elsewhere.platform}" });
  Object.defineProperty(process, "arch", { value: "${elsewhere.arch}" });`;

function runElsewhere(file: string) {
  // With it the inner runner would take itself for a file of the outer one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const preload = `data:text/javascript,${encodeURIComponent(pretence)}`;
  const words = ["--import", preload, "--test-reporter=spec", file];
  return spawnSync(process.execPath, words, { cwd: root, env, encoding: "utf8" });
}

for (const file of ["test/pages/new-password-in-browser.test.ts", "test/end-to-end/upstream.test.ts"])
  test(`without a browser ${file} skips each test by its name and fails none`, () => {
    const { status, stdout, stderr } = runElsewhere(file);
    assert.equal(status, 0, stdout + stderr);
    const reason = `Chrome is missing, and there is no Chromium for ${elsewhere.platform} on ${elsewhere.arch}`;
    const skipped = stdout.split("\n").filter((line) => line.startsWith("﹣") && line.includes(reason));
    assert.ok(skipped.length > 1, stdout);
    assert.match(stdout, new RegExp(`^ℹ tests ${skipped.length}$`, "m"));
    assert.match(stdout, new RegExp(`^ℹ skipped ${skipped.length}$`, "m"));
  });

test("on Linux with x64, where the package has a Chromium, no test of the browser is skipped", {
  skip: `${process.platform}-${process.arch}` !== "linux-x64" && "another system",
}, () => {
  assert.equal(withoutBrowser, false);
});

test("every file that starts a browser takes its tests and hooks from where they are skipped without one", () => {
  const starting = globSync("test/**/*.ts", { cwd: root })
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }))
    .filter(({ text }) => /import \{[^}]*\b(launchBrowser|startMcpStage)\b[^}]*\} from "/.test(text));
  assert.ok(starting.length > 20);
  for (const { file, text } of starting)
    assert.doesNotMatch(text, /\{[^}]*\b(test|it|before|after)\b[^}]*\} from "node:test"/, file);
});
