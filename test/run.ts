/**
 * `npm test`: every test file, or those that are named, in a process of its own, two at a time. `node --test` would run them by name, so that the longest
 * files come last and leave a core idle, and compile the source again in each process.
 */
import { globSync } from "node:fs";
import { join, resolve } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "..");

/** The longest first. A file that is not here comes after these. */
const longest = [
  "test/storage-contract/postgres.test.ts",
  "test/pages/every-page-in-browser.test.ts",
  "test/storage-contract/sqlite.test.ts",
  "test/cli/package.test.ts",
  "test/cli/client.test.ts",
  "test/faults/master-key.test.ts",
  "test/faults/patroni.test.ts",
  "test/end-to-end/workers.test.ts",
  "test/end-to-end/move.test.ts",
  "test/cli/client-metadata.test.ts",
  "test/cli/user.test.ts",
  "test/cli/backup.test.ts",
  "test/cli/running.test.ts",
];

process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules", ".cache", "latchkey-tests");

const found = globSync(["test/**/*.test.ts", "bench/*.test.ts"], { cwd: root }).sort();
const gone = longest.filter((file) => !found.includes(file));
if (gone.length > 0) process.stderr.write(`test/run.ts names files that are gone: ${gone.join(", ")}\n`);
const named = process.argv.slice(2);
const files =
  named.length > 0 ? named : [...new Set([...longest, ...found])].filter((file) => found.includes(file));

run({
  files: files.map((file) => resolve(root, file)),
  concurrency: 2,
  execArgv: ["--import", pathToFileURL(join(import.meta.dirname, "support/test-file.ts")).href],
})
  .on("test:fail", () => {
    process.exitCode = 1;
  })
  .compose(new spec())
  .pipe(process.stdout);
