import assert from "node:assert/strict";
import { sha256 } from "../../src/values/digest.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { grantId, grantWith, noon, reservationOf } from "./samples.ts";

const hour = 3_600;

/** The promises of `TimeMark`. */
export function timeMarkContract(promised: Promised): void {
  promised(
    "TimeMark.latest: the latest instant that was noted; undefined where none was",
    async ({ store, another, reopen }) => {
      assert.equal(await store.timeMark.latest(), undefined);
      const stores = [store, await another()];
      await atOnce(20, (index) => (stores[index % 2] ?? store).timeMark.note(plus(noon, index)));
      assert.equal(await store.timeMark.latest(), plus(noon, 19));
      assert.equal(await (await reopen()).timeMark.latest(), plus(noon, 19));
    },
  );

  promised("TimeMark.note: never moves back", async ({ store }) => {
    await store.timeMark.note(plus(noon, 60));
    await store.timeMark.note(noon);
    assert.equal(await store.timeMark.latest(), plus(noon, 60));
  });

  promised("TimeMark.latest: noted by Expiry.sweep, too", async ({ store }) => {
    await store.attempts.reserve([reservationOf("quick", 1, 5)], noon);
    await store.expiry.sweep(plus(noon, hour), 100);
    assert.equal(await store.timeMark.latest(), plus(noon, hour));
  });

  promised("TimeMark.setBack: the mark goes back", async ({ store, another, reopen }) => {
    const other = await another();
    await store.timeMark.note(plus(noon, hour));
    await store.timeMark.setBack(noon, noon);
    assert.equal(await other.timeMark.latest(), noon);
    assert.equal(await (await reopen()).timeMark.latest(), noon);
  });

  promised(
    "TimeMark.setBack: what expiry removed is not held against grants any more",
    async ({ store, another }) => {
      const other = await another();
      const id = grantId(1);
      await store.grants.redeem(grantWith(id, { keepUntil: plus(noon, 1) }));
      while ((await store.expiry.sweep(plus(noon, 30 * hour), 100)) > 0);
      await store.timeMark.setBack(noon, noon);
      assert.equal(await other.grants.redeem(grantWith(grantId(2, plus(noon, 40 * hour)))), "redeemed");
    },
  );

  promised(
    "TimeMark.setBack: nor against keys of ReplayCache that are kept beyond `replayCacheUpTo`",
    async ({ store }) => {
      await store.replayCache.use(sha256("a"), plus(noon, 240 * hour));
      await store.expiry.sweep(plus(noon, 300 * hour), 100);
      assert.equal(await store.replayCache.use(sha256("b"), plus(noon, 1)), false);
      await store.timeMark.setBack(noon, plus(noon, hour));
      assert.equal(await store.replayCache.use(sha256("b"), plus(noon, hour)), false);
      assert.equal(await store.replayCache.use(sha256("b"), plus(noon, hour + 1)), true);
    },
  );
}
