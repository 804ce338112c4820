import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import { plus } from "../../src/values/time.ts";
import { redeemInAnotherProcess, redeemUntilKilled } from "./another-process.ts";
import { atOnce, type Promised } from "./harness.ts";
import {
  accountNamed,
  clientNamed,
  familyWith,
  grantId,
  grantOfFamily,
  grantWith,
  machineGrantWith,
  noon,
  plain,
} from "./samples.ts";

const ada = accountNamed("ada").id;
const bob = accountNamed("bob").id;
const shop = clientNamed("shop").id;
const mail = clientNamed("mail").id;

/** The promises of `Grants`. */
export function grantsContract(promised: Promised): void {
  redeeming(promised);
  acrossProcesses(promised);
  revoking(promised);
}

function redeeming(promised: Promised): void {
  promised("Grants.find: a grant comes back with every property it was given", async ({ store, reopen }) => {
    const grant = grantWith(grantId(1), { accountEpoch: 3, keepUntil: plus(noon, 9_999) });
    const revoked = grantWith(grantId(2), { revokedAt: plus(noon, 4) });
    await store.grants.redeem(grant);
    await store.grants.redeem(revoked);
    const reopened = await reopen();
    assert.deepEqual(plain(await reopened.grants.find(grant.id)), plain(grant));
    assert.deepEqual(plain(await reopened.grants.find(revoked.id)), plain(revoked));
    assert.equal(await reopened.grants.find(grantId(3)), undefined);
  });

  promised("Grants.find: a grant comes back with every detail it was given", async ({ store, reopen }) => {
    const familyId = grantId(1);
    const every = grantWith(familyId, {
      details: {
        scope: ["openid", "email"],
        familyId,
        userinfoClaims: ["name"],
        hookClaims: { level: 3, nested: { list: ["a", null] } },
        dpopThumbprint: "thumbprint",
        audience: ["https://api.example"],
        authenticatedAt: noon,
        methods: ["pwd", "otp"],
        exchange: { from: grantId(9), actors: [shop, mail] },
      },
    });
    const few = grantWith(grantId(2), { details: { scope: [] } });
    await store.grants.redeem(every, familyWith(familyId));
    await store.grants.redeem(few);
    const reopened = await reopen();
    for (const grant of [every, few])
      assert.deepEqual(plain(await reopened.grants.find(grant.id)), plain(grant));
  });

  promised(
    "Grants.find: a grant to a client that asked for itself has no account, and no account's revocation hits it",
    async ({ store, reopen }) => {
      const grant = machineGrantWith(grantId(1), { clientId: shop });
      const revoked = machineGrantWith(grantId(2), { clientId: mail, revokedAt: plus(noon, 4) });
      await store.grants.redeem(grant);
      await store.grants.redeem(revoked);
      await store.grants.revokeAll({ accountId: ada }, noon);
      await store.grants.revokeAll({ accountId: ada, clientId: shop }, noon);
      const reopened = await reopen();
      assert.deepEqual(plain(await reopened.grants.find(grant.id)), plain(grant));
      assert.deepEqual(plain(await reopened.grants.find(revoked.id)), plain(revoked));
      assert.equal(await reopened.grants.revokeAll({ clientId: shop }, plus(noon, 5)), 1);
      assert.equal((await reopened.grants.find(grant.id))?.revokedAt, plus(noon, 5));
    },
  );

  promised(
    "Grants.redeem: `family` begins with it, in the same transaction; who loses begins none",
    async ({ store }) => {
      const id = grantId(1);
      const answers = await atOnce(20, (index) =>
        store.grants.redeem(grantOfFamily(id, id), familyWith(id, { nonce: `${index}` })),
      );
      assert.equal(answers.filter((answer) => answer === "redeemed").length, 1);
      assert.equal((await store.tokenFamilies.find(id))?.nonce, "0");
      const other = grantId(2);
      await store.grants.redeem(grantWith(other));
      assert.equal(await store.grants.redeem(grantWith(other), familyWith(other)), "already-redeemed");
      assert.equal(await store.tokenFamilies.find(other), undefined);
    },
  );

  promised("Grants.redeem: inserts the grant unless its id exists", async ({ store }) => {
    assert.equal(await store.grants.redeem(grantWith(grantId(1))), "redeemed");
    assert.equal(await store.grants.redeem(grantWith(grantId(1), { accountId: bob })), "already-redeemed");
    assert.equal((await store.grants.find(grantId(1)))?.accountId, ada);
  });

  promised(
    'Grants.redeem: of any number of concurrent calls with one id exactly one answers "redeemed"',
    async ({ store, another }) => {
      const stores = [store, await another()];
      for (let round = 0; round < 20; round += 1) {
        const answers = await atOnce(100, (index) =>
          (stores[index % 2] ?? store).grants.redeem(grantWith(grantId(round))),
        );
        assert.equal(answers.filter((answer) => answer === "redeemed").length, 1);
      }
    },
  );
}

