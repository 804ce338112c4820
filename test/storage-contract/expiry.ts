import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import { sha256 } from "../../src/values/digest.ts";
import { type Instant, plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import {
  accountNamed,
  clientNamed,
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
    await store.attempts.reserve([reservationOf("quick", 1, 5)], noon);
    await store.attempts.reserve([reservationOf("slow", 1, 500)], noon);
    assert.equal(await store.expiry.sweep(plus(noon, 11), 100), 2);
    assert.equal(await store.sessions.find(short.id), undefined);
    assert.ok(await store.sessions.find(long.id));
    assert.equal((await store.attempts.reserve([reservationOf("slow", 1, 500)], plus(noon, 11))).ok, false);
  });

  promised("Expiry.sweep: grants go with those of their hour, or one by one", async ({ store, reopen }) => {
    const [old, newer] = [grantId(1), grantId(2, plus(noon, 2 * hour))];
    await store.grants.redeem(grantWith(old));
    await store.grants.redeem(grantWith(newer, { keepUntil: plus(noon, 4 * hour) }));
    await sweepAll(store, plus(noon, 4 * hour));
    assert.equal(await store.grants.find(old), undefined);
    assert.ok(await store.grants.find(newer));
    await sweepAll(store, plus(noon, 6 * hour));
    assert.equal(await (await reopen()).grants.find(newer), undefined);
  });

  promised("Expiry.sweep: a long-lived grant outlives every neighbour", async ({ store, reopen }) => {
    const month = plus(noon, 30 * 24 * hour);
    await atOnce(9, (index) => store.grants.redeem(grantWith(grantId(index), { keepUntil: noon })));
    await store.grants.redeem(grantWith(grantId(9), { tokenExpiresAt: month, keepUntil: month }));
    await atOnce(9, (index) => store.grants.redeem(grantWith(grantId(10 + index), { keepUntil: noon })));
    await sweepAll(store, month);
    assert.ok(await store.grants.find(grantId(9)));
    await sweepAll(store, plus(month, 49 * hour));
    const reopened = await reopen();
    for (let index = 0; index < 19; index += 1)
      assert.equal(await reopened.grants.find(grantId(index)), undefined);
  });

  promised("Expiry.sweep: removes expired token families and used keys", async ({ store }) => {
    for (const [index, seconds] of [10, 20].entries()) {
      const id = grantId(index);
      const family = familyWith(id, { expiresAt: plus(noon, seconds) });
      await store.grants.redeem(grantOfFamily(id, id), family);
      await store.replayCache.use(sha256(`${index}`), plus(noon, seconds));
    }
    assert.equal(await store.expiry.sweep(plus(noon, 11), 1), 1);
    assert.equal(await store.expiry.sweep(plus(noon, 11), 100), 1);
    assert.equal(await store.tokenFamilies.find(grantId(0)), undefined);
    assert.ok(await store.tokenFamilies.find(grantId(1)));
    assert.equal(await store.replayCache.use(sha256("0"), plus(noon, 99)), true);
    assert.equal(await store.replayCache.use(sha256("1"), plus(noon, 99)), false);
    assert.equal((await store.grants.find(grantId(0)))?.revokedAt, noon, "A token dies with its family.");
    assert.equal((await store.grants.find(grantId(1)))?.revokedAt, undefined);
  });

  promised(
    "Expiry.sweep: a revocation holds as long as any token family that it hit",
    async ({ store, reopen }) => {
      const id = grantId(1);
      await store.grants.redeem(grantOfFamily(id, id, { keepUntil: noon }), familyWith(id));
      await store.grants.revokeAll({ accountId: accountNamed("ada").id }, noon);
      await sweepAll(store, plus(noon, 3 * hour));
      assert.equal(await store.grants.find(id), undefined);
      assert.equal((await (await reopen()).tokenFamilies.find(id))?.revokedAt, noon);
    },
  );

  promised(
    "Expiry.sweep: a client that registered itself and was never used goes, a few at a time; others stay",
    async ({ store, another }) => {
      const of = (word: string, seconds?: number) =>
        clientNamed(word, seconds === undefined ? {} : { unusedUntil: plus(noon, seconds) });
      const unused = ["a", "b", "c", "d", "e"].map((word) => of(word, 60));
      for (const client of [...unused, of("later", 61), of("operators")]) await store.clients.create(client);
      for (const { id } of unused) await store.clients.find(id);
      assert.equal(await store.expiry.sweep(plus(noon, 59), 500), 0);
      assert.equal(await store.expiry.sweep(plus(noon, 60), 3), 3);
      await (await another()).expiry.sweep(plus(noon, 60), 500);
      assert.deepEqual((await store.clients.list()).map(({ name }) => name).sort(), [
        "Application later",
        "Application operators",
      ]);
      assert.equal(await store.clients.find(of("a").id), undefined);
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
      await sweepAll(store, plus(noon, 3 * hour));
      assert.equal(await store.grants.find(grantId(1)), undefined);
    },
  );

  promised(
    "Grants.redeem: once expiry has removed a grant, an id that is not newer is spent, whatever any clock says",
    async ({ store, another, reopen }) => {
      const other = await another();
      const [unspent, spent] = [grantId(1, plus(noon, -30)), grantId(2)];
      await other.grants.find(unspent);
      await store.grants.redeem(grantWith(spent));
      await other.grants.redeem(grantWith(grantId(3, plus(noon, 4 * hour))));
      await sweepAll(store, plus(noon, 62 * 60));
      await sweepAll(store, plus(noon, 3 * hour));
      assert.equal(await store.grants.find(spent), undefined);
      const assertSpent = async ({ grants }: Store) => {
        for (const id of [unspent, spent]) {
          assert.equal(await grants.redeem(grantWith(id)), "already-redeemed");
          assert.equal(await grants.find(id), undefined);
        }
      };
      await assertSpent(store);
      await assertSpent(other);
      await assertSpent(await reopen());
    },
  );

  promised(
    "Expiry.sweep: in batches of at most `rowsMax` rows; fewer than `rowsMax` means that nothing is left for now",
    async ({ store }) => {
      const lives = (index: number) => index % 3 === 0 || index < 40;
      await atOnce(130, (index) =>
        store.replayCache.use(sha256(`${index}`), lives(index) ? plus(noon, 61) : noon),
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
        assert.equal(await store.replayCache.use(sha256(`${index}`), plus(noon, 1)), !lives(index));
    },
  );

  promised("Expiry.sweep: a revocation holds as long as any grant that it hit", async ({ store, reopen }) => {
    const [old, newer] = [grantId(1), grantId(2, plus(noon, 2 * hour))];
    await store.grants.redeem(grantWith(old));
    await store.grants.redeem(grantWith(newer, { keepUntil: plus(noon, 9 * hour) }));
    await store.grants.revokeAll({ accountId: accountNamed("ada").id }, noon);
    await sweepAll(store, plus(noon, 4 * hour));
    const reopened = await reopen();
    assert.equal(await reopened.grants.find(old), undefined);
    assert.equal((await reopened.grants.find(newer))?.revokedAt, noon);
    await sweepAll(reopened, plus(noon, 12 * hour));
    const newest = grantId(3, plus(noon, 12 * hour));
    await reopened.grants.redeem(grantWith(newest));
    assert.equal((await reopened.grants.find(newest))?.revokedAt, undefined);
  });
}

const hour = 3_600;

/** Twice: what the first sweep removes may be what something else waited for. */
async function sweepAll(store: Store, now: Instant): Promise<void> {
  for (let round = 0; round < 2; round += 1) while ((await store.expiry.sweep(now, 100)) === 100);
}
