import assert from "node:assert/strict";
import { test } from "node:test";
import { cutLogImages, missingStrace, tornLogRounds } from "./torn-log.ts";

test("G9, G16: after a call to the disk that failed or was the last before a kill, the next start has every answered fact", {
  skip: missingStrace(),
}, async () => {
  const { figures, violations } = await tornLogRounds(9);
  assert.deepEqual(violations, []);
  assert.deepEqual([figures.kills, figures.EIO, figures.ENOSPC], [3, 3, 3]);
  assert.ok(Number(figures.facts) > 100, `${figures.facts} facts`);
});

test("G9: a log that a kill cut at any byte is opened, and every answered fact is there", async () => {
  const { figures, violations } = await cutLogImages(60);
  assert.deepEqual(violations, []);
  assert.ok(Number(figures.facts) > 500, `${figures.facts} facts`);
});
