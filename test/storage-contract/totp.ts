import assert from "node:assert/strict";
import { createActivityId } from "../../src/values/ids.ts";
import { atOnce, type Promised } from "./harness.ts";
import { accountNamed, noon, totpOf, trustedBrowserOf } from "./samples.ts";

const ada = accountNamed("ada");
const bob = accountNamed("bob");
const app = totpOf(ada);
/** The epoch of a new account. */
const asShown = { accountEpoch: 1 };

/** How many codes the race of many steps takes; `proof:codes` takes a hundred thousand. */
const stepsRaced = 40;

/** The promises of `Totps`. */
export function totpContract(promised: Promised): void {
  promised("Totps.keep: takes the place of an earlier one, and is found again", async ({ store, reopen }) => {
    for (const account of [ada, bob]) await store.accounts.create(account);
    assert.equal(await store.totps.find(ada.id), undefined);
    assert.equal(await store.totps.keep(totpOf(ada, { sealedSecret: "b2xk", lastStep: 7 }), asShown), true);
    assert.equal(await store.totps.keep(app, asShown), true);
    const reopened = await reopen();
    assert.deepEqual(await reopened.totps.find(ada.id), app);
    assert.equal(await reopened.totps.find(bob.id), undefined);
  });

  promised("Totps.keep: false where the account is gone, disabled or of another epoch", async ({ store }) => {
    assert.equal(await store.totps.keep(app, asShown), false);
    await store.accounts.create(ada);
    assert.equal(await store.totps.keep(app, { accountEpoch: 0 }), false);
    await store.accounts.setDisabled(ada.id, true, noon);
    assert.equal(await store.totps.keep(app, { accountEpoch: 2 }), false);
    assert.equal(await store.totps.find(ada.id), undefined);
  });

  promised(
    "Totps.keep: the account knows of it, and takes it along when it goes",
    async ({ store, another }) => {
      const other = await another();
      await store.accounts.create(ada);
      assert.equal((await other.accounts.find(ada.id))?.hasTotp, undefined);
      await store.totps.keep(app, asShown);
      for (const { accounts } of [store, other]) assert.equal((await accounts.find(ada.id))?.hasTotp, true);
      await store.accounts.remove(ada.id);
      assert.equal(await store.totps.find(ada.id), undefined);
    },
  );

  promised(
    "G3: Totps.claimStep: the same step and every earlier one are refused, by whatever clock",
    async ({ store, reopen }) => {
      await store.accounts.create(ada);
      await store.totps.keep(app, asShown);
      for (const spent of [1, 99, 100]) assert.equal(await store.totps.claimStep(app, spent), false);
      assert.equal(await store.totps.claimStep(app, 220), true);
      const { totps } = await reopen();
      for (const spent of [100, 101, 219, 220]) assert.equal(await totps.claimStep(app, spent), false);
      assert.equal(await totps.claimStep(app, 221), true);
    },
  );

  promised("Totps.claimStep: false where another app has taken its place", async ({ store }) => {
    await store.accounts.create(ada);
    await store.totps.keep(app, asShown);
    const next = totpOf(ada, { sealedSecret: "bmV4dA" });
    await store.totps.keep(next, asShown);
    assert.equal(await store.totps.claimStep(app, 101), false);
    assert.equal(await store.totps.claimStep(next, 101), true);
    assert.equal(await store.totps.claimStep(totpOf(bob), 101), false);
  });

  promised(
    "E12: Totps.claimStep: of 20 calls with one step through two stores one succeeds, step after step",
    async ({ store, another }) => {
      await store.accounts.create(ada);
      await store.totps.keep(app, asShown);
      const stores = [store, await another()];
      for (let step = 101; step <= 100 + stepsRaced; step += 1) {
        const answers = await atOnce(20, (index) => (stores[index % 2] ?? store).totps.claimStep(app, step));
        assert.equal(answers.filter(Boolean).length, 1, `step ${step}`);
      }
    },
  );

  promised("Totps.claimStep: many steps at once leave the latest one", async ({ store, another }) => {
    await store.accounts.create(ada);
    await store.totps.keep(app, asShown);
    const stores = [store, await another()];
    const answers = await atOnce(60, (index) =>
      (stores[index % 2] ?? store).totps.claimStep(app, 101 + (index % 30)),
    );
    assert.ok(answers.filter(Boolean).length <= 30);
    assert.equal((await store.totps.find(ada.id))?.lastStep, 130);
  });

  promised(
    "Totps.remove: trusted browsers go with it; nothing where the account has another epoch",
    async ({ store }) => {
      for (const account of [ada, bob]) {
        await store.accounts.create(account);
        await store.totps.keep(totpOf(account), asShown);
        await store.trustedBrowsers.trust(trustedBrowserOf(account, account.username), 9);
      }
      const activity = [
        { id: createActivityId(noon, new Uint8Array(10)), accountId: ada.id, kind: "totp-off" } as const,
      ];
      assert.equal(await store.totps.remove(ada.id, { accountEpoch: ada.epoch + 1, activity }), "none");
      assert.ok((await store.accounts.find(ada.id))?.hasTotp);
      const removal = { accountEpoch: ada.epoch, activity };
      assert.equal(await store.totps.remove(ada.id, removal), "removed");
      assert.equal((await store.accounts.find(ada.id))?.hasTotp, undefined);
      assert.equal((await store.activity.list(ada.id, { limit: 9 })).items.length, 1);
      assert.equal(await store.totps.remove(ada.id), "none");
      assert.equal(await store.totps.find(ada.id), undefined);
      assert.deepEqual(await store.trustedBrowsers.list(ada.id), []);
      assert.equal((await store.totps.find(bob.id))?.createdAt, noon);
      assert.equal((await store.trustedBrowsers.list(bob.id)).length, 1);
    },
  );
}
