import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import { noon, passkeyOf, recoveryCodesOf, totpOf } from "../storage-contract/samples.ts";
import { openFolder } from "./command-line.ts";

const password = "violet anchor puzzles 83\n";

test("the second factors of a person are told and removed", async () => {
  await using folder = await openFolder();
  await folder.json(["user", "create", "--username", "ada", "--password-stdin"], password);
  for (const [word, none] of [
    ["totp", /ada has no authenticator app/],
    ["recovery-codes", /ada has no recovery codes/],
  ] as const) {
    assert.match((await folder.run(["user", word, "ada"])).stderr, none);
    const refused = await folder.run(["user", word, "ada", "--remove"]);
    assert.equal(refused.exitCode, 3);
    assert.match(refused.stderr, none);
    assert.equal((await folder.run(["user", word, "nobody"])).exitCode, 3);
  }
  const store = await openSqliteStore({ path: join(folder.path, "data", "latchkey.db"), clock: systemClock });
  const ada = await store.accounts.findByName("ada" as AccountName);
  assert.ok(ada);
  const shown = { accountEpoch: ada.epoch };
  assert.ok(await store.totps.keep(totpOf(ada), shown));
  assert.ok(await store.recoveryCodes.replace(recoveryCodesOf(ada, ["one", "two"]), shown));
  await store.close();

  const since = new Date(noon).toISOString();
  assert.deepEqual(await folder.json(["user", "totp", "ada"]), [{ user_id: ada.id, set_up_at: since }]);
  assert.deepEqual(await folder.json(["user", "recovery-codes", "ada"]), [
    { user_id: ada.id, left: 2, made_at: since },
  ]);
  assert.match((await folder.run(["user", "totp", "ada"])).stdout, /set up 2025-/);
  assert.match((await folder.run(["user", "recovery-codes", "ada"])).stdout, /^2 left/);
  assert.equal((await folder.json(["user", "show", "ada"]))[0]?.totp, true);
  for (const word of ["totp", "recovery-codes"]) {
    assert.equal((await folder.json(["user", word, "ada", "--remove"]))[0]?.removed, true);
    assert.equal((await folder.run(["user", word, "ada", "--remove"])).exitCode, 3);
  }
  assert.equal((await folder.json(["user", "show", "ada"]))[0]?.totp, false);
});

test("an administrator whose last second factor was removed needs a link, and the command for it is printed", async () => {
  await using folder = await openFolder();
  const names = ["ada", "bob"] as const;
  for (const name of names)
    await folder.json(["user", "create", "--username", name, "--admin", "--password-stdin"], password);
  const store = await openSqliteStore({ path: join(folder.path, "data", "latchkey.db"), clock: systemClock });
  const passkeys = new Map<string, string>();
  for (const name of names) {
    const account = await store.accounts.findByName(name as AccountName);
    assert.ok(account);
    assert.ok(await store.totps.keep(totpOf(account), { accountEpoch: account.epoch }));
    const passkey = passkeyOf(account, `phone of ${name}`);
    assert.ok((await store.passkeys.add({ passkey, accountEpoch: account.epoch, max: 9 })).ok);
    passkeys.set(name, passkey.id);
  }
  await store.close();
  const remove = {
    totp: async (name: string) => (await folder.run(["user", "totp", name, "--remove"])).stderr,
    passkey: async (name: string) =>
      (await folder.run(["user", "passkeys", name, "--remove", passkeys.get(name) ?? ""])).stderr,
  };
  const link = /a password alone cannot add\. .*: .*latchkey.* user recover (\w+)\s/;
  assert.doesNotMatch(await remove.totp("ada"), link, "a passkey is left");
  assert.equal(link.exec(await remove.passkey("ada"))?.[1], "ada");
  assert.doesNotMatch(await remove.passkey("bob"), link, "an app is left");
  const said = await remove.totp("bob");
  assert.equal(link.exec(said)?.[1], "bob");
  assert.doesNotMatch(said, /next sign-in/);
});

test("a recovery link speaks of a second factor only where the person has one", async () => {
  await using folder = await openFolder();
  const names = ["ada", "bob", "cyd"] as const;
  for (const name of names)
    await folder.json(["user", "create", "--username", name, "--password-stdin"], password);
  const store = await openSqliteStore({ path: join(folder.path, "data", "latchkey.db"), clock: systemClock });
  const account = async (name: string) => {
    const found = await store.accounts.findByName(name as AccountName);
    assert.ok(found);
    return found;
  };
  const [ada, bob] = [await account("ada"), await account("bob")];
  assert.ok(await store.totps.keep(totpOf(ada), { accountEpoch: ada.epoch }));
  const passkey = passkeyOf(bob, "phone");
  assert.ok((await store.passkeys.add({ passkey, accountEpoch: bob.epoch, max: 9 })).ok);
  await store.close();
  const said = async (name: string) => (await folder.run(["user", "recover", name])).stderr;
  assert.match(await said("ada"), /The second factor is still asked for; --drop-second-factor takes it away/);
  assert.match(await said("bob"), /Passkeys stay/);
  assert.doesNotMatch(await said("bob"), /still asked for/);
  assert.doesNotMatch(await said("cyd"), /second factor/);
});

test("an operator says how strongly one person must prove who they are; other changes keep that", async () => {
  await using folder = await openFolder();
  const creation = ["user", "create", "--username", "ada", "--password-stdin", "--require", "phr"];
  await folder.json(creation, password);
  const requireOf = async () => (await folder.json(["user", "show", "ada"]))[0]?.require;
  assert.equal(await requireOf(), "phr");
  await folder.json(["user", "update", "ada", "--require", "two"]);
  await folder.json(["user", "update", "ada", "--name", "Ada"]);
  assert.equal(await requireOf(), "two");
  await folder.json(["user", "update", "ada", "--require", "one"]);
  assert.equal(await requireOf(), "one");
  assert.equal((await folder.run(["user", "update", "ada", "--require", "three"])).exitCode, 2);
});
