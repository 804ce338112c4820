/**
 * `npm test`: every test file, or those that are named, in a process of its own; without names, those of `unit.ts` share one. `node --test`
 * would run them by name, so that the longest files come last and leave a core idle, and compile the source again in each process.
 */
import { globSync } from "node:fs";
import { join, resolve } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { pathToFileURL } from "node:url";
import { unitFiles } from "./support/unit-files.ts";

const root = join(import.meta.dirname, "..");

/** The longest first. A file that is not here comes after these. */
const longest = [
  "test/storage-contract/postgres.test.ts",
  "test/end-to-end/firefox.test.ts",
  "test/costs/costs.test.ts",
  "test/end-to-end/recorded-releases.test.ts",
  "test/cli/package.test.ts",
  "test/faults/proofs.test.ts",
  "test/faults/memory.test.ts",
  "test/end-to-end/console.test.ts",
  "test/end-to-end/history.test.ts",
  "test/http/mail-queue.test.ts",
  "test/unit.ts",
  "test/end-to-end/garbage.test.ts",
  "test/cli/import.test.ts",
  "test/end-to-end/workers.test.ts",
  "test/faults/moving.test.ts",
  "test/http/old-passwords.test.ts",
  "test/end-to-end/old-passwords.test.ts",
  "test/cli/upgrade.test.ts",
  "test/cli/client.test.ts",
  "test/deploy/guide.test.ts",
  "test/cli/apply.test.ts",
  "test/end-to-end/passkeys.test.ts",
  "test/end-to-end/step-back.test.ts",
  "test/end-to-end/shadow.test.ts",
  "test/end-to-end/mail-kill.test.ts",
  "test/end-to-end/accessible.test.ts",
  "test/deploy/files.test.ts",
  "test/cli/client-metadata.test.ts",
  "test/end-to-end/move.test.ts",
  "test/end-to-end/two-releases.test.ts",
  "test/pages/languages-in-browser.test.ts",
  "test/pages/every-page-in-browser.test.ts",
  "test/costs/postgres.test.ts",
  "test/storage-contract/sqlite.test.ts",
  "test/cli/backup.test.ts",
  "test/cli/user.test.ts",
  "test/cli/running.test.ts",
  "test/http/hostile-documents.test.ts",
  "test/http/audit.test.ts",
];

/** Two for each core of a small machine: many a file waits for a deadline, for the disk or for another process. */
const concurrency = 4;

process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules", ".cache", "latchkey-tests");

const found = globSync(["test/**/*.test.ts", "bench/*.test.ts"], { cwd: root })
  .filter((file) => !unitFiles.includes(file))
  .concat("test/unit.ts")
  .sort();
const gone = longest.filter((file) => !found.includes(file));
if (gone.length > 0) process.stderr.write(`test/run.ts names files that are gone: ${gone.join(", ")}\n`);
const named = process.argv.slice(2);
const files =
  named.length > 0 ? named : [...new Set([...longest, ...found])].filter((file) => found.includes(file));

run({
  files: files.map((file) => resolve(root, file)),
  concurrency,
  execArgv: ["--import", pathToFileURL(join(import.meta.dirname, "support/test-file.ts")).href],
})
  .on("test:fail", () => {
    process.exitCode = 1;
  })
  .compose(new spec())
  .pipe(process.stdout);
