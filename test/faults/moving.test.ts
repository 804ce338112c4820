import assert from "node:assert/strict";
import { test } from "node:test";
import { missingProc } from "./memory.ts";
import { movingRounds } from "./moving.ts";

test("people whose passwords only the old product knows move under load, through its outage and a kill, and nobody else gets in", {
  skip: missingProc,
}, async () => {
  const { figures, violations } = await movingRounds(1, undefined, { imported: 300, perRound: 60 });
  assert.deepEqual(violations, []);
  // Of ten people one always types a wrong password.
  assert.equal(figures.moved, 54);
  assert.equal(figures["questions at once at most"], 32);
  assert.ok(Number(figures["forms cut off by kills"]) > 0, "the kill cut nobody off");
});
