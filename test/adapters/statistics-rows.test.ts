import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import { type OverviewStretch, overviewStretches, readOverview } from "../../src/flows/operator/overview.ts";
import { instantOf, plus } from "../../src/values/time.ts";
import { scratchFolder } from "./scratch.ts";

const minute = 60_000;
const now = instantOf(1_763_726_400_000);
const labels = 60;
/** What is kept of each span at most. */
const kept = { [minute]: 2 * 1_440, [10 * minute]: 8 * 144, [60 * minute]: 61 * 24 };
/** An hour by the minute, a day by ten minutes, a week and a month by the hour. */
const rowsRead: Readonly<Record<OverviewStretch, number>> = {
  hour: 60 * labels,
  day: 144 * labels,
  week: 168 * labels,
  month: 720 * labels,
};

test("an overview reads the rows of its own stretch and span, and none of the others, however much is kept", async (context) => {
  const path = join(scratchFolder(context), "latchkey.db");
  const store = await openSqliteStore({ path, clock: { now: () => now } });
  context.after(() => store.close());
  using database = new DatabaseSync(path, { timeout: 5_000 });
  const filling = `WITH RECURSIVE step (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM step WHERE n < ? - 1),
      label (m) AS (SELECT 0 UNION ALL SELECT m + 1 FROM label WHERE m < ${labels} - 1)
    INSERT INTO statistics SELECT ?, ? - n * ?, 'token', 'label ' || m, 1, 0 FROM step, label`;
  for (const [span, steps] of Object.entries(kept))
    database.prepare(filling).run(steps, Number(span), now, Number(span));
  const inRange = "FROM statistics WHERE span = ? AND starts_at >= ? AND starts_at < ?";
  const plan = database.prepare(`EXPLAIN QUERY PLAN SELECT sum(count) ${inRange}`).all(0, 0, 0);
  assert.match(
    String(plan[0]?.detail),
    /^SEARCH statistics USING PRIMARY KEY \(span=\? AND starts_at>\? AND starts_at<\?\)$/,
  );

  for (const stretch of ["hour", "day", "week", "month"] as const) {
    const { from, until, step, steps } = await readOverview(
      { statistics: store.statistics, clock: { now: () => now } },
      stretch,
    );
    const span = step < 600 ? minute : step < 3_600 ? 10 * minute : 60 * minute;
    const [row] = database.prepare(`SELECT count(*) AS rows ${inRange}`).all(span, from, until);
    // The step that is going on has not been filled any further than its beginning.
    assert.ok(
      Number(row?.rows) <= rowsRead[stretch] && Number(row?.rows) > 0.98 * rowsRead[stretch],
      stretch,
    );
    assert.equal(steps.length, overviewStretches[stretch].length / step);
    const all = await store.statistics.series({ from, until, step });
    assert.equal(
      all.reduce((sum, { count }) => sum + count, 0),
      row?.rows,
      stretch,
    );
  }
  const month = { from: plus(now, -30 * 86_400), until: now, step: overviewStretches.month.step };
  assert.equal((await store.statistics.topClients(month, 10)).length, 0);
});
