import assert from "node:assert/strict";
import { test } from "node:test";
import { openFolder } from "./command-line.ts";

const createClient = [
  "client",
  "create",
  "--name",
  "My app",
  "--redirect-uri",
  "https://app.example/callback",
];
const createUser = ["user", "create", "--username", "ada", "--password-stdin"];
const password = "violet anchor puzzles 83\n";

test("a group is made, filled, shown, emptied and deleted", async () => {
  await using folder = await openFolder();
  const [user] = await folder.json(createUser, password);
  const made = await folder.run(["group", "create", "staff"]);
  assert.equal(made.exitCode, 0, made.stderr);
  assert.match(made.stderr, /group add staff USER/);
  assert.match((await folder.run(["group", "add", "staff", "ada"])).stderr, /^ada is in staff\.$/m);
  assert.match((await folder.run(["group", "add", "staff", "ada"])).stderr, /already/);
  const [record] = await folder.json(["group", "show", "staff"]);
  assert.deepEqual(record?.members, [{ user_id: user?.user_id, username: "ada" }]);
  assert.deepEqual((await folder.json(["user", "show", "ada"]))[0]?.groups, ["staff"]);
  assert.match((await folder.run(["user", "show", "ada"])).stdout, /^Groups +staff$/m);
  assert.match((await folder.run(["group", "list"])).stdout, /^staff +1 /m);
  assert.match((await folder.run(["group", "show", "staff"])).stdout, /^People +1\n +ada$/m);
  const [removed] = await folder.json(["group", "remove", "staff", "ada"]);
  assert.equal(removed?.member, false);
  assert.deepEqual((await folder.json(["group", "delete", "staff"]))[0]?.deleted, true);
  assert.deepEqual(await folder.json(["group", "list"]), []);
});

test("client --only-group names groups that there are, shows them, and --no-only-group opens it to everybody", async () => {
  await using folder = await openFolder();
  await folder.json(createUser, password);
  for (const words of [createClient, ["client", "update", "ID"]]) {
    const [client] = await folder.json(createClient);
    const named = words.map((word) => (word === "ID" ? String(client?.client_id) : word));
    const refused = await folder.run([...named, "--only-group", "staf"]);
    assert.equal(refused.exitCode, 3, refused.stderr);
    assert.match(refused.stderr, /There is no group staf, .*\n.*group create.*group list/);
  }
  for (const name of ["staff", "board"]) await folder.json(["group", "create", name]);
  const [client] = await folder.json([...createClient, "--only-group", "staff", "--only-group", "board"]);
  assert.deepEqual(client?.only_groups, ["staff", "board"]);
  const id = String(client?.client_id);
  assert.match((await folder.run(["client", "show", id])).stdout, /^Only group +staff\n +board$/m);
  assert.deepEqual((await folder.json(["group", "show", "board"]))[0]?.clients, [
    { client_id: id, name: "My app" },
  ]);
  const kept = await folder.run(["group", "delete", "board"]);
  assert.equal(kept.exitCode, 4);
  assert.match(kept.stderr, /open to this group, .*\n.*--no-only-group/);
  const [open] = await folder.json(["client", "update", id, "--no-only-group"]);
  assert.deepEqual(open?.only_groups, []);
  assert.equal((await folder.run(["group", "delete", "board"])).exitCode, 0);
});

test("group: what cannot be done says why, and what to do", async () => {
  await using folder = await openFolder();
  await folder.json(createUser, password);
  await folder.json(["group", "create", "staff"]);
  const rows: [string[], number, RegExp][] = [
    [["create", "staff"], 5, /group with this name already/],
    [["create", "two words"], 4, /1 to 64 letters, digits/],
    [["create", "a,b"], 4, /1 to 64 letters, digits/],
    [["create", ""], 4, /1 to 64 letters, digits/],
    [["add", "staf", "ada"], 3, /There is no group staf\.\n.*group list/],
    [["add", "staff", "eve"], 3, /no such account\.\n.*user list/],
    [["remove", "staff", "ada"], 3, /not in this group/],
    [["show", "none"], 3, /There is no group none/],
    [["delete", "none"], 3, /There is no group none/],
  ];
  for (const [words, exitCode, said] of rows) {
    const answer = await folder.run(["group", ...words]);
    assert.deepEqual([answer.exitCode, answer.stdout], [exitCode, ""], answer.stderr);
    assert.match(answer.stderr, said);
  }
});

test("a group that an API names in its roles or scopes stays, because a new one of its name would have its rights", async () => {
  await using folder = await openFolder();
  for (const name of ["staff", "board"]) await folder.json(["group", "create", name]);
  const resource = "https://api.example";
  const create = ["api", "create", "--resource", resource, "--name", "Orders", "--scope", "read=Read"];
  await folder.json([...create, "--role", "staff=editor"]);
  await folder.json(["api", "scope", "update", resource, "read=Read", "--group", "board"]);
  for (const name of ["staff", "board"]) {
    const kept = await folder.run(["group", "delete", name]);
    assert.equal(kept.exitCode, 4, kept.stderr);
    assert.match(kept.stderr, /The API Orders .* a role or a scope[\s\S]*api show https:\/\/api\.example/);
  }
  await folder.json(["api", "update", resource, "--no-role"]);
  await folder.json(["api", "scope", "update", resource, "read=Read", "--no-group"]);
  for (const name of ["staff", "board"])
    assert.equal((await folder.run(["group", "delete", name])).exitCode, 0);
});
