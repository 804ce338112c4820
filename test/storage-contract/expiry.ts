import assert from "node:assert/strict";
import { sha256 } from "../../src/values/digest.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import {
  accountNamed,
  familyWith,
  grantId,
  grantOfFamily,
  grantWith,
  noon,
  reservationOf,
  sessionOf,
  startOf,
} from "./samples.ts";

/** The promises of `Expiry`. */
export function expiryContract(promised: Promised): void {
  promised("Expiry.sweep: removes what has expired and nothing else", async ({ store }) => {
    const ada = accountNamed("ada");
    const [short, long] = [sessionOf(ada, "short", { expiresAt: plus(noon, 10) }), sessionOf(ada, "long")];
    await store.accounts.create(ada);
    for (const session of [short, long]) {
      await store.sessions.start(startOf(session));
      await store.sessions.find(session.id);
    }
    await store.grants.redeem(grantWith(grantId(1)));
    await store.grants.redeem(grantWith(grantId(2), { keepUntil: plus(noon, 10) }));
    await store.attempts.reserve([reservationOf("quick", 1, 5)], noon);
    await store.attempts.reserve([reservationOf("slow", 1, 500)], noon);
    assert.equal(await store.expiry.sweep(plus(noon, 11), 100), 3);
    assert.equal(await store.sessions.find(short.id), undefined);
    assert.ok(await store.sessions.find(long.id));
    assert.ok(await store.grants.find(grantId(1)));
    assert.equal(await store.grants.find(grantId(2)), undefined);
    assert.equal((await store.attempts.reserve([reservationOf("slow", 1, 500)], plus(noon, 11))).ok, false);
  });

  promised("Expiry.sweep: removes expired refresh families and used keys", async ({ store }) => {
    for (const [index, seconds] of [10, 20].entries()) {
      const id = grantId(index);
      const family = familyWith(id, { expiresAt: plus(noon, seconds) });
      await store.grants.redeem(grantOfFamily(id, id), family);
      await store.usedOnce.use(sha256(`${index}`), plus(noon, seconds));
    }
    assert.equal(await store.expiry.sweep(plus(noon, 11), 1), 1);
    assert.equal(await store.expiry.sweep(plus(noon, 11), 100), 1);
    assert.equal(await store.refreshFamilies.find(grantId(0)), undefined);
    assert.ok(await store.refreshFamilies.find(grantId(1)));
    assert.equal(await store.usedOnce.use(sha256("0"), plus(noon, 99)), true);
    assert.equal(await store.usedOnce.use(sha256("1"), plus(noon, 99)), false);
    assert.equal((await store.grants.find(grantId(0)))?.revokedAt, noon, "A token dies with its family.");
    assert.equal((await store.grants.find(grantId(1)))?.revokedAt, undefined);
  });

  promised(
    "Expiry.sweep: a revocation holds as long as any refresh family that it hit",
    async ({ store, reopen }) => {
      const id = grantId(1);
      await store.grants.redeem(grantOfFamily(id, id, { keepUntil: noon }), familyWith(id));
      await store.grants.revokeAll({ accountId: accountNamed("ada").id }, noon);
      assert.equal(await store.expiry.sweep(plus(noon, 1), 10), 1);
      await store.expiry.sweep(plus(noon, 1), 10);
      assert.equal((await (await reopen()).refreshFamilies.find(id))?.revokedAt, noon);
    },
  );

  promised(
    "Expiry.sweep: a grant stays until its keepUntil, so that a replayed code is recognised",
    async ({ store }) => {
      await store.grants.redeem(
        grantWith(grantId(1), { tokenExpiresAt: plus(noon, 1), keepUntil: plus(noon, 9) }),
      );
      assert.equal(await store.expiry.sweep(plus(noon, 9), 100), 0);
      assert.equal(await store.grants.redeem(grantWith(grantId(1))), "already-redeemed");
      assert.equal(await store.expiry.sweep(plus(noon, 9.001), 100), 1);
    },
  );

  promised(
    "Expiry.sweep: in batches of at most `rowsMax` rows; fewer than `rowsMax` means that nothing is left for now",
    async ({ store }) => {
      const lives = (index: number) => index % 3 === 0 || index < 40;
      await atOnce(130, (index) =>
        store.grants.redeem(grantWith(grantId(index), lives(index) ? {} : { keepUntil: noon })),
      );
      await atOnce(25, (index) => store.attempts.reserve([reservationOf(`${index}`, 1, 1)], noon));
      const answers: number[] = [];
      do answers.push(await store.expiry.sweep(plus(noon, 60), 10));
      while (answers.at(-1) === 10);
      assert.equal(
        answers.reduce((sum, gone) => sum + gone, 0),
        60 + 25,
      );
      for (let index = 0; index < 130; index += 1)
        assert.equal((await store.grants.find(grantId(index))) !== undefined, lives(index));
    },
  );

  promised("Expiry.sweep: a revocation holds as long as any grant that it hit", async ({ store, reopen }) => {
    await store.grants.redeem(grantWith(grantId(1), { keepUntil: noon }));
    await store.grants.redeem(grantWith(grantId(2)));
    await store.grants.revokeAll({ accountId: accountNamed("ada").id }, noon);
    assert.equal(await store.expiry.sweep(plus(noon, 1), 10), 1);
    const reopened = await reopen();
    assert.equal((await reopened.grants.find(grantId(2)))?.revokedAt, noon);
    assert.equal(await reopened.expiry.sweep(plus(noon, 86_400), 10), 1);
    await reopened.expiry.sweep(plus(noon, 86_400), 10);
    await reopened.grants.redeem(grantWith(grantId(2)));
    assert.equal((await reopened.grants.find(grantId(2)))?.revokedAt, undefined);
  });
}
