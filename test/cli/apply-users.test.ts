import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { peopleRows } from "../support/people-rows.ts";
import { openFolder } from "./command-line.ts";

const password = "quiet amber lantern walks";

test("a person who is declared gets in by the link that apply names, and only --prune-users with --yes deletes people", async () => {
  await using folder = await openFolder();
  const declare = (text: string) => writeFile(join(folder.path, "state.yaml"), text);
  const apply = (...words: string[]) => folder.run(["apply", "state.yaml", ...words]);
  const names = async () => (await folder.json(["user", "list"])).map(({ username }) => username);
  await folder.run(["user", "create", "--username", "bob", "--password-random"]);
  await declare("users:\n  - { username: ada, name: Ada }\n");
  const applied = await apply("--reason", "commit 4711");
  assert.equal(applied.exitCode, 0, applied.stderr);
  assert.match(applied.stderr, /A new account has no password\. A link that sets one: .* user recover ada\n/);
  const [link] = await folder.json(["user", "recover", "ada"]);
  assert.match(String(link?.link), /^http/);
  assert.deepEqual(await names(), ["bob", "ada"]);

  const kept = await apply("--prune", "--yes");
  assert.match(kept.stderr, /Everything is as declared/);
  const planned = await apply("--plan", "--prune-users");
  assert.deepEqual([planned.exitCode, planned.stdout], [2, "- users bob\n"]);
  const unasked = await apply("--prune-users");
  assert.equal(unasked.exitCode, 4);
  assert.match(unasked.stderr, /would delete 1 thing, and nobody can be asked/);
  await declare("groups: []\n");
  assert.equal((await apply("--prune-users", "--yes")).exitCode, 0);
  assert.deepEqual(await names(), ["bob", "ada"], "no part for people, so none is deleted");
  await declare("users: [{ username: ada, name: Ada }]\n");
  assert.equal((await apply("--prune-users", "--yes", "--reason", "commit 4712")).exitCode, 0);
  assert.deepEqual(await names(), ["ada"]);
  const [deleted] = await folder.json(["audit", "list", "--act", "user-deleted"]);
  assert.partialDeepStrictEqual(deleted, { details: { reason: "commit 4712" } });
});

test("a password in a file is refused with its line, and not repeated, whether it is clear or a reference", async () => {
  await using folder = await openFolder();
  for (const value of [password, "env:ADA_PASSWORD"]) {
    await writeFile(join(folder.path, "state.yaml"), `users:\n  - username: ada\n    password: ${value}\n`);
    const { exitCode, stdout, stderr } = await folder.run(["apply", "state.yaml"], {
      env: { ADA_PASSWORD: password },
    });
    assert.equal(exitCode, 4);
    assert.match(stderr, /state\.yaml:3: password: /);
    assert.ok(!`${stdout}${stderr}`.includes(password));
  }
  assert.deepEqual(await folder.json(["user", "list"]), []);
});

test("an export with people leaves an entry in the audit trail, and one without leaves none", async () => {
  await using folder = await openFolder();
  const entries = async () => (await folder.json(["audit", "list", "--act", "users-exported"])).length;
  await folder.run(["export", "config"]);
  assert.equal(await entries(), 0);
  await folder.run(["export", "config", "state.yaml", "--users"]);
  assert.equal(await entries(), 1);
});

test("more people than a state may declare are not exported, and the refusal names the export that has no limit", async () => {
  await using folder = await openFolder();
  const database = new DatabaseSync(join(folder.path, "data", "latchkey.db"));
  for (const statement of peopleRows("SQLite", 10_001)) database.exec(statement);
  // Its provider is none that this release reads.
  database.exec("DELETE FROM upstreams");
  const { exitCode, stdout, stderr } = await folder.run(["export", "config", "--users"]);
  assert.deepEqual([exitCode, stdout], [5, ""], stderr);
  assert.match(stderr, /more than 10000 people[\s\S]*latchkey(?:\.js)? export users/);
  database.exec("DELETE FROM accounts WHERE username = 'p1'");
  database.close();
  const [state] = await folder.json(["export", "config", "--users"]);
  assert.ok(Array.isArray(state?.users));
  assert.equal(state.users.length, 10_000);
});

test("administrators of a group are brought where the group names them, after the people who are declared beside them, and stay where it does not", async () => {
  await using folder = await openFolder();
  const declare = (text: string) => writeFile(join(folder.path, "state.yaml"), text);
  const apply = (...words: string[]) => folder.run(["apply", "state.yaml", ...words]);
  const administrators = async () => {
    const [group] = await folder.json(["group", "show", "staff"]);
    const named = group?.administrators;
    assert.ok(Array.isArray(named));
    return named.map(({ username }) => username);
  };
  await folder.run(["user", "create", "--username", "bob", "--password-random"]);
  await declare("groups:\n  - { group: staff, administrators: [Bob, ada] }\nusers:\n  - { username: ada }\n");
  const planned = await apply("--plan");
  assert.equal(planned.exitCode, 2, planned.stderr);
  assert.equal(
    planned.stdout,
    '+ groups staff\n    group: "staff"\n    administrators: ["ada","bob"]\n+ users ada\n    username: "ada"\n',
  );
  const applied = await apply("--reason", "commit 4711");
  assert.equal(applied.exitCode, 0, applied.stderr);
  assert.equal(applied.stdout, planned.stdout);
  assert.deepEqual(await administrators(), ["ada", "bob"]);
  const entries = await folder.json(["audit", "list", "--act", "group-administrator-added"]);
  assert.deepEqual(
    entries.map(({ details }) => (details as { reason?: string }).reason),
    ["commit 4711", "commit 4711"],
  );
  assert.equal((await apply("--plan", "--prune")).exitCode, 0);

  await declare("groups: [{ group: staff }]\n");
  assert.equal((await apply("--plan", "--prune")).exitCode, 0, "they are not named, so they stay");
  await declare("groups: [{ group: staff, administrators: [bob] }]\n");
  const removing = await apply("--plan");
  assert.equal(removing.stdout, '~ groups staff\n    administrators: ["ada","bob"] -> ["bob"]\n');
  assert.deepEqual(await administrators(), ["ada", "bob"], "a plan changes nothing");
  assert.equal((await apply()).exitCode, 0);
  assert.deepEqual(await administrators(), ["bob"]);
  assert.equal((await folder.json(["audit", "list", "--act", "group-administrator-removed"])).length, 1);
  await declare("groups: [{ group: staff, administrators: [] }]\n");
  assert.equal((await apply()).exitCode, 0);
  assert.deepEqual(await administrators(), []);
});

test("an administrator who does not exist is refused with the line and the repair, and nothing is changed", async () => {
  await using folder = await openFolder();
  await writeFile(
    join(folder.path, "state.yaml"),
    "groups:\n  - group: staff\n    administrators:\n      - nobody\nusers:\n  - username: ada\n",
  );
  for (const words of [["--plan"], []]) {
    const { exitCode, stderr } = await folder.run(["apply", "state.yaml", ...words]);
    assert.equal(exitCode, 3, stderr);
    assert.match(
      stderr,
      /state\.yaml:3: administrators: There is no account nobody [\s\S]*Create it, or declare it in `users`/,
    );
  }
  assert.deepEqual(await folder.json(["group", "list"]), []);
  assert.deepEqual(await folder.json(["user", "list"]), []);
});
