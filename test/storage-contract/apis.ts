import assert from "node:assert/strict";
import type { Api } from "../../src/protocol/api/api.ts";
import type { ResourceUri } from "../../src/protocol/api/resource.ts";
import { plus, type Seconds } from "../../src/values/time.ts";
import { atOnce, type Promised, withinASecond } from "./harness.ts";
import { noon, plain } from "./samples.ts";

/** An API with two scopes, one of them in two languages. */
export function apiNamed(name: string, changes: Partial<Api> = {}): Api {
  return {
    resource: `https://${name}.example/api` as ResourceUri,
    name: `Bücher "${name}"`,
    scopes: [
      { name: "read", sentence: "See your orders", translations: { de: "Ihre Bestellungen sehen" } },
      { name: "write", sentence: "Change\nyour orders", translations: {} },
    ],
    tokenFormat: "opaque",
    signingAlgorithm: "ES256",
    openTo: "listed",
    mayExchangeFor: [],
    createdAt: noon,
    updatedAt: noon,
    ...changes,
  };
}

const orders = apiNamed("orders");
const stock = apiNamed("stock", {
  tokenFormat: "jwt",
  tokenLifetime: 300 as Seconds,
  signingAlgorithm: "EdDSA",
  openTo: "any",
  mayExchangeFor: [orders.resource],
  scopes: [],
  createdAt: plus(noon, 1),
  updatedAt: plus(noon, 1),
});

/** The promises of `Apis`. */
export function apisContract(promised: Promised): void {
  promised("Apis.find: as it was created, by its resource letter by letter", async ({ store, reopen }) => {
    assert.equal(await store.apis.find(orders.resource), undefined);
    for (const api of [stock, orders]) assert.equal(await store.apis.create(api, 9), "created");
    assert.deepEqual(plain(await store.apis.find(orders.resource)), plain(orders));
    const { apis } = await reopen();
    assert.deepEqual(plain(await apis.find(stock.resource)), plain(stock));
    assert.equal(await apis.find(`${orders.resource}/` as ResourceUri), undefined);
    assert.equal(await apis.find(orders.resource.toUpperCase() as ResourceUri), undefined);
  });

  promised(
    "Apis.all: all of them, in the order of their resources, and none where there is none",
    async ({ store }) => {
      assert.deepEqual(await store.apis.all(), []);
      const urn = apiNamed("urn", { resource: "urn:example:api" as ResourceUri });
      for (const api of [urn, stock, orders]) await store.apis.create(api, 9);
      assert.deepEqual(plain(await store.apis.all()), plain([orders, stock, urn]));
      await store.apis.remove(stock);
      assert.deepEqual(plain(await store.apis.all()), plain([orders, urn]));
    },
  );

  promised(
    "Apis.all: leaves out a row that cannot be read, and a language that only a newer release has",
    async ({ store, execute }) => {
      for (const api of [stock, orders]) await store.apis.create(api, 9);
      await execute(`UPDATE apis SET details = 'later' WHERE resource = '${stock.resource}'`);
      await execute(`UPDATE apis SET details = replace(details, '"de"', '"tlh"') WHERE details <> 'later'`);
      const [only, ...more] = await store.apis.all();
      assert.deepEqual([only?.resource, only?.scopes[0]?.translations, more], [orders.resource, {}, []]);
    },
  );

  promised("Apis: a change by another process shows within a second", async ({ store, another }) => {
    const second = await another();
    assert.equal(await second.apis.find(orders.resource), undefined);
    await store.apis.create(orders, 9);
    await withinASecond(async () => (await second.apis.find(orders.resource)) !== undefined);
    assert.equal(await store.apis.update({ ...orders, name: "Other" }, noon), true);
    await withinASecond(async () => (await second.apis.find(orders.resource))?.name === "Other");
    const changed = await store.apis.find(orders.resource);
    assert.ok(changed && (await store.apis.remove(changed)));
    await withinASecond(async () => (await second.apis.all()).length === 0);
  });

  promised(
    "Apis.create: refuses where an API has this resource, of many at once too",
    async ({ store, another }) => {
      const stores = [store, await another()];
      const created = await atOnce(8, (index) =>
        (stores[index % 2] ?? store).apis.create({ ...orders, name: `Name ${index}` }, 9),
      );
      assert.deepEqual(created.toSorted(), ["created", ...Array(7).fill("exists")]);
      assert.equal((await store.apis.all()).length, 1);
    },
  );

  promised(
    "Apis.create: refuses where there are as many as there may be, and another fits when one is gone",
    async ({ store, execute }) => {
      await store.apis.create(orders, 9);
      const values = Array.from({ length: 7 }, (_, index) => `('urn:x:${index}', '{}', 1, 1)`);
      await execute(`INSERT INTO apis (resource, details, created_at, updated_at) VALUES ${values}`);
      const created = await atOnce(3, (index) => store.apis.create(apiNamed(`one-${index}`), 9));
      assert.deepEqual(created.toSorted(), ["created", "full", "full"]);
      await store.apis.remove(orders);
      assert.equal(await store.apis.create(stock, 9), "created");
    },
  );

  promised(
    "Apis.update: of concurrent changes one wins, and is later than what it replaces",
    async ({ store, another }) => {
      await store.apis.create(orders, 9);
      const stores = [store, await another()];
      const changed = { ...stock, resource: orders.resource };
      const updated = await atOnce(6, (index) =>
        (stores[index % 2] ?? store).apis.update(
          { ...changed, name: `Name ${index}`, updatedAt: noon },
          noon,
        ),
      );
      assert.equal(updated.filter(Boolean).length, 1);
      const stands = await store.apis.find(orders.resource);
      assert.deepEqual(
        plain({ ...stands, name: "", updatedAt: 0 }),
        plain({ ...changed, name: "", createdAt: orders.createdAt, updatedAt: 0 }),
      );
      assert.ok((stands?.updatedAt ?? 0) > noon);
      assert.equal(await store.apis.update(stock, stock.updatedAt), false);
    },
  );

  promised(
    "Apis.remove: only where `updatedAt` is still the one that was read: of it and changes one wins",
    async ({ store, another }) => {
      const other = await another();
      for (const round of ["one", "two", "three", "four"]) {
        const api = apiNamed(round);
        await store.apis.create(api, 9);
        const [changed, ...removed] = await Promise.all([
          store.apis.update({ ...api, name: "Changed" }, api.updatedAt),
          store.apis.remove(api),
          other.apis.remove(api),
        ]);
        assert.equal([changed, ...removed].filter(Boolean).length, 1);
        assert.equal((await store.apis.find(api.resource))?.name, changed ? "Changed" : undefined);
        assert.equal(await store.apis.remove(api), false);
      }
    },
  );

  promised("Apis.remove: true when this call did it", async ({ store }) => {
    await store.apis.create(orders, 9);
    const removed = await atOnce(3, () => store.apis.remove(orders));
    assert.deepEqual(removed.toSorted(), [false, false, true]);
    assert.equal(await store.apis.find(orders.resource), undefined);
  });
}
