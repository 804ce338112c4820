import assert from "node:assert/strict";
import { resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import packageFile from "../../package.json" with { type: "json" };
import { openEmptyFolder } from "./command-line.ts";

const hook = pathToFileURL(resolve(import.meta.dirname, "../support/loaded-packages.ts"));
const env = { NODE_OPTIONS: `--import=${hook.href}`, LATCHKEY_PORT: "0" };

function packagesIn(stderr: string): readonly string[] {
  const [, names = assert.fail(stderr)] = /^Packages: (.*)\.$/m.exec(stderr) ?? [];
  return names.split(" ");
}

test("the state, the list of commands and the version load no schemas; a command made from an operation does", async () => {
  await using folder = await openEmptyFolder();
  for (const words of [[], ["--help"], ["version"], ["serve", "--help"], ["--json", "version"]]) {
    const { stderr } = await folder.run(words, { env });
    const packages = packagesIn(stderr);
    assert.ok(packages.includes("commander") && !packages.includes("zod"), words.join(" "));
  }
  const { stderr } = await folder.run(["group", "--help"], { env });
  assert.ok(packagesIn(stderr).includes("zod"));
});

test("a command that opens the database loads storage, passwords and log, and schemas only if it is made from an operation", async () => {
  await using folder = await openEmptyFolder();
  assert.equal((await folder.run(["init"])).exitCode, 0);
  const ours = Object.keys(packageFile.dependencies);
  const loadedBy = async (...words: readonly string[]) =>
    packagesIn((await folder.run(words, { env })).stderr).filter((name) => ours.includes(name));
  const opened = ["commander", "lru-cache"];
  assert.deepEqual(await loadedBy("audit", "list"), opened);
  for (const noun of ["group", "user", "session", "webhook"])
    assert.deepEqual(await loadedBy(noun, "list"), [...opened, "zod"], noun);
});

test("a service that starts loads no schemas", async () => {
  await using folder = await openEmptyFolder();
  await using running = folder.begin(["serve"], env);
  await running.nextLine();
  running.process.kill("SIGTERM");
  await running.ended;
  const packages = packagesIn(await running.stderr);
  assert.ok(packages.includes("lru-cache"));
  assert.ok(!packages.includes("zod"), packages.join(" "));
});
