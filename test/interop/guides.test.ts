import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { LiveService, newDataDir } from "../support/service.ts";
import { signInRecordings } from "./recordings/recording.ts";

const root = resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const settings = "docs/clients/settings.md";
const guides = globSync("docs/clients/*.md", { cwd: root })
  .filter((file) => file !== settings)
  .sort();
/** Guides for those who write the API: apis.test.ts runs their code. */
const apiGuides = ["docs/protect-an-api.md", "docs/token-formats.md"];
/** Guides to what cannot be installed where recordings are made. */
const unrecorded = ["docs/clients/oauth2-proxy.md"];

const { dependencies, devDependencies } = JSON.parse(read("package.json"));

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
  assert.deepEqual(new Set([...linked, "README.md"]), new Set([...written, "settings.md"]));
});

for (const guide of guides) {
  const program = programOf(guide);
  const text = read(guide);

  if (program !== undefined)
    test(`${guide} shows ${program}, character for character`, () => {
      assert.deepEqual(blocksOf(text, "ts"), [read(program)]);
    });
  else if (unrecorded.includes(guide))
    test(`${guide} says that no test replays it`, () => {
      assert.match(text, /^\*\*Not replayed\.\*\* /m);
      assert.doesNotMatch(text, /Tested with|is replayed/);
    });
  else
    test(`${guide} says that its code does not run here, and where its requests are replayed`, () => {
      assert.match(text, /This code does not run in our tests\./);
      assert.match(text, /\(\.\.\/\.\.\/test\/interop\/(replays\/[\w-]+\.ts|recordings\/[\w-]+\.json)\)/);
      assert.deepEqual(blocksOf(text, "ts"), []);
    });

  if (guide !== "docs/clients/README.md")
    test(`${guide} goes from the registration to what to do when it fails`, () => {
      const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
      const last = headings.includes("5. With OpenID Connect") ? ["5. With OpenID Connect"] : [];
      assert.deepEqual(headings, ["1. Register", "2. Install", "3. Write", "4. If it fails", ...last]);
    });

  if (program !== undefined && guide !== "docs/clients/README.md")
    test(`${guide} installs what its code imports, and names the versions that the tests run it with`, () => {
      const installed = /^npm install (.+)$/m.exec(text)?.[1]?.split(" ") ?? [];
      const imported = [...read(program).matchAll(/ from "((?:@[\w-]+\/)?[\w-]+)[/"]/g)].map(
        ([, name]) => name,
      );
      assert.deepEqual(
        imported.filter((name = "") => !installed.includes(name)),
        [],
      );
      const versions = imported.map((name = "") => `${name} ${devDependencies[name] ?? dependencies[name]}`);
      const sentence = `The code below runs with every \`npm test\`, with ${[...new Set(versions)].join(" and ")}.`;
      assert.ok(text.includes(sentence), sentence);
    });
}

/** Guides whose Go program stands in them as a whole. */
const goPrograms = guides.filter((guide) =>
  blocksOf(read(guide), "go").some((code) => /^package main$/m.test(code)),
);

for (const guide of goPrograms)
  test(`${guide} installs each package that its code imports, so that the sums of what they need are there too`, () => {
    const text = read(guide);
    const installed = /go get (.+)$/m.exec(text)?.[1]?.split(" ") ?? [];
    const [code = ""] = blocksOf(text, "go").filter((block) => /^package main$/m.test(block));
    const imported = [...code.matchAll(/^\t(?:\w+ )?"([^"]+)"$/gm)].map(([, name = ""]) => name);
    const fromModules = imported.filter((name) => /^[\w-]+\./.test(name));
    assert.ok(fromModules.length > 0);
    assert.deepEqual(
      fromModules.filter((name) => !installed.includes(name)),
      [],
    );
  });

/** The words of every command of a shell block that begins with `npx latchkey`; a backslash continues a line. */
function commandsOf(text: string): readonly (readonly string[])[] {
  return blocksOf(text, "sh")
    .map((block) => block.replace(/\\\n\s*/g, ""))
    .flatMap((block) => [...block.matchAll(/^npx latchkey (.+)$/gm)].map(([, words = ""]) => words))
    .map((command) => [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word));
}

/** What a `client create` is given besides name and redirect URI. */
function optionsOf(words: readonly string[]): readonly string[] {
  const apart = (word: string) => word === "--name" || word === "--redirect-uri";
  return words.slice(2).filter((word, index, rest) => !apart(word) && !apart(rest[index - 1] ?? ""));
}

