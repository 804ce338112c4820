import assert from "node:assert/strict";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { noon } from "./samples.ts";

const run = { id: "run", state: '{"phase":"looking"}', expiresAt: plus(noon, 60) };
const people = new Map([
  [1, "ada bob"],
  [2, "carol"],
]);

/** The promises of `BulkRuns`. */
export function bulkRunsContract(promised: Promised): void {
  promised("BulkRuns.start: of any number of calls with one id, one keeps it", async ({ store, another }) => {
    const stores = [store, await another()];
    const kept = await atOnce(12, (index) =>
      (stores[index % 2] ?? store).bulkRuns.start(
        { ...run, state: `${index}` },
        new Map([[1, `people of ${index}`]]),
      ),
    );
    const winner = kept.indexOf(true);
    assert.equal(kept.filter(Boolean).length, 1);
    const found = await store.bulkRuns.find("run", noon);
    assert.deepEqual(found, { id: "run", state: `${winner}`, version: 1 });
    assert.equal(await store.bulkRuns.findPart("run", 1, noon), `people of ${winner}`);
  });

  promised(
    "BulkRuns.advance: of any number of calls with one version, one gets true",
    async ({ store, another, reopen }) => {
      const stores = [store, await another()];
      await store.bulkRuns.start(run, people);
      const gone = await atOnce(12, (index) =>
        (stores[index % 2] ?? store).bulkRuns.advance(
          { id: "run", state: `step ${index}`, version: 1 },
          new Map([[-1, `done by ${index}`]]),
        ),
      );
      const winner = gone.indexOf(true);
      assert.equal(gone.filter(Boolean).length, 1);
      const { bulkRuns } = await reopen();
      assert.deepEqual(await bulkRuns.find("run", noon), { id: "run", state: `step ${winner}`, version: 2 });
      assert.equal(await bulkRuns.findPart("run", -1, noon), `done by ${winner}`);
      assert.equal(await bulkRuns.findPart("run", 2, noon), "carol");
      assert.equal(await bulkRuns.advance({ id: "run", state: "late", version: 1 }, new Map()), false);
      assert.equal(
        await bulkRuns.advance({ id: "run", state: "next", version: 2 }, new Map([[2, "dora"]])),
        true,
      );
      assert.equal(await bulkRuns.findPart("run", 2, noon), "dora", "a part can be kept again");
      assert.equal(await bulkRuns.findPart("run", 3, noon), undefined);
      assert.equal(await bulkRuns.findPart("other", 1, noon), undefined);
      assert.equal(await bulkRuns.advance({ id: "other", state: "x", version: 1 }, people), false);
      assert.equal(await bulkRuns.findPart("other", 1, noon), undefined, "nothing is kept without a run");
    },
  );

  promised(
    "BulkRuns.find: a run that has expired is not there, and a sweep removes it with its parts",
    async ({ store }) => {
      const later = { ...run, id: "later", expiresAt: plus(noon, 120) };
      await store.bulkRuns.start(run, people);
      await store.bulkRuns.start(later, people);
      assert.equal(await store.bulkRuns.find("run", plus(noon, 60)), undefined);
      assert.equal(await store.bulkRuns.findPart("run", 1, plus(noon, 60)), undefined);
      assert.equal(await store.expiry.sweep(plus(noon, 60), 2), 2, "in small steps");
      assert.equal(await store.expiry.sweep(plus(noon, 60), 100), 1);
      assert.equal(await store.bulkRuns.findPart("later", 2, plus(noon, 60)), "carol");
      assert.ok(await store.bulkRuns.start({ ...run, expiresAt: plus(noon, 200) }, new Map()));
    },
  );
}
