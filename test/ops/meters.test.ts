import assert from "node:assert/strict";
import { test } from "node:test";
import { createHistogram, createMeter } from "../../src/ops/meters.ts";
import { metricsText } from "../../src/ops/metrics.ts";
import type { MetricRow } from "../../src/ops/metrics-table.ts";

const row = { name: "latchkey_test", help: "A test.", labels: [], merge: "sum" } as const;
const counter: MetricRow = { ...row, type: "counter" };

async function linesOf(
  ...reports: readonly (readonly ReturnType<ReturnType<typeof createMeter>["report"]>[])[]
) {
  const { text } = await metricsText(reports);
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

test("a histogram counts a value in every bucket that holds it, bounds included", async () => {
  const histogram = createHistogram({ ...row, type: "histogram", buckets: [1, 2] });
  for (const value of [0.5, 1, 1.5, 2, 9]) histogram.series().observe(value);
  assert.deepEqual(await linesOf([histogram.report()]), [
    'latchkey_test_bucket{le="1"} 2',
    'latchkey_test_bucket{le="2"} 4',
    'latchkey_test_bucket{le="+Inf"} 5',
    "latchkey_test_sum 14",
    "latchkey_test_count 5",
  ]);
});

test("a metric without labels is 0 from the start, and one with labels has no series until it is counted", async () => {
  assert.deepEqual(await linesOf([createMeter(counter).report()]), ["latchkey_test 0"]);
  const labelled = createMeter({ ...counter, labels: ["word"] });
  assert.deepEqual(await linesOf([labelled.report()]), []);
  labelled.series({ word: "one" }).value += 2;
  assert.equal(labelled.series({ word: "one" }).value, 2);
  assert.deepEqual(await linesOf([labelled.report()]), ['latchkey_test{word="one"} 2']);
});

test("figures of several processes become one as the table says", async () => {
  for (const [merge, expected] of [
    ["sum", 8],
    ["max", 5],
    ["first", 3],
  ] as const) {
    const reports = [3, 5].map((value) => {
      const meter = createMeter({ ...counter, type: "gauge", merge });
      meter.series().value = value;
      return [meter.report()];
    });
    assert.deepEqual(await linesOf(...reports), [`latchkey_test ${expected}`]);
  }
});
