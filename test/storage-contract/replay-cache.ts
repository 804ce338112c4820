import assert from "node:assert/strict";
import { sha256 } from "../../src/values/digest.ts";
import { plus } from "../../src/values/time.ts";
import { raceInAnotherProcess } from "./another-process.ts";
import { atOnce, type Promised } from "./harness.ts";
import { noon } from "./samples.ts";

/** The promises of `ReplayCache`. */
export function replayCacheContract(promised: Promised): void {
  promised(
    "ReplayCache.use: true for exactly one of any number of calls with one key",
    async ({ store, another }) => {
      const stores = [store, await another()];
      for (let round = 0; round < 10; round += 1) {
        const answers = await atOnce(50, (index) =>
          (stores[index % 2] ?? store).replayCache.use(sha256(`${round}`), plus(noon, index)),
        );
        assert.equal(answers.filter(Boolean).length, 1);
      }
    },
  );

  promised("ReplayCache.use: from any process, exactly one wins each key", async ({ location }) => {
    const wins = await atOnce(2, () => raceInAnotherProcess(location, "use", 200));
    assert.equal(
      wins.reduce((sum, won) => sum + won, 0),
      200,
    );
  });

  promised("ReplayCache.use: durable", async ({ store, reopen }) => {
    assert.equal(await store.replayCache.use(sha256("a"), noon), true);
    assert.equal(await (await reopen()).replayCache.use(sha256("a"), noon), false);
  });

  promised(
    "ReplayCache.use: false as well where keys that were to be kept until then have been removed",
    async ({ store, another, reopen }) => {
      const other = await another();
      await store.replayCache.use(sha256("a"), plus(noon, 60));
      assert.equal(await store.expiry.sweep(plus(noon, 3_600), 100), 1);
      for (const { replayCache } of [store, other]) {
        assert.equal(await replayCache.use(sha256("a"), plus(noon, 60)), false);
        assert.equal(await replayCache.use(sha256("b"), plus(noon, 59)), false);
      }
      const { replayCache } = await reopen();
      assert.equal(await replayCache.use(sha256("a"), plus(noon, 60)), false);
      assert.equal(await replayCache.use(sha256("a"), plus(noon, 61)), true);
    },
  );
}
