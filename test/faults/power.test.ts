import assert from "node:assert/strict";
import { test } from "node:test";
import { powerImages } from "./power.ts";

test("G10: no image that a power failure leaves lacks an answered fact, or lets a code be redeemed twice", async () => {
  const { images, checks, lost, redeemedTwice, others } = await powerImages(40);
  assert.equal(images, 40);
  assert.ok(checks > 1_000, `${checks} checks`);
  assert.deepEqual({ lost, redeemedTwice, others }, { lost: [], redeemedTwice: [], others: [] });
});
