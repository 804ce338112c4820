import assert from "node:assert/strict";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { accountNamed, hashOf, noon, plain, sessionOf, startOf } from "./samples.ts";

const { passwordHash: _, ...bare } = accountNamed("ada");
const waiting = { ...bare, hasOldPassword: true } as const;

/** The promises about accounts whose password only the product that they came from knows. */
export function oldPasswordsContract(promised: Promised): void {
  promised(
    "Accounts.moveOldPassword: one of any number of calls gives the account its hash, and sessions live on",
    async ({ store, another }) => {
      const stores = [store, await another()];
      await store.accounts.create(waiting);
      await store.sessions.start(startOf(sessionOf(waiting, "ada")));
      const moved = await atOnce(8, (index) =>
        (stores[index % 2] ?? store).accounts.moveOldPassword(waiting.id, hashOf(`call ${index}`)),
      );
      assert.equal(moved.filter(Boolean).length, 1);
      const kept = hashOf(`call ${moved.indexOf(true)}`);
      assert.deepEqual(plain(await store.accounts.find(waiting.id)), plain({ ...bare, passwordHash: kept }));
      assert.ok(await store.sessions.find(sessionOf(waiting, "ada").id));
    },
  );

  promised(
    "Accounts.moveOldPassword: false if the account has a password by now, or lost it, is disabled or gone",
    async ({ store }) => {
      const { accounts } = store;
      assert.equal(await accounts.moveOldPassword(waiting.id, hashOf("old")), false);
      await accounts.create(waiting);
      await accounts.setDisabled(waiting.id, true, plus(noon, 1));
      assert.equal(await accounts.moveOldPassword(waiting.id, hashOf("old")), false);
      await accounts.setDisabled(waiting.id, false, plus(noon, 2));
      await accounts.setPassword(waiting.id, hashOf("new"), plus(noon, 3));
      assert.equal(await accounts.moveOldPassword(waiting.id, hashOf("old")), false);
      const account = await accounts.find(waiting.id);
      assert.deepEqual([account?.passwordHash, account?.hasOldPassword], [hashOf("new"), undefined]);
    },
  );

  promised(
    "Inventory.oldPasswords: the accounts whose password only the product that they came from knows",
    async ({ store }) => {
      assert.equal(await store.inventory.oldPasswords(), 0);
      const { passwordHash: __, ...bob } = accountNamed("bob");
      await store.accounts.create(waiting);
      await store.accounts.create(bob);
      assert.equal(await store.inventory.oldPasswords(), 1);
      const { items } = await store.people.list({ limit: 9, filter: { hasOldPassword: true } });
      assert.deepEqual(
        items.map(({ account }) => account.id),
        [waiting.id],
      );
      await store.accounts.moveOldPassword(waiting.id, hashOf("old"));
      assert.equal(await store.inventory.oldPasswords(), 0);
    },
  );
}
