import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import type { Statistic, StatisticKind } from "../../src/flows/statistics-ports.ts";
import { type Instant, plus, secondsOf } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { clientNamed, noon } from "./samples.ts";

const minute = 60;
const hour = 3600;
const day = 24 * hour;

/** The promises of `Statistics`. */
export function statisticsContract(promised: Promised): void {
  promised(
    "Statistics.add: counts of one step add up, and the highest peak stays",
    async ({ store, reopen }) => {
      await store.statistics.add(noon, [counted("token", "issued", 3), peakOf(5)]);
      await store.statistics.add(plus(noon, 59), [counted("token", "issued", 4), peakOf(2)]);
      await store.statistics.add(plus(noon, 60), [counted("token", "issued", 1)]);
      assert.deepEqual(await seriesOf(await reopen(), minute), [
        [0, "hash-queue", "", 1 + 1, 5],
        [0, "token", "issued", 7, 0],
        [1, "token", "issued", 1, 0],
      ]);
    },
  );

  promised(
    "Statistics.add: the counts of all nodes add up, also at the same moment",
    async ({ store, another }) => {
      const nodes = [store, await another()];
      const words = ["one", "two", "three"].map((word) => counted("client-refusal", word));
      await atOnce(20, async (index) => {
        const ordered = index % 2 === 0 ? words : words.toReversed();
        await nodes[index % 2]?.statistics.add(noon, ordered);
      });
      assert.deepEqual(
        (await seriesOf(store, minute)).map(([, , label, count]) => [label, count]),
        [
          ["one", 20],
          ["three", 20],
          ["two", 20],
        ],
      );
    },
  );

  promised(
    "Statistics.series: the same counts in steps of any length, without clients",
    async ({ store }) => {
      for (const minutes of [0, 9, 10, 59, 60])
        await store.statistics.add(plus(noon, minutes * minute), [
          counted("sign-in", "signed-in"),
          counted("client", clientNamed("shop").id),
        ]);
      const counts = async (step: number) =>
        (await seriesOf(store, step)).map(([at, , , count]) => [at, count]);
      assert.deepEqual(await counts(minute), [
        [0, 1],
        [9, 1],
        [10, 1],
        [59, 1],
        [60, 1],
      ]);
      assert.deepEqual(await counts(10 * minute), [
        [0, 2],
        [1, 1],
        [5, 1],
        [6, 1],
      ]);
      assert.deepEqual(await counts(hour), [
        [0, 4],
        [1, 1],
      ]);
      assert.deepEqual(await counts(3 * hour), [[0, 5]]);
    },
  );

  promised("Statistics.series: whole steps, from the first up to the last without it", async ({ store }) => {
    for (const minutes of [-1, 0, 59, 60])
      await store.statistics.add(plus(noon, minutes * minute), [counted("token", "issued")]);
    const range = { from: plus(noon, 30), until: plus(noon, hour + 30), step: secondsOf(hour) };
    assert.deepEqual(await store.statistics.series(range), [
      { at: noon, kind: "token", label: "issued", count: 2, peak: 0 },
    ]);
  });

  promised(
    "Statistics.series: refuses a step that is no whole minute, and more than 1000 steps",
    async ({ store }) => {
      for (const [step, until] of [
        [0, hour],
        [90, hour],
        [minute, 1001 * minute],
      ] as const) {
        const range = { from: noon, until: plus(noon, until), step: secondsOf(step) };
        await assert.rejects(store.statistics.series(range), RangeError);
      }
    },
  );

  promised(
    "Statistics.useOf, Statistics.useCountedSince: what one client did by the hour, which no series of all has",
    async ({ store }) => {
      const [shop, forum] = [clientNamed("shop").id, clientNamed("forum").id];
      const used = (id: string, label: string, count?: number) => counted(`use ${id}`, label, count);
      await store.statistics.add(plus(noon, -day), [counted("token", "issued")]);
      assert.equal(await store.statistics.useCountedSince(), undefined);
      await store.statistics.add(noon, [
        used(shop, "code", 2),
        used(shop, "no-state"),
        used(forum, "code", 9),
      ]);
      await store.statistics.add(plus(noon, 59 * minute), [used(shop, "code", 3)]);
      await store.statistics.add(plus(noon, 5 * hour), [used(shop, "token", 4)]);
      await store.statistics.add(plus(noon, day), [used(shop, "code")]);
      const useIn = async (step: number) =>
        (
          await store.statistics.useOf(shop, { from: noon, until: plus(noon, day), step: secondsOf(step) })
        ).map(({ at, label, count }) => [(at - noon) / 3_600_000, label, count]);
      assert.deepEqual(await useIn(hour), [
        [0, "code", 5],
        [0, "no-state", 1],
        [5, "token", 4],
      ]);
      assert.deepEqual(await useIn(12 * hour), [
        [0, "code", 5],
        [0, "no-state", 1],
        [0, "token", 4],
      ]);
      assert.equal(await store.statistics.useCountedSince(), noon);
      await assert.rejects(useIn(minute), RangeError);
      assert.deepEqual(await seriesOf(store, hour), []);
      assert.equal((await store.check()).rows.statistics, 3 + 5, "of use, nothing is kept by the minute");
    },
  );

  promised(
    "Statistics.topClients: the busiest of the whole range, with their last step, and without those that have no name",
    async ({ store }) => {
      const [shop, forum, wiki] = ["shop", "forum", "wiki"].map((word) => clientNamed(word).id);
      assert.ok(shop && forum && wiki);
      await store.statistics.add(noon, [
        counted("client", shop, 2),
        counted("client", wiki),
        counted("client", "other", 9),
      ]);
      await store.statistics.add(plus(noon, 5 * hour), [
        counted("client", forum, 3),
        counted("client", shop, 2),
      ]);
      const range = { from: noon, until: plus(noon, day), step: secondsOf(hour) };
      assert.deepEqual(await store.statistics.topClients(range, 2), [
        { clientId: shop, count: 4, lastAt: plus(noon, 5 * hour) },
        { clientId: forum, count: 3, lastAt: plus(noon, 5 * hour) },
      ]);
    },
  );

  promised(
    "Statistics.topSignIns: the codes of each client, the most first, by the hour",
    async ({ store }) => {
      const [shop, forum, wiki] = ["shop", "forum", "wiki"].map((word) => clientNamed(word).id);
      assert.ok(shop && forum && wiki);
      await store.statistics.add(noon, [counted(`use ${shop}`, "code", 2), counted(`use ${wiki}`, "code")]);
      const later = [
        counted(`use ${forum}`, "code", 5),
        counted(`use ${shop}`, "code"),
        counted("client", wiki, 9),
      ];
      await store.statistics.add(plus(noon, 5 * hour), [...later, counted(`use ${wiki}`, "token", 9)]);
      const range = { from: noon, until: plus(noon, day), step: secondsOf(hour) };
      assert.deepEqual(await store.statistics.topSignIns(range, 2), [
        { clientId: forum, count: 5, lastAt: plus(noon, 5 * hour) },
        { clientId: shop, count: 3, lastAt: plus(noon, 5 * hour) },
      ]);
    },
  );

  promised(
    "Expiry.sweep: statistics by the minute go after two days, by ten minutes after eight, by the hour after 61, and the use of a client after 31",
    async ({ store }) => {
      const rowsAfter = async (at: Instant) => {
        while ((await store.expiry.sweep(at, 2)) >= 2);
        return (await store.check()).rows.statistics;
      };
      for (const minutes of [0, 1, 2])
        await store.statistics.add(plus(noon, minutes * minute), [counted("token", "issued")]);
      assert.equal(await rowsAfter(plus(noon, 2 * day)), 5);
      assert.equal(await rowsAfter(plus(noon, 2 * day + minute)), 4);
      assert.equal(await rowsAfter(plus(noon, 3 * day)), 2);
      assert.equal(await rowsAfter(plus(noon, 9 * day)), 1);
      await store.statistics.add(noon, [counted("use notes" as StatisticKind, "token")]);
      assert.equal(await rowsAfter(plus(noon, 31 * day)), 2);
      assert.equal(await rowsAfter(plus(noon, 32 * day)), 1);
      assert.equal(await rowsAfter(plus(noon, 61 * day)), 1);
      assert.equal(await rowsAfter(plus(noon, 61 * day + minute)), 0);
    },
  );
}

function counted(kind: StatisticKind, label: string, count = 1): Statistic {
  return { kind, label, count, peak: 0 };
}

function peakOf(peak: number): Statistic {
  return { kind: "hash-queue", label: "", count: 1, peak };
}

/** Every point of the day from noon, with the number of its step instead of its instant. */
async function seriesOf(store: Store, step: number) {
  const range = { from: noon, until: plus(noon, Math.min(day, 900 * step)), step: secondsOf(step) };
  const points = await store.statistics.series(range);
  return points.map(
    ({ at, kind, label, count, peak }) => [(at - noon) / (step * 1000), kind, label, count, peak] as const,
  );
}
