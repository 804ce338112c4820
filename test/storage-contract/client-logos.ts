import assert from "node:assert/strict";
import type { ClientLogo } from "../../src/flows/logo-ports.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { clientNamed, noon, plain } from "./samples.ts";

const shop = clientNamed("shop");
const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
const logo: ClientLogo = {
  clientId: shop.id,
  uri: "https://app.example/logo.png",
  fetchedAt: noon,
  picture: { kind: "png", bytes },
};

/** The promises of `ClientLogos`. */
export function clientLogosContract(promised: Promised): void {
  promised("ClientLogos.find: byte for byte, of one client", async ({ store, reopen }) => {
    const other = clientNamed("other");
    for (const client of [shop, other]) await store.clients.create(client);
    assert.equal(await store.clientLogos.find(shop.id), undefined);
    await store.clientLogos.keep(logo);
    const reopened = await reopen();
    assert.deepEqual(plain(await reopened.clientLogos.find(shop.id)), plain(logo));
    assert.equal(await reopened.clientLogos.find(other.id), undefined);
  });

  promised("ClientLogos.keep: replaces what was kept, a picture by none too", async ({ store }) => {
    await store.clients.create(shop);
    await store.clientLogos.keep(logo);
    const failed = { clientId: shop.id, uri: "https://app.example/new", fetchedAt: plus(noon, 60) };
    await store.clientLogos.keep(failed);
    assert.deepEqual(plain(await store.clientLogos.find(shop.id)), failed);
    await store.clientLogos.keep(logo);
    assert.deepEqual(plain(await store.clientLogos.find(shop.id)), plain(logo));
  });

  promised("ClientLogos.keep: a logo goes with its client, and none comes after it", async ({ store }) => {
    await store.clients.create(shop);
    await store.clientLogos.keep(logo);
    await store.clients.remove(shop);
    await store.clientLogos.keep(logo);
    assert.equal(await store.clientLogos.find(shop.id), undefined);
  });

  promised(
    "ClientLogos.keep: of many at once through two stores one stays whole",
    async ({ store, another }) => {
      await store.clients.create(shop);
      const stores = [store, await another()];
      await atOnce(20, (index) =>
        (stores[index % 2] ?? store).clientLogos.keep({ ...logo, uri: `https://app.example/${index}` }),
      );
      const kept = await store.clientLogos.find(shop.id);
      assert.match(kept?.uri ?? "", /^https:\/\/app\.example\/\d+$/);
      assert.deepEqual(plain(kept?.picture), plain(logo.picture));
    },
  );
}
