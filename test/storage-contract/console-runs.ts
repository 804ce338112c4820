import assert from "node:assert/strict";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { noon } from "./samples.ts";

const run = { id: "run", state: '{"phase":"looking"}', expiresAt: plus(noon, 60) };
const people = new Map([
  [1, "ada bob"],
  [2, "carol"],
]);

/** The promises of `ConsoleRuns`. */
export function consoleRunsContract(promised: Promised): void {
  promised(
    "ConsoleRuns.start: of any number of calls with one id, one keeps it",
    async ({ store, another }) => {
      const stores = [store, await another()];
      const kept = await atOnce(12, (index) =>
        (stores[index % 2] ?? store).consoleRuns.start(
          { ...run, state: `${index}` },
          new Map([[1, `people of ${index}`]]),
        ),
      );
      const winner = kept.indexOf(true);
      assert.equal(kept.filter(Boolean).length, 1);
      const found = await store.consoleRuns.find("run", noon);
      assert.deepEqual(found, { id: "run", state: `${winner}`, version: 1 });
      assert.equal(await store.consoleRuns.findPart("run", 1, noon), `people of ${winner}`);
    },
  );

  promised(
    "ConsoleRuns.advance: of any number of calls with one version, one gets true",
    async ({ store, another, reopen }) => {
      const stores = [store, await another()];
      await store.consoleRuns.start(run, people);
      const gone = await atOnce(12, (index) =>
        (stores[index % 2] ?? store).consoleRuns.advance(
          { id: "run", state: `step ${index}`, version: 1 },
          new Map([[-1, `done by ${index}`]]),
        ),
      );
      const winner = gone.indexOf(true);
      assert.equal(gone.filter(Boolean).length, 1);
      const { consoleRuns } = await reopen();
      assert.deepEqual(await consoleRuns.find("run", noon), {
        id: "run",
        state: `step ${winner}`,
        version: 2,
      });
      assert.equal(await consoleRuns.findPart("run", -1, noon), `done by ${winner}`);
      assert.equal(await consoleRuns.findPart("run", 2, noon), "carol");
      assert.equal(await consoleRuns.advance({ id: "run", state: "late", version: 1 }, new Map()), false);
      assert.equal(
        await consoleRuns.advance({ id: "run", state: "next", version: 2 }, new Map([[2, "dora"]])),
        true,
      );
      assert.equal(await consoleRuns.findPart("run", 2, noon), "dora", "a part can be kept again");
      assert.equal(await consoleRuns.findPart("run", 3, noon), undefined);
      assert.equal(await consoleRuns.findPart("other", 1, noon), undefined);
      assert.equal(await consoleRuns.advance({ id: "other", state: "x", version: 1 }, people), false);
      assert.equal(await consoleRuns.findPart("other", 1, noon), undefined, "nothing is kept without a run");
    },
  );

  promised(
    "ConsoleRuns.find: a run that has expired is not there, and a sweep removes it with its parts",
    async ({ store }) => {
      const later = { ...run, id: "later", expiresAt: plus(noon, 120) };
      await store.consoleRuns.start(run, people);
      await store.consoleRuns.start(later, people);
      assert.equal(await store.consoleRuns.find("run", plus(noon, 60)), undefined);
      assert.equal(await store.consoleRuns.findPart("run", 1, plus(noon, 60)), undefined);
      assert.equal(await store.expiry.sweep(plus(noon, 60), 2), 2, "in small steps");
      assert.equal(await store.expiry.sweep(plus(noon, 60), 100), 1);
      assert.equal(await store.consoleRuns.findPart("later", 2, plus(noon, 60)), "carol");
      assert.ok(await store.consoleRuns.start({ ...run, expiresAt: plus(noon, 200) }, new Map()));
    },
  );
}
