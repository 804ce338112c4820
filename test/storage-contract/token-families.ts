import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import { rotateFamily } from "../../src/flows/endpoint/rotate-family.ts";
import type { TokenFamily } from "../../src/flows/grant-ports.ts";
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

/** The promises of `TokenFamilies`, and what a refresh makes of them. */
export function tokenFamiliesContract(promised: Promised): void {
  finding(promised);
  rotating(promised);
  reusing(promised);
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

function rotating(promised: Promised): void {
  promised(
    "TokenFamilies.listLasting: what the account's families that outlive sessions say, one entry for each client",
    async ({ store, reopen }) => {
      await store.accounts.create(accountNamed("ada"));
      const now = plus(noon, 120);
      const lasting = (index: number, lastUsedAt: Instant, of: Partial<TokenFamily> = {}) =>
        begin(store, familyWith(grantId(index), { lastUsedAt, ...of }));
      const [{ clientId }, other] = [familyWith(id), clientNamed("other").id];
      assert.deepEqual(await store.tokenFamilies.listLasting(ada, now), []);
      await lasting(1, plus(noon, 20), { scope: ["openid", "offline_access"] });
      await lasting(2, plus(noon, 10), { revokedAt: later });
      await lasting(3, later, { accountId: bob });
      await lasting(4, later, { clientId: other, scope: ["offline_access"], accountEpoch: 9 });
      await lasting(5, later, { sessionId: sessionIdOf(sha256("cookie").slice(0, 16)) });
      await lasting(6, later, {
        clientId: clientNamed("bound").id,
        sessionId: sessionIdOf(sha256("c").slice(0, 16)),
      });
      const reopened = await reopen();
      const list = async (at = now) => {
        const found = await reopened.tokenFamilies.listLasting(ada, at);
        return found.map((access) => [access.clientId, access.lastUsedAt, access.scope?.join(" ")]);
      };
      const inOrder = (...rows: Awaited<ReturnType<typeof list>>) =>
        rows.toSorted(([left = ""], [right = ""]) => (left < right ? -1 : 1));
      const dead = [other, later, undefined];
      const live = [clientId, plus(noon, 20), "openid offline_access"];
      assert.deepEqual(
        await list(),
        inOrder(live, dead),
        "an earlier epoch, like a revocation, leaves the use",
      );
      assert.equal(await claim(reopened, familyWith(grantId(1)), 2, 101), true);
      assert.deepEqual(await list(), inOrder([clientId, later, "openid offline_access"], dead));
      const { expiresAt } = familyWith(id);
      assert.deepEqual(await list(expiresAt), inOrder([clientId, later, undefined], dead));
      await reopened.tokenFamilies.revokeAll({ accountId: ada, clientId }, now);
      assert.deepEqual(await list(), inOrder([clientId, later, undefined], dead));
    },
  );

  promised(
    "TokenFamilies.rotate: the token with this number becomes the newest, the family was used now, and the grant is inserted",
    async ({ store, reopen }) => {
      await begin(store, familyWith(id));
      assert.equal(await claim(store, familyWith(id), 2, 100), true);
      assert.equal(await claim(store, familyWith(id, { generation: 2 }), 2, 101), true, "It may stay.");
      const reopened = await reopen();
      const expected = familyWith(id, { generation: 2, lastUsedAt: later });
      assert.deepEqual(plain(await reopened.tokenFamilies.find(id)), plain(expected));
      for (const index of [100, 101])
        assert.equal((await reopened.grants.find(grantId(index)))?.revokedAt, undefined);
    },
  );

  promised(
    "TokenFamilies.rotate: false, and nothing changes, where another token became the newest, it was revoked, or it is gone",
    async ({ store }) => {
      const [own, ofOwner] = [grantId(1), grantId(2)];
      const revoked = familyWith(own);
      const moved = familyWith(id, { generation: 3 });
      for (const family of [moved, revoked, familyWith(ofOwner, { accountId: bob })])
        await begin(store, family);
      await store.tokenFamilies.revoke(own, noon);
      await store.tokenFamilies.revokeAll({ accountId: bob }, noon);
      for (const seen of [1, 2, 4])
        assert.equal(await claim(store, { ...moved, generation: seen }, 5, 200), false);
      for (const family of [revoked, familyWith(ofOwner, { accountId: bob }), familyWith(grantId(9))])
        assert.equal(await claim(store, family, 2, 200), false);
      assert.deepEqual(plain(await store.tokenFamilies.find(id)), plain(moved));
      assert.equal((await store.tokenFamilies.find(own))?.generation, 1);
      assert.equal(await store.grants.find(grantId(200)), undefined);
    },
  );

  promised(
    "TokenFamilies.rotate: of 50 at once that found one number, one moves the family on; those that leave it alone all win",
    async ({ store, another }) => {
      const stores = [store, await another()];
      await begin(store, familyWith(id));
      const moved = await atOnce(50, (index) =>
        claim(stores[index % 2] ?? store, familyWith(id), 2, 100 + index),
      );
      assert.equal(moved.filter(Boolean).length, 1);
      const second = familyWith(id, { generation: 2 });
      const kept = await atOnce(50, (index) => claim(stores[index % 2] ?? store, second, 2, 200 + index));
      assert.equal(kept.filter(Boolean).length, 50);
    },
  );
}

function reusing(promised: Promised): void {
  promised(
    "RFC 9700 §4.14.2: a token that was replaced long ago revokes the family and its tokens",
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
}

function racing(promised: Promised): void {
  promised(
    "of 50 refreshes at once with one token one moves the family on, and the others get the same number",
    async ({ store, another }) => {
      const stores = [store, await another()];
      await begin(store, familyWith(id));
      for (let number = 1; number <= 5; number += 1) {
        const answers = await atOnce(50, (index) =>
          rotate(stores[index % 2] ?? store, number, number * 1_000 + index),
        );
        for (const answer of answers) assert.deepEqual(answer, { ok: true, value: number + 1 });
      }
      const family = await store.tokenFamilies.find(id);
      assert.equal(family?.generation, 6);
      assert.equal(family.revokedAt, undefined);
    },
  );

  promised(
    "processes that present one token at once all get the next, and the family lives",
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
    "once an old token came back every refresh is refused, and those that raced with it give no token that works",
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

/** Claims what was decided on `family`; the new access token has this number. */
function claim(store: Store, family: TokenFamily, generation: number, index: number): Promise<boolean> {
  const grant = grantOfFamily(grantId(index), family.id);
  return store.tokenFamilies.rotate({ family, generation, grant, now: later });
}

/** Presents a token at `later`; the new access token's id is that of the sum of `first` and the number. */
async function rotate(store: Store, presented: number, first = 100, familyId = id) {
  const grant = grantOfFamily(grantId(first + presented), familyId);
  const family = await store.tokenFamilies.find(familyId);
  assert.ok(family);
  return rotateFamily(store, { family, presented, keepsToken: false, grant, now: later });
}
