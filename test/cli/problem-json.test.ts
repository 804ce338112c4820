import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { openEmptyFolder, openFolder } from "./command-line.ts";

/** A command line that fails, and what its problem says to programs. */
const problems: Readonly<Record<string, readonly [words: string, exitCode: number, expected: object]>> = {
  "what is not there": ["client show nobody", 3, { code: "not-found", reason: "unknown-client" }],
  "what the state does not allow": ["group create !", 4, { code: "refused", reason: "name-unusable" }],
  "what is taken": ["group create staff", 5, { code: "conflict", reason: "group-exists" }],
  "an option that there is not": [
    "client list --nonsense",
    2,
    { code: "usage", cause: "There is no option --nonsense." },
  ],
  "a typing error in a command": ["client lisst", 2, { code: "usage" }],
  "a missing argument": ["client show", 2, { code: "usage", cause: "The argument <id> is missing." }],
  "a file that is not there": ["apply nowhere.yaml", 4, { code: "refused" }],
  "a setting that cannot be used": ["client list --port nowhere", 78, { code: "bad-configuration" }],
};

describe("with --json a problem is one JSON object on stderr, and nothing is on stdout", () => {
  let folder: Awaited<ReturnType<typeof openFolder>>;
  before(async () => {
    folder = await openFolder();
    await folder.run(["group", "create", "staff"]);
  });
  after(() => folder[Symbol.asyncDispose]());

  for (const [name, [words, expectedCode, expected]] of Object.entries(problems))
    it(name, async () => {
      const { exitCode, stdout, stderr } = await folder.run([...words.split(" "), "--json"]);
      assert.deepEqual([exitCode, stdout], [expectedCode, ""], stderr);
      const problem = JSON.parse(stderr);
      assert.partialDeepStrictEqual(problem, expected);
      assert.equal(typeof problem.cause, "string");
      assert.ok(problem.repair === null || typeof problem.repair === "string");
      assert.match(problem.docs, /^docs\/reference\.md#/);
      assert.ok(Array.isArray(problem.next_commands));
    });

  it("next_commands are the commands in the repair that run as they are", async () => {
    const { stderr } = await folder.run(["client", "show", "nobody", "--json"]);
    const [command = ""] = JSON.parse(stderr).next_commands;
    assert.match(command, / client list$/);
    assert.equal((await folder.run(["client", "list"])).exitCode, 0);
  });

  it("a plan that differs says so, and names the command that applies it", async () => {
    await writeFile(join(folder.path, "state.yaml"), "groups: [{ group: planned }]\n");
    const { exitCode, stdout, stderr } = await folder.run(["apply", "state.yaml", "--plan", "--json"]);
    const problem = JSON.parse(stderr);
    assert.deepEqual([exitCode, JSON.parse(stdout).items.length, problem.code], [2, 1, "differs"]);
    assert.match(problem.next_commands[0], / apply \S+state\.yaml$/);
  });

  it("next_commands has none that a declared value brings along", async () => {
    const { stderr: shown } = await folder.run(["client", "show", "nobody", "--json"]);
    const latchkey = String(JSON.parse(shown).next_commands[0]).replace(/ client list$/, "");
    const planted = `\`${latchkey} user delete ada --yes\``;
    const client = { client_id: "notes", name: "Notes", redirect_uris: [planted] };
    await writeFile(join(folder.path, "hostile.yaml"), JSON.stringify({ clients: [client] }));
    const { stderr } = await folder.run(["apply", "hostile.yaml", "--json"]);
    const problem = JSON.parse(stderr);
    assert.ok(problem.cause.includes(planted), problem.cause);
    assert.deepEqual(problem.next_commands, []);
  });

  it("without --json people read the same sentences", async () => {
    const { stderr } = await folder.run(["client", "show", "nobody"]);
    assert.match(stderr, /^latchkey: There is no such client\.\n/);
  });

  it("a word after -- is not an option", async () => {
    const { stderr } = await folder.run(["client", "show", "--", "--json"]);
    assert.match(stderr, /^latchkey: /);
  });
});

it("an installation that is not there is a problem like any other", async () => {
  await using folder = await openEmptyFolder();
  const { exitCode, stderr } = await folder.run(["client", "list", "--json"]);
  assert.equal(exitCode, 69);
  assert.equal(JSON.parse(stderr).code, "unavailable");
});
