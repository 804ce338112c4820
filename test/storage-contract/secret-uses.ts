import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import type { Client } from "../../src/protocol/client/client.ts";
import { sha256 } from "../../src/values/digest.ts";
import { type Instant, plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { clientNamed, noon, plain } from "./samples.ts";

const shop = clientNamed("shop", { secretDigest: sha256("new"), previousSecretDigest: sha256("old") });

/** The promises of `SecretUses`. */
export function secretUsesContract(promised: Promised): void {
  promised(
    "SecretUses.list: of one client, each secret by itself, and none that was not used",
    async ({ store, reopen }) => {
      const other = clientNamed("other", { secretDigest: sha256("new") });
      for (const client of [shop, other]) await store.clients.create(client);
      assert.deepEqual(await usesOf(store), {});
      await note(store, "old", noon);
      assert.deepEqual(await usesOf(store), { old: noon });
      await note(store, "new", plus(noon, 5));
      await note(store, "new", plus(noon, 9), other);
      const reopened = await reopen();
      assert.deepEqual(await usesOf(reopened), { old: noon, new: plus(noon, 5) });
      assert.deepEqual(await usesOf(reopened, other), { new: plus(noon, 9) });
    },
  );

  promised(
    "SecretUses.note: writes at most once a minute for each secret and process, and drops what is noted in between",
    async ({ store }) => {
      await store.clients.create(shop);
      await note(store, "new", noon);
      for (const seconds of [1, 30, 59]) await note(store, "new", plus(noon, seconds));
      assert.deepEqual(await usesOf(store), { new: noon });
      await note(store, "new", plus(noon, 60));
      assert.deepEqual(await usesOf(store), { new: plus(noon, 60) });
    },
  );

  promised("SecretUses.note: the latest instant stays", async ({ store, another }) => {
    await store.clients.create(shop);
    await note(store, "new", plus(noon, 600));
    const other = await another();
    await note(other, "new", noon);
    assert.deepEqual(await usesOf(store), { new: plus(noon, 600) });
    await note(other, "new", plus(noon, 700));
    assert.deepEqual(await usesOf(store), { new: plus(noon, 700) });
  });

  promised(
    "SecretUses.note: many at once through two stores, and each is there",
    async ({ store, another }) => {
      const stores = [store, await another()];
      const clients = Array.from({ length: 40 }, (_, index) => clientNamed(`c${index}`));
      for (const client of clients) await store.clients.create(client);
      await atOnce(160, (index) => {
        const at = Math.floor(index / 2) % clients.length;
        const client = clients[index % 2 === 0 ? at : clients.length - 1 - at] ?? shop;
        return note(stores[index % 2] ?? store, `secret of ${client.name.slice(12)}`, noon, client);
      });
      for (const client of clients)
        assert.equal((await store.secretUses.list(client.id)).length, 1, client.name);
    },
  );

  promised("SecretUses.note: does nothing for a secret that the client does not have", async ({ store }) => {
    await note(store, "new", noon);
    await store.clients.create(shop);
    await note(store, "lost", noon);
    assert.deepEqual(await usesOf(store), {});
  });

  promised(
    "SecretUses: it is no part of the client: `Clients.update` neither sees a use nor loses to it",
    async ({ store }) => {
      await store.clients.create(shop);
      const read = await store.clients.find(shop.id);
      await note(store, "new", plus(noon, 5));
      assert.deepEqual(plain(await store.clients.find(shop.id)), plain(read));
      assert.ok(read !== undefined && (await store.clients.update({ ...read, name: "New" })).ok);
      assert.deepEqual(await usesOf(store), { new: plus(noon, 5) });
    },
  );

  promised(
    "SecretUses.list: what is known of a secret goes when the client loses it, and with the client",
    async ({ store }) => {
      await store.clients.create(shop);
      await note(store, "old", noon);
      await note(store, "new", plus(noon, 5));
      const rotated = await store.clients.update({
        ...shop,
        secretDigest: sha256("newest"),
        previousSecretDigest: sha256("new"),
      });
      assert.ok(rotated.ok);
      assert.deepEqual(await usesOf(store), { new: plus(noon, 5) }, "the time moves along with the secret");
      const { secretDigest: _, previousSecretDigest: __, ...bare } = rotated.value;
      const signing = await store.clients.update(bare);
      assert.ok(signing.ok);
      assert.deepEqual(await store.secretUses.list(shop.id), []);
      const last = await store.clients.update({ ...signing.value, secretDigest: sha256("last") });
      assert.ok(last.ok);
      await note(store, "last", noon);
      assert.equal((await store.secretUses.list(shop.id)).length, 1);
      await store.clients.remove(last.value);
      await store.clients.create(shop);
      assert.deepEqual(await store.secretUses.list(shop.id), []);
    },
  );
}

async function note(store: Store, secret: string, usedAt: Instant, { id }: Client = shop): Promise<void> {
  await store.secretUses.note({ clientId: id, secretDigest: sha256(secret), usedAt });
}

/** When each of these secrets was last used, by its text. */
async function usesOf(store: Store, { id }: Client = shop): Promise<Readonly<Record<string, Instant>>> {
  const uses = await store.secretUses.list(id);
  const at = (secret: string) =>
    uses.find(({ secretDigest }) => Buffer.compare(secretDigest, sha256(secret)) === 0)?.usedAt;
  const found = ["old", "new", "lost"].flatMap((secret) => {
    const usedAt = at(secret);
    return usedAt === undefined ? [] : [[secret, usedAt] as const];
  });
  return Object.fromEntries(found);
}
