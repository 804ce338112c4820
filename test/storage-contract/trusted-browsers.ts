import assert from "node:assert/strict";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { accountNamed, noon, plain, trustedBrowserOf } from "./samples.ts";

const ada = accountNamed("ada");
const bob = accountNamed("bob");
const laptop = trustedBrowserOf(ada, "laptop");
const phone = trustedBrowserOf(ada, "phone", { trustedAt: plus(noon, 60) });

/** The promises of `TrustedBrowsers`. */
export function trustedBrowsersContract(promised: Promised): void {
  promised("TrustedBrowsers.list: of one account, newest first", async ({ store, reopen }) => {
    for (const account of [ada, bob]) await store.accounts.create(account);
    for (const browser of [laptop, phone, trustedBrowserOf(bob, "tablet")])
      assert.equal(await store.trustedBrowsers.trust(browser, 9), true);
    const { trustedBrowsers } = await reopen();
    assert.deepEqual(plain(await trustedBrowsers.list(ada.id)), plain([phone, laptop]));
    assert.deepEqual(plain(await trustedBrowsers.find(laptop.id)), plain(laptop));
    assert.equal(await trustedBrowsers.find(trustedBrowserOf(ada, "other").id), undefined);
  });

  promised("TrustedBrowsers.trust: the account keeps its newest", async ({ store, another }) => {
    for (const account of [ada, bob]) await store.accounts.create(account);
    await store.trustedBrowsers.trust(trustedBrowserOf(bob, "tablet"), 3);
    const stores = [store, await another()];
    await atOnce(12, (index) =>
      (stores[index % 2] ?? store).trustedBrowsers.trust(trustedBrowserOf(ada, `browser ${index}`), 3),
    );
    const last = trustedBrowserOf(ada, "last", { trustedAt: plus(noon, 60) });
    await store.trustedBrowsers.trust(last, 3);
    const kept = await store.trustedBrowsers.list(ada.id);
    assert.deepEqual([kept.length, plain(kept[0]?.id)], [3, plain(last.id)]);
    assert.equal((await store.trustedBrowsers.list(bob.id)).length, 1);
  });

  promised("TrustedBrowsers.trust: false where the account is gone; rows go with it", async ({ store }) => {
    assert.equal(await store.trustedBrowsers.trust(laptop, 9), false);
    await store.accounts.create(ada);
    await store.trustedBrowsers.trust(laptop, 9);
    await store.accounts.remove(ada.id);
    assert.equal(await store.trustedBrowsers.find(laptop.id), undefined);
  });

  promised(
    "TrustedBrowsers.revoke: seen at once by another store; only the account's own",
    async ({ store, another }) => {
      const other = await another();
      for (const account of [ada, bob]) await store.accounts.create(account);
      await store.trustedBrowsers.trust(laptop, 9);
      assert.ok(await other.trustedBrowsers.find(laptop.id));
      assert.equal(await store.trustedBrowsers.revoke(bob.id, laptop.id), false);
      assert.equal(await store.trustedBrowsers.revoke(ada.id, laptop.id), true);
      assert.equal(await store.trustedBrowsers.revoke(ada.id, laptop.id), false);
      assert.equal(await other.trustedBrowsers.find(laptop.id), undefined);
    },
  );

  promised("Expiry.sweep: removes expired trusted browsers", async ({ store }) => {
    await store.accounts.create(ada);
    await store.trustedBrowsers.trust(trustedBrowserOf(ada, "short", { expiresAt: plus(noon, 10) }), 9);
    await store.trustedBrowsers.trust(laptop, 9);
    assert.equal(await store.expiry.sweep(plus(noon, 10), 100), 1);
    assert.deepEqual(plain(await store.trustedBrowsers.list(ada.id)), plain([laptop]));
  });
}
