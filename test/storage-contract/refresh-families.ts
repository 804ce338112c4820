import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import type { TokenFamily } from "../../src/flows/ports.ts";
import { sha256 } from "../../src/values/digest.ts";
import { sessionIdOf } from "../../src/values/ids.ts";
import { type Instant, plus } from "../../src/values/time.ts";
import { raceInAnotherProcess } from "./another-process.ts";
import { atOnce, type Promised } from "./harness.ts";
import {
  accountNamed,
  clientNamed,
  familyIdOfRace,
  familyWith,
  grantId,
  grantOfFamily,
  grantWith,
  noon,
  plain,
} from "./samples.ts";

const id = grantId(0);
const later = plus(noon, 60);
const ada = accountNamed("ada").id;
const bob = accountNamed("bob").id;
const gone = { ok: false, reason: "gone" };

/** The promises of `RefreshFamilies`. */
export function refreshFamiliesContract(promised: Promised): void {
  finding(promised);
  advancing(promised);
  racing(promised);
  revoking(promised);
  revokingAll(promised);
}

function finding(promised: Promised): void {
  promised(
    "TokenFamilies.find: a family comes back with every property it was given",
    async ({ store, reopen }) => {
      const every = familyWith(grantId(1), {
        sessionId: sessionIdOf(sha256("cookie").slice(0, 16)),
        beganIn: sessionIdOf(sha256("offline").slice(0, 16)),
        userinfoClaims: ["name"],
        dpopThumbprint: "thumbprint",
        audience: ["https://api.example"],
        methods: ["pwd", "otp"],
        nonce: "a nonce, with = and spaces",
        generation: 7,
        revokedAt: later,
      });
      const few = familyWith(grantId(2), { scope: [] });
      for (const family of [every, few]) await begin(store, family);
      const reopened = await reopen();
      for (const family of [every, few])
        assert.deepEqual(plain(await reopened.tokenFamilies.find(family.id)), plain(family));
      assert.equal(await reopened.tokenFamilies.find(grantId(3)), undefined);
    },
  );
}

