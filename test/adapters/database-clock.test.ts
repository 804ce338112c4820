import assert from "node:assert/strict";
import { test } from "node:test";
import { DatabaseClock } from "../../src/adapters/postgres/database-clock.ts";
import { earliestOf } from "../../src/adapters/system/clock.ts";
import { instantOf, plus } from "../../src/values/time.ts";
import { noon } from "../storage-contract/samples.ts";

/** A clock, and what it takes to move everything that it depends on. */
function open() {
  let stopwatch = 5_000;
  const clock = new DatabaseClock({ now: () => noon }, () => stopwatch);
  const pass = (milliseconds: number) => {
    stopwatch += milliseconds;
  };
  const look = (databaseTime: number, takes: number) =>
    clock.adjust(
      async () => {
        pass(takes);
        return databaseTime;
      },
      (answer) => answer,
    );
  return { clock, pass, look };
}

test("until the first look the own clock's time goes on, then the database's", async () => {
  const { clock, pass, look } = open();
  pass(1_000);
  assert.equal(clock.now(), plus(noon, 1));
  await look(plus(noon, 3_600), 10);
  assert.equal(clock.now(), instantOf(plus(noon, 3_600) + 5), "the answer is as old as half the call");
  pass(2_000);
  assert.equal(clock.now(), instantOf(plus(noon, 3_602) + 5));
});

test("a difference that the call itself may have made moves nothing", async () => {
  const { clock, look } = open();
  await look(plus(noon, 3_600), 10);
  const before = clock.now();
  await look(before + 30, 40);
  assert.equal(clock.now(), before + 40);
});

test("what is removed has expired by every clock", () => {
  const clocks = [noon, plus(noon, 60), plus(noon, -60)].map((now) => ({ now: () => now }));
  assert.equal(earliestOf(...clocks).now(), plus(noon, -60));
});
