import assert from "node:assert/strict";
import { sha256 } from "../../src/values/digest.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { accountNamed, noon, plain, recoveryCodesOf } from "./samples.ts";

const ada = accountNamed("ada");
const bob = accountNamed("bob");
/** The epoch of a new account. */
const asShown = { accountEpoch: 1 };
const words = ["one", "two", "three"];
const later = plus(noon, 60);

/** The promises of `RecoveryCodes`. */
export function recoveryCodesContract(promised: Promised): void {
  promised(
    "RecoveryCodes.replace: the new set takes the place of every code that was left",
    async ({ store, reopen }) => {
      for (const account of [ada, bob]) await store.accounts.create(account);
      assert.equal(await store.recoveryCodes.find(ada.id), undefined);
      await store.recoveryCodes.replace(recoveryCodesOf(bob, ["one"]), asShown);
      assert.equal(await store.recoveryCodes.replace(recoveryCodesOf(ada, ["old", "older"]), asShown), true);
      assert.equal(await store.recoveryCodes.replace(recoveryCodesOf(ada, words), asShown), true);
      const { recoveryCodes } = await reopen();
      const found = await recoveryCodes.find(ada.id);
      assert.deepEqual(found?.digests.map(plain).sort(), words.map((word) => plain(sha256(word))).sort());
      assert.equal(await recoveryCodes.claim(ada.id, sha256("old"), later), false);
      assert.equal((await recoveryCodes.find(bob.id))?.digests.length, 1);
    },
  );

  promised("RecoveryCodes.replace: of two new sets at once one stays whole", async ({ store, another }) => {
    await store.accounts.create(ada);
    const stores = [store, await another()];
    await atOnce(10, (index) =>
      (stores[index % 2] ?? store).recoveryCodes.replace(
        recoveryCodesOf(
          ada,
          words.map((word) => `${word} ${index}`),
        ),
        asShown,
      ),
    );
    const digests = (await store.recoveryCodes.find(ada.id))?.digests.map(plain).sort();
    const sets = Array.from({ length: 10 }, (_, index) =>
      words.map((word) => plain(sha256(`${word} ${index}`))).sort(),
    );
    assert.ok(sets.some((set) => JSON.stringify(set) === JSON.stringify(digests)));
  });

  promised(
    "RecoveryCodes.replace: false where the account is gone or of another epoch; codes go with it",
    async ({ store }) => {
      assert.equal(await store.recoveryCodes.replace(recoveryCodesOf(ada, words), asShown), false);
      await store.accounts.create(ada);
      await store.recoveryCodes.replace(recoveryCodesOf(ada, words), asShown);
      await store.accounts.remove(ada.id);
      assert.equal(await store.recoveryCodes.find(ada.id), undefined);
    },
  );

  promised(
    "E14: RecoveryCodes.claim: of 50 calls with one code through two stores one succeeds",
    async ({ store, another, reopen }) => {
      for (const account of [ada, bob]) await store.accounts.create(account);
      await store.recoveryCodes.replace(recoveryCodesOf(ada, words), asShown);
      const stores = [store, await another()];
      for (const [used, word] of words.entries()) {
        const answers = await atOnce(50, (index) =>
          (stores[index % 2] ?? store).recoveryCodes.claim(ada.id, sha256(word), later),
        );
        assert.equal(answers.filter(Boolean).length, 1, word);
        assert.equal((await store.recoveryCodes.find(ada.id))?.digests.length ?? 0, 2 - used);
      }
      assert.equal(await (await reopen()).recoveryCodes.claim(ada.id, sha256("one"), later), false);
    },
  );

  promised(
    "RecoveryCodes.claim: a code is good for its own account alone, and known until then once it is used",
    async ({ store }) => {
      for (const account of [ada, bob]) await store.accounts.create(account);
      await store.recoveryCodes.replace(recoveryCodesOf(ada, words), asShown);
      assert.equal(await store.recoveryCodes.claim(bob.id, sha256("one"), later), false);
      assert.equal(await store.replayCache.has(sha256("one"), noon), false);
      assert.equal(await store.recoveryCodes.claim(ada.id, sha256("one"), later), true);
      assert.equal(await store.replayCache.has(sha256("one"), plus(later, -1)), true);
      assert.equal(await store.replayCache.has(sha256("one"), later), false);
    },
  );

  promised('RecoveryCodes.remove: "none" if there was none', async ({ store }) => {
    for (const account of [ada, bob]) {
      await store.accounts.create(account);
      await store.recoveryCodes.replace(recoveryCodesOf(account, words), asShown);
    }
    assert.equal(await store.recoveryCodes.remove(ada.id), "removed");
    assert.equal(await store.recoveryCodes.remove(ada.id), "none");
    assert.equal((await store.recoveryCodes.find(bob.id))?.digests.length, 3);
  });
}
