import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { LiveService, newDataDir } from "../support/service.ts";

const root = resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const guides = globSync("docs/clients/*.md", { cwd: root }).sort();

/** What stands between the fences of one language, in order. */
function blocksOf(text: string, language: string): readonly string[] {
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , code = ""]) => code);
}

/** The program of the tests that a guide shows; undefined for languages that do not run here. */
function programOf(guide: string): string | undefined {
  const name = guide.replace(/^docs\/clients\/|\.md$/g, "");
  const file = `test/interop/${name === "README" ? "server" : name}.ts`;
  return existsSync(join(root, file)) ? file : undefined;
}

test("every program that is tested with a client library has its guide", () => {
  const programs = globSync("test/interop/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
  assert.deepEqual(programs.sort(), guides.flatMap((guide) => programOf(guide) ?? []).sort());
});

test("the list of guides names every guide", () => {
  const linked = [...read("docs/clients/README.md").matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, file]) => file);
  const written = guides.map((guide) => guide.replace("docs/clients/", ""));
  assert.deepEqual(new Set([...linked, "README.md"]), new Set(written));
});

for (const guide of guides) {
  const program = programOf(guide);
  const text = read(guide);

  if (program !== undefined)
    test(`${guide} shows ${program}, character for character`, () => {
      assert.deepEqual(blocksOf(text, "ts"), [read(program)]);
    });
  else
    test(`${guide} says that its code does not run here, and where its requests are replayed`, () => {
      assert.match(text, /This code does not run in our tests\./);
      assert.match(text, /\(\.\.\/\.\.\/test\/interop\/replays\/[\w-]+\.ts\)/);
      assert.deepEqual(blocksOf(text, "ts"), []);
    });

  if (guide !== "docs/clients/README.md")
    test(`${guide} goes from the registration to what to do when it fails`, () => {
      const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
      assert.deepEqual(headings, ["1. Register", "2. Install", "3. Write", "4. If it fails"]);
    });

  if (program !== undefined && guide !== "docs/clients/README.md")
    test(`${guide} installs what its code imports`, () => {
      const installed = /^npm install (.+)$/m.exec(text)?.[1]?.split(" ") ?? [];
      const imported = [...read(program).matchAll(/ from "((?:@[\w-]+\/)?[\w-]+)[/"]/g)].map(
        ([, name]) => name,
      );
      assert.deepEqual(
        imported.filter((name = "") => !installed.includes(name)),
        [],
      );
    });
}

test("every command that the guides register a client with works as it stands", async () => {
  const commands = guides
    .flatMap((guide) => blocksOf(read(guide), "sh"))
    .flatMap((block) => [...block.matchAll(/^npx latchkey (.+)$/gm)].map(([, words = ""]) => words));
  assert.ok(commands.length >= guides.length - 1);
  const folder = await newDataDir();
  try {
    for (const command of new Set(commands)) {
      const words = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
      const { exitCode, stderr } = await new LiveService(folder, {}).run(words);
      assert.equal(exitCode, 0, `${command}: ${stderr}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
