import assert from "node:assert/strict";
import { test } from "node:test";
import { judged, lineThrough, type Sample, sparkline } from "./soak/samples.ts";

function sampleAt(seconds: number, residentMegabytes: number | undefined): Sample {
  return {
    seconds,
    residentMegabytes,
    descriptors: 20,
    threads: 8,
    databaseMegabytes: 1,
    livezP50: 1,
    livezP99: 2,
  };
}

test("a figure that grows by one in ten seconds grows by 360 an hour, and one that stands still by nothing", () => {
  const samples = [0, 10, 20, 30].map((seconds) => sampleAt(seconds, 100 + seconds / 10));
  assert.deepEqual(lineThrough(samples, "residentMegabytes"), { perHour: 360, rise: 3 });
  assert.deepEqual(lineThrough(samples, "descriptors"), { perHour: 0, rise: 0 });
});

test("there is no line through one sample, nor through what the system does not tell", () => {
  assert.equal(lineThrough([sampleAt(0, 1)], "residentMegabytes"), undefined);
  assert.equal(
    lineThrough([sampleAt(0, undefined), sampleAt(10, undefined)], "residentMegabytes"),
    undefined,
  );
});

test("the first third of the samples is not judged", () => {
  const samples = Array.from({ length: 9 }, (_, index) => sampleAt(index, 1));
  assert.equal(judged(samples)[0]?.seconds, 3);
});

test("a sparkline shows the highest of each share", () => {
  assert.equal(sparkline([1, 2, 3, 8], 60), "▁▂▃█");
  assert.equal(sparkline([1, 8, 1, 1], 2), "█▁");
  assert.equal(sparkline([5, 5], 60), "▁▁");
});
