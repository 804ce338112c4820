import assert from "node:assert/strict";
import { test } from "node:test";
import { openFolder } from "./command-line.ts";

const password = "nineteen paper boats drift past\n";

test("an invitation is printed, mailed, listed and taken back", async () => {
  await using folder = await openFolder();
  await folder.run(["group", "create", "staff"]);
  const [made] = await folder.json(["invite", "create", "--email", "Bob@example.org", "--group", "staff"]);
  assert.deepEqual([made?.email, made?.groups], ["bob@example.org", ["staff"]]);
  assert.match(String(made?.link), /^http:\/\/localhost:8080\/sign-up\/account\?link=[\w-]{43}$/);
  assert.match(String(made?.invitation_id), /^[0-9a-f]{64}$/);
  const [listed] = await folder.json(["invite", "list"]);
  assert.equal(listed?.invitation_id, made?.invitation_id);
  assert.equal("link" in (listed ?? {}), false);
  assert.match((await folder.run(["invite", "list"])).stdout, /^bob@example\.org +staff /m);
  const id = String(made?.invitation_id);
  assert.equal((await folder.json(["invite", "delete", id]))[0]?.deleted, true);
  assert.equal((await folder.run(["invite", "delete", id])).exitCode, 3);
  assert.deepEqual(await folder.json(["invite", "list"]), []);
});

test("nobody is invited twice over: not with an account, into a group that is not there, or without an address", async () => {
  await using folder = await openFolder();
  const words = ["user", "create", "--username", "ada", "--email", "ada@example.org", "--password-stdin"];
  await folder.json(words, password);
  const refused = async (...more: readonly string[]) => {
    const { exitCode, stderr } = await folder.run(["invite", "create", "--email", ...more]);
    assert.notEqual(exitCode, 0);
    return stderr;
  };
  assert.match(await refused("ada@example.org"), /has an account with this address/);
  assert.match(await refused("bob@example.org", "--group", "gone"), /There is no group gone/);
  assert.match(await refused("bob"), /It is not an e-mail address/);
});

test("user recover prints a link for one person, and mails it where that is wanted", async () => {
  await using folder = await openFolder();
  const words = ["user", "create", "--username", "ada", "--email", "ada@example.org", "--password-stdin"];
  const [ada] = await folder.json(words, password);
  await folder.json(["user", "create", "--username", "bob", "--password-stdin"], password);
  const [made] = await folder.json(["user", "recover", "ada"]);
  assert.deepEqual([made?.user_id, made?.mailed, made?.drops_second_factor], [ada?.user_id, false, false]);
  assert.match(String(made?.link), /^http:\/\/localhost:8080\/recover\/password\?link=[\w-]{43}$/);
  const [mailed] = await folder.json(["user", "recover", "ada", "--mail", "--drop-second-factor"]);
  assert.deepEqual([mailed?.mailed, mailed?.drops_second_factor], [true, true]);
  const bare = await folder.run(["user", "recover", "bob", "--mail"]);
  assert.match(bare.stderr, /no e-mail address/);
  await folder.run(["user", "disable", "bob"]);
  assert.match((await folder.run(["user", "recover", "bob"])).stderr, /is disabled/);
  assert.equal((await folder.run(["user", "recover", "nobody"])).exitCode, 3);
});
