import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import { accountNamed, noon, passkeyOf } from "../storage-contract/samples.ts";
import { openFolder } from "./command-line.ts";

test("passkeys of a person are listed and removed by id", async () => {
  await using folder = await openFolder();
  await folder.json(
    ["user", "create", "--username", "ada", "--password-stdin"],
    "violet anchor puzzles 83\n",
  );
  assert.match((await folder.run(["user", "passkeys", "ada"])).stderr, /ada has no passkey/);
  const store = await openSqliteStore({ path: join(folder.path, "data", "latchkey.db"), clock: systemClock });
  const ada = await store.accounts.findByName("ada" as AccountName);
  assert.ok(ada);
  const pat = accountNamed("pat");
  const { passwordHash: _, ...withoutPassword } = pat;
  await store.accounts.create(withoutPassword);
  const phone = passkeyOf(ada, "phone", { lastUsedAt: noon, counterWentBackAt: noon });
  for (const passkey of [phone, passkeyOf(ada, "key")])
    assert.ok((await store.passkeys.add({ passkey, accountEpoch: ada.epoch, max: 9 })).ok);
  const only = passkeyOf(pat, "only");
  assert.ok((await store.passkeys.add({ passkey: only, accountEpoch: 1, max: 9 })).ok);
  await store.close();

  const listed = await folder.json(["user", "passkeys", "ada"]);
  assert.deepEqual(
    listed.map(({ passkey_id, last_used_at }) => [passkey_id, last_used_at]).sort(),
    [
      [passkeyOf(ada, "key").id, null],
      [phone.id, new Date(noon).toISOString()],
    ].sort(),
  );
  assert.match((await folder.run(["user", "passkeys", "ada"])).stdout, /^Passkey phone +2025-/m);

  const [removed] = await folder.json(["user", "passkeys", "ada", "--remove", phone.id]);
  assert.equal(removed?.removed, true);
  assert.equal((await folder.json(["user", "passkeys", "ada"])).length, 1);
  for (const id of [phone.id, only.id, "!"]) {
    const refused = await folder.run(["user", "passkeys", "ada", "--remove", id]);
    assert.equal(refused.exitCode, 3);
    assert.match(refused.stderr, /no such passkey/);
  }
  assert.match(
    (await folder.run(["user", "passkeys", "pat", "--remove", only.id])).stderr,
    /cannot sign in now/,
  );
  assert.equal((await folder.run(["user", "passkeys", "nobody"])).exitCode, 3);
});