function advancing(promised: Promised): void {
  promised(
    "TokenFamilies.rotate: whoever presents the newest token moves the family on by one, and gets a token",
    async ({ store, reopen }) => {
      await begin(store, familyWith(id));
      for (let generation = 1; generation < 5; generation += 1)
        assert.deepEqual(await rotate(store, generation), {
          ok: true,
          value: { generation: generation + 1 },
        });
      const reopened = await reopen();
      const expected = familyWith(id, { generation: 5, lastUsedAt: later });
      assert.deepEqual(plain(await reopened.tokenFamilies.find(id)), plain(expected));
      assert.equal((await reopened.grants.find(grantId(104)))?.revokedAt, undefined);
    },
  );

  promised(
    "TokenFamilies.rotate: with `keepsToken` the newest token stays the newest, and each call gets a token",
    async ({ store }) => {
      const kept = { keepsToken: true } as const;
      const at = (index: number) => grantOfFamily(grantId(index), id);
      const asked = (presented: number, index: number) =>
        store.tokenFamilies.rotate(id, presented, at(index), later, kept);
      await begin(store, familyWith(id, { generation: 4 }));
      const answers = await atOnce(10, (index) => asked(4, 200 + index));
      for (const answer of answers) assert.deepEqual(answer, { ok: true, value: { generation: 4 } });
      for (let index = 200; index < 210; index += 1) assert.ok(await store.grants.find(grantId(index)));
      assert.deepEqual(await asked(3, 300), { ok: true, value: { generation: 4 } });
      assert.equal((await store.tokenFamilies.find(id))?.lastUsedAt, later);
      // A client that rotated before cannot go back to what was replaced then.
      assert.deepEqual(await asked(2, 301), { ok: false, reason: "reused" });
      assert.deepEqual(await asked(4, 302), gone);
    },
  );

  promised(
    "TokenFamilies.rotate: whoever presents the one before it gets the newest number again, and a token",
    async ({ store }) => {
      await begin(store, familyWith(id, { generation: 4 }));
      assert.deepEqual(await rotate(store, 3), { ok: true, value: { generation: 4 } });
      assert.deepEqual(await rotate(store, 3, 200), { ok: true, value: { generation: 4 } });
      assert.equal((await store.tokenFamilies.find(id))?.generation, 4);
      assert.ok(await store.grants.find(grantId(103)));
      assert.ok(await store.grants.find(grantId(203)));
    },
  );

  promised(
    "TokenFamilies.rotate, RFC 9700 §4.14.2: any older number revokes the family and its tokens",
    async ({ store, reopen }) => {
      await begin(store, familyWith(id, { generation: 4 }));
      await rotate(store, 4);
      assert.deepEqual(await rotate(store, 3, 200), { ok: false, reason: "reused" });
      assert.equal(await store.grants.find(grantId(203)), undefined);
      const reopened = await reopen();
      assert.equal((await reopened.tokenFamilies.find(id))?.revokedAt, later);
      assert.equal((await reopened.grants.find(id))?.revokedAt, later);
      assert.equal((await reopened.grants.find(grantId(104)))?.revokedAt, later);
      assert.deepEqual(await rotate(reopened, 5), gone);
    },
  );

  promised(
    'TokenFamilies.rotate: "gone" where it is unknown, expired or revoked; nothing changes then',
    async ({ store }) => {
      const expired = familyWith(grantId(1), { expiresAt: later });
      await begin(store, expired);
      await begin(store, familyWith(id));
      assert.deepEqual(await rotate(store, 1, 200, grantId(9)), gone);
      assert.deepEqual(await rotate(store, 1, 200, expired.id), gone);
      for (const never of [0, -1, 2, 99]) assert.deepEqual(await rotate(store, never, 200), gone);
      assert.deepEqual(plain(await store.tokenFamilies.find(expired.id)), plain(expired));
      assert.deepEqual(plain(await store.tokenFamilies.find(id)), plain(familyWith(id)));
      assert.equal(await store.grants.find(grantId(201)), undefined);
    },
  );
}

function racing(promised: Promised): void {
  promised(
    "TokenFamilies.rotate: of 50 at once with one number one moves it on, and the others get the same number",
    async ({ store, another }) => {
      const stores = [store, await another()];
      await begin(store, familyWith(id));
      for (let number = 1; number <= 5; number += 1) {
        const answers = await atOnce(50, (index) =>
          rotate(stores[index % 2] ?? store, number, number * 1_000 + index),
        );
        for (const answer of answers)
          assert.deepEqual(answer, { ok: true, value: { generation: number + 1 } });
      }
      const family = await store.tokenFamilies.find(id);
      assert.equal(family?.generation, 6);
      assert.equal(family.revokedAt, undefined);
    },
  );

  promised(
    "TokenFamilies.rotate: processes that present one token at once all get the next, and the family lives",
    async ({ store, location }) => {
      await begin(store, familyWith(familyIdOfRace));
      const wins = await atOnce(2, (index) => raceInAnotherProcess(location, "rotate", 1_000 * (index + 1)));
      assert.deepEqual(wins, [100, 100]);
      const family = await store.tokenFamilies.find(familyIdOfRace);
      assert.equal(family?.generation, 2);
      assert.equal(family.revokedAt, undefined);
    },
  );

  promised(
    "TokenFamilies.rotate: once an old token came back nobody wins any more, whoever raced with it",
    async ({ store, another }) => {
      const stores = [store, await another()];
      await begin(store, familyWith(id, { generation: 9 }));
      await atOnce(40, (index) => rotate(stores[index % 2] ?? store, index === 20 ? 1 : 9, 1_000 + index));
      assert.deepEqual(await rotate(store, 10, 5_000), gone);
      for (let index = 0; index < 40; index += 1) {
        const grant = await store.grants.find(grantId(1_000 + index + (index === 20 ? 1 : 9)));
        assert.ok(!grant || grant.revokedAt !== undefined);
      }
    },
  );
}

