import assert from "node:assert/strict";
import { test } from "node:test";
import {
  durationFigures,
  type OverviewStretch,
  overviewStretches,
  readOverview,
} from "../../../src/flows/operator/overview.ts";
import type { StatisticPoint, StatisticRange, Statistics } from "../../../src/flows/statistics-ports.ts";
import { clientIdOf } from "../../../src/values/ids.ts";
import { instantOf, plus } from "../../../src/values/time.ts";

const noon = instantOf(1_763_726_400_000);

/** Statistics with these points in the period that is asked for first, others in the one before it, and the ranges that were asked for. */
function holding(points: readonly StatisticPoint[], before: readonly StatisticPoint[] = []) {
  const asked: StatisticRange[] = [];
  const clients = [{ clientId: clientIdOf("A".repeat(20)), count: 3, lastAt: noon }];
  const statistics: Statistics = {
    add: async () => assert.fail("an overview writes nothing"),
    series: async (range) => {
      return asked.push(range) === 1 ? points : before;
    },
    topClients: async () => clients,
    useCountedSince: async () => undefined,
    topSignIns: async () => [],
    useOf: async () => assert.fail("an overview is about all clients"),
  };
  return { statistics, asked, clients, clock: { now: () => plus(noon, 61) } };
}

function point(kind: string, label: string, count: number, step = 0, peak = 0): StatisticPoint {
  return { at: plus(noon, 60 * step), kind, label, count, peak };
}

test("the stretch ends with the step that is going on, and has every step", async () => {
  const told = holding([]);
  const { from, until, steps } = await readOverview(told, "hour");
  assert.deepEqual([from, until], [plus(noon, -58 * 60), plus(noon, 120)]);
  assert.equal(steps.length, 60);
  assert.deepEqual([steps[0]?.at, steps.at(-1)?.at], [from, plus(noon, 60)]);
  assert.deepEqual(told.asked, [
    { from, until, step: 60 },
    { from: plus(from, -3_600), until: from, step: 60 },
  ]);
});

test("every stretch has a few hundred steps at most", () => {
  const counts = Object.values(overviewStretches).map(({ length, step }) => length / step);
  assert.deepEqual(counts, [60, 144, 168, 240]);
});

test("steps say what happened in them, and shares what happened in all", async () => {
  const told = holding([
    point("sign-in", "signed-in", 4),
    point("sign-in", "refused", 2),
    point("sign-in", "signed-in", 1, 1),
    point("token", "issued", 7),
    point("token", "refused", 1),
    point("throttled", "busy", 2),
    point("throttled", "throttled", 1),
    point("hash-queue", "waiting", 2, 0, 9),
    point("method", "pwd", 1),
    point("method", "pwd otp", 3),
    point("method", "pwd", 4, 1),
    point("sign-in-refusal", "mismatch", 2),
    point("client-refusal", "code-expired", 1),
    point("a kind of a newer release", "x", 5),
  ]);
  const { steps, methods, signInRefusals, clientRefusals, throttles, clients } = await readOverview(
    told,
    "hour",
  );
  const quiet = { tokensIssued: 0, throttled: 0, hashQueuePeak: 0 };
  const busy = { tokensIssued: 7, throttled: 3, hashQueuePeak: 9 };
  assert.deepEqual(steps.slice(-2), [
    { at: noon, signedIn: 4, signInsRefused: 2, ...busy },
    { at: plus(noon, 60), signedIn: 1, signInsRefused: 0, ...quiet },
  ]);
  assert.deepEqual(methods, [
    { label: "pwd", count: 5 },
    { label: "pwd otp", count: 3 },
  ]);
  assert.deepEqual(signInRefusals, [{ label: "mismatch", count: 2 }]);
  assert.deepEqual(clientRefusals, [{ label: "code-expired", count: 1 }]);
  assert.deepEqual(throttles, [
    { label: "busy", count: 2 },
    { label: "throttled", count: 1 },
  ]);
  assert.equal(clients, told.clients);
});

test("the period before is added up if something was counted in it", async () => {
  const before = [point("sign-in", "signed-in", 8, -70), point("token-duration", "10", 2, -70)];
  for (const stretch of ["hour", "day", "week", "month"] as const) {
    const overview = await readOverview(holding([point("sign-in", "signed-in", 4)], before), stretch);
    assert.equal(overview.signedIn, 4);
    assert.deepEqual([overview.before?.signedIn, overview.before?.tokenDuration?.p50], [8, 5], stretch);
  }
  assert.ok(!("before" in (await readOverview(holding([]), "hour"))));
});

test("percentiles lie in the bucket that holds them", () => {
  const of = (buckets: Readonly<Record<string, number>>) =>
    durationFigures(Object.entries(buckets).map(([label, count]) => ({ label, count })));
  assert.equal(of({}), undefined);
  assert.deepEqual(of({ "100": 10 }), { p50: 50, p95: 95 });
  assert.deepEqual(of({ "25": 90, "50": 5, inf: 5 }), { p50: (50 / 90) * 25, p95: 50 });
  assert.deepEqual(of({ inf: 1, "10": 1 }), { p50: 10, p95: Number.POSITIVE_INFINITY });
});

test("durations are absent where none was measured", async () => {
  const stretch: OverviewStretch = "day";
  const overview = await readOverview(holding([point("token-duration", "10", 2)]), stretch);
  assert.deepEqual(overview.tokenDuration, { p50: 5, p95: 9.5 });
  assert.ok(!("signInDuration" in overview));
});
