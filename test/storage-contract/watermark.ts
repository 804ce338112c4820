import assert from "node:assert/strict";
import { sha256 } from "../../src/values/digest.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { grantId, grantWith, noon, reservationOf } from "./samples.ts";

const hour = 3_600;

/** The promises of `Watermark`. */
export function watermarkContract(promised: Promised): void {
  promised(
    "Watermark.latest: the latest instant that was noted; undefined where none was",
    async ({ store, another, reopen }) => {
      assert.equal(await store.watermark.latest(), undefined);
      const stores = [store, await another()];
      await atOnce(20, (index) => (stores[index % 2] ?? store).watermark.note(plus(noon, index)));
      assert.equal(await store.watermark.latest(), plus(noon, 19));
      assert.equal(await (await reopen()).watermark.latest(), plus(noon, 19));
    },
  );

  promised("Watermark.note: never moves back", async ({ store }) => {
    await store.watermark.note(plus(noon, 60));
    await store.watermark.note(noon);
    assert.equal(await store.watermark.latest(), plus(noon, 60));
  });

  promised("Watermark.latest: noted by Expiry.sweep, too", async ({ store }) => {
    await store.attempts.reserve([reservationOf("quick", 1, 5)], noon);
    await store.expiry.sweep(plus(noon, hour), 100);
    assert.equal(await store.watermark.latest(), plus(noon, hour));
  });

  promised("Watermark.setBack: the mark goes back", async ({ store, another, reopen }) => {
    const other = await another();
    await store.watermark.note(plus(noon, hour));
    await store.watermark.setBack(noon, noon);
    assert.equal(await other.watermark.latest(), noon);
    assert.equal(await (await reopen()).watermark.latest(), noon);
  });

  promised(
    "Watermark.setBack: what expiry removed is not held against grants any more",
    async ({ store, another }) => {
      const other = await another();
      const id = grantId(1);
      await store.grants.redeem(grantWith(id, { keepUntil: plus(noon, 1) }));
      while ((await store.expiry.sweep(plus(noon, 30 * hour), 100)) > 0);
      await store.watermark.setBack(noon, noon);
      assert.equal(await other.grants.redeem(grantWith(grantId(2, plus(noon, 40 * hour)))), "redeemed");
    },
  );

  promised(
    "Watermark.setBack: nor against keys of ReplayCache that are kept beyond `replayCacheUpTo`",
    async ({ store }) => {
      await store.replayCache.use(sha256("a"), plus(noon, 240 * hour));
      await store.expiry.sweep(plus(noon, 300 * hour), 100);
      assert.equal(await store.replayCache.use(sha256("b"), plus(noon, 1)), false);
      await store.watermark.setBack(noon, plus(noon, hour));
      assert.equal(await store.replayCache.use(sha256("b"), plus(noon, hour)), false);
      assert.equal(await store.replayCache.use(sha256("b"), plus(noon, hour + 1)), true);
    },
  );
}
