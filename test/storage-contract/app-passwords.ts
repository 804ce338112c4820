import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { accountNamed, appPasswordOf, clientNamed, hashOf, noon, plain } from "./samples.ts";

const ada = accountNamed("ada");
const bob = accountNamed("bob");
const files = clientNamed("files", {
  metadata: {
    ...interfaceMetadata,
    protectedOrigins: ["https://files.example.org"],
    hasAppPasswords: true,
  },
});
const wiki = clientNamed("wiki", {
  metadata: {
    ...interfaceMetadata,
    protectedOrigins: ["https://wiki.example.org"],
    hasAppPasswords: true,
  },
});
const phone = appPasswordOf(ada, files, "phone");
const laptop = appPasswordOf(ada, wiki, "laptop", { createdAt: plus(noon, 60), lastUsedAt: plus(noon, 90) });

async function filled(store: Store): Promise<void> {
  for (const account of [ada, bob]) await store.accounts.create(account);
  for (const client of [files, wiki]) await store.clients.create(client);
}
const add = async (store: Store, appPassword = phone, max = 9) => {
  const added = await store.appPasswords.add({ appPassword, max });
  return added.ok ? "added" : added.reason;
};

/** The promises of `AppPasswords`. */
export function appPasswordsContract(promised: Promised): void {
  promised(
    "AppPasswords.find, list: every property, of one account, oldest first",
    async ({ store, reopen }) => {
      await filled(store);
      for (const each of [laptop, phone, appPasswordOf(bob, files, "tablet")])
        assert.equal(await add(store, each), "added");
      const { appPasswords } = await reopen();
      assert.deepEqual(plain(await appPasswords.list(ada.id)), plain([phone, laptop]));
      assert.deepEqual(plain(await appPasswords.find(laptop.digest)), plain(laptop));
      assert.equal(await appPasswords.find(appPasswordOf(ada, files, "other").digest), undefined);
    },
  );

  promised(
    "AppPasswords.add: refused where account or client is gone, disabled or of another epoch",
    async ({ store }) => {
      assert.equal(await add(store), "account-changed");
      await store.accounts.create(ada);
      assert.equal(await add(store), "account-changed");
      await store.clients.create(files);
      await store.accounts.setDisabled(ada.id, true, noon);
      assert.equal(await add(store, { ...phone, accountEpoch: 2 }), "account-changed");
      await store.accounts.setDisabled(ada.id, false, noon);
      assert.equal(await add(store), "account-changed");
      const living = { ...phone, accountEpoch: 2 };
      const shop = clientNamed("shop");
      await store.clients.create(shop);
      assert.equal(await add(store, { ...living, clientId: shop.id }), "account-changed", "it takes none");
      const off = await store.clients.update({ ...files, isDisabled: true });
      assert.ok(off.ok);
      assert.equal(await add(store, living), "account-changed", "it is disabled");
      assert.ok((await store.clients.update({ ...off.value, isDisabled: false })).ok);
      assert.equal(await add(store, living), "added");
    },
  );

  promised(
    "AppPasswords.add: no more than there is room for, those of earlier epochs aside",
    async ({ store, another }) => {
      await filled(store);
      const stores = [store, await another()];
      const results = await atOnce(12, (index) =>
        add(stores[index % 2] ?? store, appPasswordOf(ada, files, `device ${index}`), 3),
      );
      assert.equal(results.filter((result) => result === "added").length, 3);
      assert.equal(results.filter((result) => result === "too-many").length, 9);
      await store.accounts.setPassword(ada.id, hashOf("second"), noon);
      assert.equal(await add(store, { ...phone, accountEpoch: 2 }, 3), "added");
      assert.deepEqual(plain(await store.appPasswords.list(ada.id)), plain([{ ...phone, accountEpoch: 2 }]));
    },
  );

  promised(
    "AppPasswords.revoke: seen at once by another store; only the account's own",
    async ({ store, another }) => {
      const other = await another();
      await filled(store);
      await add(store);
      assert.ok(await other.appPasswords.find(phone.digest));
      assert.equal(await store.appPasswords.revoke(bob.id, phone.id), "none");
      assert.equal(await store.appPasswords.revoke(ada.id, phone.id), "revoked");
      assert.equal(await store.appPasswords.revoke(ada.id, phone.id), "none");
      assert.equal(await other.appPasswords.find(phone.digest), undefined);
    },
  );

  promised("AppPasswords.noteFirstUse: true for exactly one of many calls", async ({ store, another }) => {
    await filled(store);
    await add(store);
    const stores = [store, await another()];
    const noted = await atOnce(10, (index) =>
      (stores[index % 2] ?? store).appPasswords.noteFirstUse(phone.digest, plus(noon, 5)),
    );
    assert.equal(noted.filter(Boolean).length, 1);
    assert.equal((await store.appPasswords.find(phone.digest))?.lastUsedAt, plus(noon, 5));
  });

  promised("AppPasswords.noteUse: the latest stays", async ({ store }) => {
    await filled(store);
    await add(store, laptop);
    await store.appPasswords.noteUse(laptop.digest, plus(noon, 400));
    await store.appPasswords.noteUse(laptop.digest, plus(noon, 300));
    assert.equal((await store.appPasswords.find(laptop.digest))?.lastUsedAt, plus(noon, 400));
  });

  promised("AppPasswords: they go with their account, and with their client", async ({ store }) => {
    await filled(store);
    await add(store);
    await add(store, laptop);
    await store.clients.remove(files);
    assert.deepEqual(plain(await store.appPasswords.list(ada.id)), plain([laptop]));
    await store.accounts.remove(ada.id);
    assert.deepEqual(await store.appPasswords.list(ada.id), []);
  });

  promised(
    "Clients.update: an application that takes no app passwords any more ends them for good",
    async ({ store }) => {
      await filled(store);
      await add(store);
      assert.ok(await store.appPasswords.find(phone.digest));
      const off = await store.clients.update({
        ...files,
        metadata: { ...files.metadata, hasAppPasswords: false },
      });
      assert.ok(off.ok);
      assert.equal(await store.appPasswords.find(phone.digest), undefined);
      await store.clients.update({ ...off.value, metadata: files.metadata });
      assert.equal(await store.appPasswords.find(phone.digest), undefined);
    },
  );

  promised(
    "Clients.listWithAppPasswords: those behind a proxy that take them, seen at once in this process",
    async ({ store }) => {
      const ids = async () => (await store.clients.listWithAppPasswords()).map(({ id }) => id);
      assert.deepEqual(await ids(), []);
      await filled(store);
      await store.clients.create(clientNamed("shop"));
      assert.deepEqual(await ids(), [files.id, wiki.id]);
      await store.clients.remove(files);
      assert.deepEqual(await ids(), [wiki.id]);
    },
  );

  promised("Consents.withdraw: ends the app passwords of the person for the client", async ({ store }) => {
    await filled(store);
    await add(store);
    await add(store, laptop);
    await store.consents.allow({ accountId: ada.id, clientId: files.id, scope: [], grantedAt: noon }, noon);
    assert.ok(await store.appPasswords.find(phone.digest));
    assert.equal(await store.consents.withdraw(ada.id, files.id, noon), "withdrawn");
    assert.equal(await store.appPasswords.find(phone.digest), undefined);
    assert.ok(await store.appPasswords.find(laptop.digest));
    const { accountId, clientId } = laptop;
    assert.equal(
      await store.consents.withdraw(accountId, clientId, noon),
      "withdrawn",
      "without a consent too",
    );
    assert.equal(await store.appPasswords.find(laptop.digest), undefined);
    assert.equal(await store.consents.withdraw(accountId, clientId, noon), "none");
  });
}
