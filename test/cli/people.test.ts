import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { openFolder } from "./command-line.ts";

const password = "quiet amber lantern walks";

test("people are listed by filters, and an act meets those that its options name", async () => {
  await using folder = await openFolder();
  for (const name of ["ada", "alan", "grace"]) {
    const words = [
      "user",
      "create",
      "--username",
      name,
      "--email",
      `${name}@example.org`,
      "--password-stdin",
    ];
    await folder.json(words, `${password}\n`);
  }
  await folder.json(["group", "create", "staff"]);
  const usernames = async (...words: readonly string[]) =>
    (await folder.json(["user", "list", ...words])).map(({ username }) => username);
  const outcomes = async (...words: readonly string[]) =>
    (await folder.json(["people", ...words])).map(({ username, outcome }) => [username, outcome]);

  assert.deepEqual(await outcomes("add-to-group", "staff", "--search", "a", "--dry-run"), [
    ["ada", "due"],
    ["alan", "due"],
  ]);
  assert.deepEqual(await usernames("--group", "staff"), []);
  assert.deepEqual(await outcomes("add-to-group", "staff", "--search", "a"), [
    ["ada", "done"],
    ["alan", "done"],
  ]);
  assert.deepEqual(await usernames("--group", "staff", "--sort=-username"), ["alan", "ada"]);
  for (const [name, others] of [
    ["grace", ["--name", "Ábel"]],
    ["ada", ["--name", "zoe"]],
    ["alan", ["--name", "ZOE A", "--email", ""]],
  ] as const)
    await folder.json(["user", "update", name, ...others]);
  assert.deepEqual(await usernames("--sort", "name"), ["ada", "alan", "grace"]);
  assert.deepEqual(await usernames("--sort=-name", "--limit", "1"), ["grace"]);
  assert.deepEqual(await usernames("--sort", "email"), ["ada", "grace", "alan"]);
  assert.deepEqual(await usernames("--sort=-email"), ["grace", "ada", "alan"]);
  await folder.json(["user", "update", "alan", "--email", "alan@example.org"]);
  assert.deepEqual(await outcomes("disable", "--user", "alan", "--user", "nobody"), [
    ["alan", "done"],
    [null, "refused"],
  ]);
  assert.deepEqual(await usernames("--state", "disabled"), ["alan"]);
  assert.deepEqual(await usernames("--no-admin", "--without-second-factor", "--state", "enabled"), [
    "ada",
    "grace",
  ]);
  assert.deepEqual(await usernames("--with-second-factor"), []);
  assert.deepEqual(await usernames("--search", "@example.org", "--limit", "2"), ["ada", "alan"]);
  const { stdout, stderr } = await folder.run([
    "people",
    "require",
    "two",
    "--user",
    "ada",
    "--user",
    "alan",
  ]);
  assert.match(stdout, /^USERNAME +OUTCOME +REASON\nada +done *\nalan +done/);
  assert.match(stderr, /^2 done\.\n$/);
});

test("an act meets everybody in the filter, or at most as many as are asked for, and says how many", async () => {
  await using folder = await openFolder();
  const lines = Array.from({ length: 450 }, (_, index) => JSON.stringify({ username: `many${index}` }));
  const imported = await folder.run(["import", "users", "-"], { input: `${lines.join("\n")}\n` });
  assert.equal(imported.exitCode, 0, imported.stderr);
  await folder.json(["group", "create", "staff"]);
  await folder.json(["group", "create", "few"]);
  const all = await folder.run(["people", "add-to-group", "staff", "--search", "many"]);
  assert.equal(all.stdout.trimEnd().split("\n").length, 1 + 450);
  assert.equal(all.stderr, "450 done.\n");
  const again = await folder.run(["people", "disable", "--group", "staff", "--dry-run"]);
  assert.match(again.stderr, /^450 due\.\n/);
  const few = await folder.run(["people", "add-to-group", "few", "--group", "staff", "--limit", "207"]);
  assert.equal(few.stderr, "207 done.\n");
  assert.equal((await folder.json(["user", "list", "--group", "few", "--limit", "999"])).length, 207);
  assert.equal((await folder.run(["people", "disable", "--search", "nobody"])).stderr, "Nobody.\n");
});

test("a dry run ends with the command that does it to exactly its people, and to nobody if it would be done to others", async () => {
  await using folder = await openFolder();
  const add = (...names: readonly string[]) =>
    folder.run(["import", "users", "-"], {
      input: names.map((name) => JSON.stringify({ username: name, name: "it's many" })).join("\n"),
    });
  await add(...Array.from({ length: 230 }, (_, index) => `many${index}`));
  await folder.json(["group", "create", "staff"]);
  /** What the last line of a dry run says, as the words of a command line. */
  async function wordsAfter(...dryRun: readonly string[]): Promise<readonly string[]> {
    const { stderr } = await folder.run(dryRun);
    const [, command = ""] = /exactly \d+ (?:people|person): `(.*)`\n$/.exec(stderr) ?? assert.fail(stderr);
    const said = execFileSync("sh", ["-c", `for word in ${command}; do printf '%s\\n' "$word"; done`]);
    return said.toString().trimEnd().split("\n").slice(2);
  }
  const act = ["people", "add-to-group", "staff", "--search", "it's many"];
  const early = await wordsAfter(...act, "--dry-run", "--limit=220");
  assert.deepEqual(early.slice(0, -1), [...act, "--limit=220", "--expect"]);
  const all = await wordsAfter("people", "add-to-group", "--dry-run", ...act.slice(2));
  assert.deepEqual(all.slice(0, -1), [...act, "--expect"]);
  assert.match(all.at(-1) ?? "", /^230-/);
  assert.deepEqual(await wordsAfter(...all, "--dry-run"), all);
  await add("manymore");
  const late = await folder.run([...all]);
  assert.equal(late.exitCode, 5, late.stderr);
  assert.match(late.stderr, /Nothing was changed[^.]*\(230 then, 231 now\)\. Make the dry run again/);
  assert.equal((await folder.run([...all, "--dry-run"])).exitCode, 5, "a dry run tells it too");
  assert.deepEqual(await folder.json(["user", "list", "--group", "staff"]), []);
  assert.equal((await folder.run([...early])).stderr, "220 done.\n", "the others are behind its limit");
  const none = await folder.run([...early, "--dry-run"]);
  assert.equal(none.exitCode, 5, none.stderr);
});

test("people: 2 for an option that cannot be, 3 where the group is not there, 4 where nobody is named", async () => {
  await using folder = await openFolder();
  await folder.json(["user", "create", "--username", "ada", "--password-stdin"], `${password}\n`);
  for (const [words, exitCode, said] of [
    [["user", "list", "--not-seen", "90"], 2, /--not-seen: It is a number of days, such as 90d\./],
    [["user", "list", "--state", "gone"], 2, /--state/],
    [["people", "disable"], 4, /Nobody is named\./],
    [["people", "disable", "--user", "ada", "--state", "enabled"], 4, /not by both/],
    [["people", "add-to-group", "staff", "--user", "ada"], 3, /There is no group staff\./],
    [["people", "disable", "--user", "ada", "--expect", "1"], 4, /expect/],
    [["people", "require", "three", "--user", "ada"], 4, /It must be "one", "two" or "phr"\./],
  ] as const) {
    const answer = await folder.run(words);
    assert.equal(answer.exitCode, exitCode, answer.stderr);
    assert.match(answer.stderr, said);
  }
});
