import assert from "node:assert/strict";
import type { ClaimedSideEffects } from "../../src/flows/side-effect-ports.ts";
import type { Account } from "../../src/identity/account.ts";
import { sha256 } from "../../src/values/digest.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { accountNamed, hashOf, messageTo, noon, sessionOf, startOf } from "./samples.ts";

const ada = accountNamed("ada");
const claims = [{ kind: "replay-key", key: sha256("proof"), keepUntil: plus(noon, 300) }] as const;

/** A message that only the winner sends, as its number says. */
function sideEffectsOf(index: number): ClaimedSideEffects {
  return { claims, messages: [messageTo(`m${index}`)] };
}

/** The promises of every fact that takes claims and messages along. */
export function alongsideContract(promised: Promised): void {
  promised(
    "ClaimedSideEffects: of many facts with one claim, through two stores, one happens, with its message alone",
    async ({ store, another }) => {
      await store.accounts.create(ada);
      const stores = [store, await another()];
      const outcomes = await atOnce(9, async (index) => {
        const { accounts, sessions } = stores[index % 2] ?? store;
        const sideEffects = sideEffectsOf(index);
        if (index % 3 === 0) return (await accounts.create(accountNamed(`new ${index}`), sideEffects)).ok;
        if (index % 3 === 1)
          return (await accounts.setPassword(ada.id, hashOf(`${index}`), noon, sideEffects)).ok;
        const session = startOf(sessionOf(ada, `cookie ${index}`), sideEffects);
        return (await sessions.start({ ...session, accountEpoch: 2 })) === "started";
      });
      assert.ok(outcomes.filter(Boolean).length <= 1, "one at most");
      const { items } = await store.outbox.list({ limit: 99 });
      assert.equal(items.length, outcomes.filter(Boolean).length);
    },
  );

  promised(
    "ClaimedSideEffects: a fact that is refused spends no claim and sends no message",
    async ({ store }) => {
      await store.accounts.create(ada);
      const taken: Account = { ...accountNamed("bob"), username: ada.username };
      assert.deepEqual(await store.accounts.create(taken, sideEffectsOf(1)), {
        ok: false,
        reason: "name-taken",
      });
      const stale: Account = { ...ada, updatedAt: plus(noon, 9) };
      assert.deepEqual(await store.accounts.update(stale, plus(noon, 60), sideEffectsOf(2)), {
        ok: false,
        reason: "conflict",
      });
      const nobody = accountNamed("nobody").id;
      assert.deepEqual(await store.accounts.setPassword(nobody, hashOf("x"), noon, sideEffectsOf(3)), {
        ok: false,
        reason: "unknown",
      });
      assert.equal((await store.outbox.list({ limit: 9 })).total, 0);
      assert.ok((await store.accounts.update(ada, plus(noon, 60), sideEffectsOf(4))).ok);
      assert.equal((await store.outbox.list({ limit: 9 })).total, 1);
    },
  );

  promised("ClaimedSideEffects: a lost claim changes nothing", async ({ store }) => {
    await store.accounts.create(ada);
    await store.replayCache.use(claims[0].key, claims[0].keepUntil);
    const lost = { ok: false, reason: "claim-lost" };
    assert.deepEqual(await store.accounts.create(accountNamed("bob"), sideEffectsOf(1)), lost);
    const renamed: Account = { ...ada, name: "Ada L." };
    assert.deepEqual(await store.accounts.update(renamed, plus(noon, 60), sideEffectsOf(2)), lost);
    assert.deepEqual(await store.accounts.setPassword(ada.id, hashOf("x"), noon, sideEffectsOf(3)), lost);
    assert.equal((await store.accounts.list(9)).length, 1);
    assert.equal((await store.accounts.find(ada.id))?.name, ada.name);
    assert.equal((await store.accounts.find(ada.id))?.epoch, ada.epoch);
    assert.equal((await store.outbox.list({ limit: 9 })).total, 0);
  });
}