function revoking(promised: Promised): void {
  promised(
    "TokenFamilies.revoke: true when this call revoked it; its access tokens die with it",
    async ({ store, another }) => {
      const stores = [store, await another()];
      await begin(store, familyWith(id));
      await rotate(store, 1);
      await store.grants.redeem(grantWith(grantId(7)));
      const answers = await atOnce(20, (index) =>
        (stores[index % 2] ?? store).tokenFamilies.revoke(id, later),
      );
      assert.equal(answers.filter(Boolean).length, 1);
      assert.equal((await store.tokenFamilies.find(id))?.revokedAt, later);
      for (const grant of [id, grantId(101)])
        assert.equal((await store.grants.find(grant))?.revokedAt, later);
      assert.equal((await store.grants.find(grantId(7)))?.revokedAt, undefined);
      assert.equal(await store.tokenFamilies.revoke(grantId(9), later), false);
    },
  );
}

function revokingAll(promised: Promised): void {
  promised(
    "TokenFamilies.revokeAll: revokes the live families of an account, a client, or both; answers how many",
    async ({ store, reopen }) => {
      const other = clientNamed("other").id;
      const [first, second, third] = [grantId(1), grantId(2), grantId(3)];
      await begin(store, familyWith(first));
      await begin(store, familyWith(second, { clientId: other }));
      await begin(store, familyWith(third, { accountId: bob }));
      assert.equal(await store.tokenFamilies.revokeAll({}, noon), 0);
      assert.equal(await store.tokenFamilies.revokeAll({ accountId: ada, clientId: other }, noon), 1);
      assert.equal(await store.tokenFamilies.revokeAll({ accountId: ada }, later), 1);
      assert.equal(await store.tokenFamilies.revokeAll({ accountId: ada }, later), 0);
      const reopened = await reopen();
      const revokedAt = async (family: typeof id) => (await reopened.tokenFamilies.find(family))?.revokedAt;
      assert.deepEqual(
        [await revokedAt(first), await revokedAt(second), await revokedAt(third)],
        [later, noon, undefined],
      );
      assert.deepEqual(await rotate(reopened, 1, 100, first), gone);
      assert.equal((await reopened.grants.find(first))?.revokedAt, later);
    },
  );

  promised(
    "TokenFamilies.revokeAll: leaves tokens without a family alone, and families that begin later",
    async ({ store }) => {
      await begin(store, familyWith(id));
      await store.grants.redeem(grantWith(grantId(7)));
      assert.equal(await store.tokenFamilies.revokeAll({ accountId: ada }, noon), 1);
      await begin(store, familyWith(grantId(8)));
      assert.equal((await store.grants.find(grantId(7)))?.revokedAt, undefined);
      assert.equal((await store.tokenFamilies.find(grantId(8)))?.revokedAt, undefined);
      assert.equal((await rotate(store, 1, 100, grantId(8))).ok, true);
      assert.equal(await store.grants.revokeAll({ accountId: ada }, later), 3);
    },
  );

  promised("TokenFamilies.revokeAll: hits a family that was used after it began", async ({ store }) => {
    await begin(store, familyWith(id));
    await store.grants.revokeAll({ accountId: bob }, noon);
    await rotate(store, 1);
    assert.equal(await store.tokenFamilies.revokeAll({ accountId: ada }, later), 1);
    assert.equal((await store.grants.find(grantId(101)))?.revokedAt, later);
  });
}

/** Redeems the code that begins the family. */
async function begin(store: Store, family: TokenFamily): Promise<void> {
  const { accountId, clientId } = family;
  await store.grants.redeem(grantOfFamily(family.id, family.id, { accountId, clientId }), family);
}

/** Presents a token at `later`; the new access token's id is that of the sum of `first` and the number. */
function rotate(store: Store, presented: number, first = 100, family = id, at: Instant = later) {
  const grant = grantOfFamily(grantId(Math.max(0, first + presented)), family);
  return store.tokenFamilies.rotate(family, presented, grant, at);
}