function acrossProcesses(promised: Promised): void {
  promised("Grants.redeem: from any process, exactly one wins each id", async ({ location, store }) => {
    const wins = await atOnce(3, () => redeemInAnotherProcess(location, 200));
    assert.equal(
      wins.reduce((sum, won) => sum + won, 0),
      200,
    );
    for (let index = 0; index < 200; index += 1) assert.ok(await store.grants.find(grantId(index)));
  });

  promised(
    "Grants.redeem, G9: durable; what was acknowledged before a kill -9 is found after it, and the store is sound",
    async ({ location, store, reopen, verify }) => {
      await store.close();
      let first = 0;
      for (let round = 0; round < 20; round += 1) {
        const acknowledged = await redeemUntilKilled(location, first, 1 + ((round * 7) % 40));
        const reopened = await reopen();
        for (let index = first; index < first + acknowledged; index += 1) {
          assert.ok(await reopened.grants.find(grantId(index)));
          assert.equal(await reopened.grants.redeem(grantWith(grantId(index))), "already-redeemed");
        }
        first += acknowledged + 1; // One more may have been committed and not yet acknowledged.
      }
      await verify();
    },
  );
}

function revoking(promised: Promised): void {
  promised("Grants.revoke: true when this call did it; the code stays spent", async ({ store, another }) => {
    const stores = [store, await another()];
    await store.grants.redeem(grantWith(grantId(1)));
    const at = plus(noon, 5);
    const answers = await atOnce(20, (index) => (stores[index % 2] ?? store).grants.revoke(grantId(1), at));
    assert.equal(answers.filter(Boolean).length, 1);
    assert.equal((await store.grants.find(grantId(1)))?.revokedAt, at);
    assert.equal(await store.grants.redeem(grantWith(grantId(1))), "already-redeemed");
    assert.equal(await store.grants.revoke(grantId(2), at), false);
  });

  promised(
    "Grants.revokeAll: revokes all live grants of an account, a client, or both; answers how many",
    async ({ store, reopen }) => {
      await redeemFour(store);
      const [at, later, last] = [plus(noon, 5), plus(noon, 6), plus(noon, 7)];
      assert.equal(await store.grants.revokeAll({ accountId: ada, clientId: shop }, at), 1);
      assert.deepEqual(await revocations(store), [at, undefined, undefined, undefined]);
      assert.equal(await store.grants.revokeAll({ accountId: ada }, later), 1);
      assert.deepEqual(await revocations(store), [at, later, undefined, undefined]);
      assert.equal(await store.grants.revokeAll({ clientId: shop }, last), 1);
      assert.deepEqual(await revocations(await reopen()), [at, later, last, undefined]);
    },
  );

  promised("Grants.revokeAll: counts only what was live until then", async ({ store }) => {
    await store.grants.redeem(grantWith(grantId(1), { tokenExpiresAt: plus(noon, 1) }));
    await store.grants.redeem(grantWith(grantId(2)));
    await store.grants.redeem(grantWith(grantId(3)));
    await store.grants.revoke(grantId(2), noon);
    assert.equal(await store.grants.revokeAll({ accountId: ada }, plus(noon, 2)), 1);
    assert.equal(await store.grants.revokeAll({ accountId: ada }, plus(noon, 2)), 0);
    assert.equal(await store.grants.revoke(grantId(3), plus(noon, 3)), false, "It is revoked already.");
    assert.equal((await store.grants.find(grantId(2)))?.revokedAt, noon, "The first revocation stands.");
  });

  promised("Grants.revokeAll: grants redeemed after it live, at any time of the clock", async ({ store }) => {
    await store.grants.redeem(grantWith(grantId(5)));
    await store.grants.revokeAll({ accountId: ada }, noon);
    await store.grants.redeem(grantWith(grantId(4)));
    await store.grants.redeem(grantWith(grantId(6)));
    assert.equal((await store.grants.find(grantId(5)))?.revokedAt, noon);
    assert.equal((await store.grants.find(grantId(4)))?.revokedAt, undefined);
    assert.equal((await store.grants.find(grantId(6)))?.revokedAt, undefined);
  });

  promised("Grants.revokeAll: token families of the owner are revoked too", async ({ store }) => {
    const id = grantId(1);
    await store.grants.redeem(grantOfFamily(id, id), familyWith(id));
    assert.equal(await store.grants.revokeAll({ accountId: bob }, noon), 0);
    assert.equal((await store.tokenFamilies.find(id))?.revokedAt, undefined);
    assert.equal(await store.grants.revokeAll({ accountId: ada }, plus(noon, 5)), 1);
    assert.equal((await store.tokenFamilies.find(id))?.revokedAt, plus(noon, 5));
    assert.equal((await store.grants.find(id))?.revokedAt, plus(noon, 5));
  });

  promised("Grants.revokeAll: of nobody revokes nothing", async ({ store }) => {
    await store.grants.redeem(grantWith(grantId(1)));
    assert.equal(await store.grants.revokeAll({}, noon), 0);
    assert.equal((await store.grants.find(grantId(1)))?.revokedAt, undefined);
  });
}

const four = [
  [ada, shop],
  [ada, mail],
  [bob, shop],
  [bob, mail],
] as const;

async function redeemFour(store: Store): Promise<void> {
  for (const [index, [accountId, clientId]] of four.entries())
    await store.grants.redeem(grantWith(grantId(index), { accountId, clientId }));
}

async function revocations(store: Store): Promise<readonly unknown[]> {
  return atOnce(four.length, async (index) => (await store.grants.find(grantId(index)))?.revokedAt);
}