for (const [file, { guide, tested, recordedOn, options, redirectUri }] of signInRecordings)
  test(`docs/clients/${guide} says what was recorded in ${file}.json, and registers it so`, () => {
    const text = read(`docs/clients/${guide}`);
    for (const words of [tested, `recorded on ${recordedOn}`])
      assert.ok(text.replace(/\s+/g, " ").includes(words), `${guide} does not say "${words}".`);
    const isSame = (words: readonly string[]) =>
      optionsOf(words).join(" ") === options.join(" ") && words.includes(redirectUri);
    assert.ok(commandsOf(text).some(isSame), `${guide} has no command with ${options.join(" ")}.`);
  });

test("every recording is named by a guide", () => {
  const named = guides.flatMap((guide) => [...read(guide).matchAll(/recordings\/([\w-]+)\.json\)/g)]);
  assert.deepEqual(new Set(named.map(([, file]) => file)), new Set(signInRecordings.keys()));
});

/** The rows of the table of applications: the guide, the options, and whether PKCE is sent. */
const rowOf = /^\| \[[^\]]+\]\(([\w-]+\.md)\)[^|]*\| ([^|]*) \| ([^|]*) \|/gm;
const rows = [...read(settings).matchAll(rowOf)].map(([, guide = "", options = "", pkce = ""]) => ({
  guide,
  choices: options.split(", or ").map((choice) => (choice === "none" ? "" : choice.replaceAll("`", ""))),
  pkce,
}));

for (const { guide, choices, pkce } of rows)
  test(`${settings} has the options of ${guide}, and says whether it sends PKCE`, () => {
    const commands = commandsOf(read(`docs/clients/${guide}`)).map(optionsOf);
    const names = commands.map((words) =>
      words
        .filter((word) => word.startsWith("--"))
        .sort()
        .join(" "),
    );
    const wanted = choices.map((choice) => choice.split(" ").sort().join(" "));
    assert.deepEqual(new Set(names), new Set(wanted));
    const sent = [...signInRecordings.values()]
      .filter((recording) => recording.guide === guide)
      .flatMap(({ steps }) => steps.flatMap((step) => ("visit" in step ? step.visit : [])))
      .filter((visit) => visit.startsWith("/v1/Oauth/authorization?"))
      .map((visit) => (visit.includes("code_challenge_method=S256") ? "yes" : "no"));
    assert.deepEqual([...new Set(sent)], unrecorded.includes(`docs/clients/${guide}`) ? [] : [pkce]);
  });

test("the table of applications has every guide that something was recorded for", () => {
  const recorded = [...signInRecordings.values()].map(({ guide }) => guide);
  const others = unrecorded.map((file) => file.replace("docs/clients/", ""));
  assert.deepEqual(new Set(rows.map(({ guide }) => guide)), new Set([...recorded, ...others]));
});

/** The options that the help of a command names. */
async function optionsIn(service: LiveService, command: string): Promise<ReadonlySet<string>> {
  const { exitCode, stdout, stderr } = await service.run([...command.split(" "), "--help"]);
  assert.equal(exitCode, 0, `${command}: ${stderr}`);
  return new Set([...stdout.matchAll(/--[a-z-]+/g)].map(([option]) => option));
}

test("every command and option that the guides and the table of settings name exists", async () => {
  const inline = [...guides, settings, ...apiGuides].flatMap((file) => [
    ...read(file).matchAll(/`npx latchkey ([^`]+)`/g),
  ]);
  const used = inline.map(([, words = ""]) => words).filter((words) => /^[a-z]+ [a-z-]+/.test(words));
  used.push(...[...read(settings).matchAll(/`(--[a-z-]+)`/g)].map(([, option]) => `client create ${option}`));
  const byCommand = Map.groupBy(used, (words) => words.split(" ").slice(0, 2).join(" "));
  assert.ok(byCommand.size > 1);
  const folder = await newDataDir();
  try {
    for (const [command, uses] of byCommand) {
      const known = await optionsIn(new LiveService(folder, {}), command);
      const named = uses.flatMap((words) => words.match(/--[a-z-]+/g) ?? []);
      assert.deepEqual(
        named.filter((option) => !known.has(option)),
        [],
        command,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("every command that the guides register a client with works as it stands", async () => {
  const commands = guides.flatMap((guide) => commandsOf(read(guide)));
  assert.ok(commands.length >= guides.length - 1);
  const folder = await newDataDir();
  try {
    assert.equal((await new LiveService(folder, {}).run(["db", "migrate"])).exitCode, 0);
    for (const command of new Set(commands.map((words) => words.join("\n")))) {
      const { exitCode, stderr } = await new LiveService(folder, {}).run(command.split("\n"));
      assert.equal(exitCode, 0, `${command}: ${stderr}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
