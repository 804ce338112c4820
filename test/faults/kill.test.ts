import assert from "node:assert/strict";
import { test } from "node:test";
import { killRounds } from "./kill.ts";

test("G9: kill -9 under load loses no acknowledged token, and no code is redeemed twice", async () => {
  const { rounds, acknowledged, lost, redeemedTwice, others } = await killRounds(4);
  assert.equal(rounds, 4);
  assert.ok(acknowledged >= 4, `${acknowledged} tokens in 4 rounds`);
  assert.deepEqual({ lost, redeemedTwice, others }, { lost: [], redeemedTwice: [], others: [] });
});
