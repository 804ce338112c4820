import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  decideReservation,
  type RateLimit,
  type Reservation,
  refundMilliseconds,
} from "../../src/identity/rate-limit.ts";
import { sha256 } from "../../src/values/digest.ts";
import { instantOf, plus, secondsOf } from "../../src/values/time.ts";

const noon = instantOf(Date.parse("2026-01-01T12:00:00Z"));
/** An instant as seconds after noon. */
const at = (seconds: number) => plus(noon, seconds);

/** Three tries at once, then one every ten seconds. */
const limit: RateLimit = { burst: 3, interval: secondsOf(10) };
const open: Reservation = { key: sha256("open"), limit };
const other: Reservation = { key: sha256("other"), limit };
const hidden: Reservation = { key: sha256("hidden"), limit, isHidden: true };

const rows: readonly {
  readonly rule: string;
  readonly reservations: readonly Reservation[];
  /** The stored drain of each of them, in seconds after noon; undefined where none is stored. */
  readonly stored: readonly (number | undefined)[];
  /** What is stored then, in the order of `reservations`, or when there is room again. */
  readonly expected:
    | { readonly counted: readonly number[]; readonly isHiddenExhausted?: true }
    | { readonly retryAt: number; readonly exhausted: readonly Reservation[] };
}[] = [
  {
    rule: "the first try of a key passes",
    reservations: [open],
    stored: [undefined],
    expected: { counted: [10] },
  },
  {
    rule: "a key that is drained has all its tries",
    reservations: [open],
    stored: [-5],
    expected: { counted: [10] },
  },
  {
    rule: "the last try of the burst passes",
    reservations: [open],
    stored: [20],
    expected: { counted: [30] },
  },
  {
    rule: "one beyond the burst waits",
    reservations: [open],
    stored: [30],
    expected: { retryAt: 10, exhausted: [open] },
  },
  {
    rule: "part of an interval must pass first",
    reservations: [open],
    stored: [20.5],
    expected: { retryAt: 0.5, exhausted: [open] },
  },
  {
    rule: "a clock that is nudged back gives an exhausted key no new try, and no longer wait",
    reservations: [open],
    stored: [30 + 60],
    expected: { retryAt: 10, exhausted: [open] },
  },
  {
    rule: "a drain that only a clock far ahead can have written counts for nothing",
    reservations: [open],
    stored: [30 + 61],
    expected: { counted: [10] },
  },
  {
    rule: "every key is counted where all have room",
    reservations: [open, other, hidden],
    stored: [0, 5, undefined],
    expected: { counted: [10, 15, 10] },
  },
  {
    rule: "none is counted where one is exhausted",
    reservations: [open, other],
    stored: [0, 30],
    expected: { retryAt: 10, exhausted: [other] },
  },
  {
    rule: "the wait ends when all have room",
    reservations: [open, other],
    stored: [25, 28],
    expected: { retryAt: 8, exhausted: [open, other] },
  },
  {
    rule: "an exhausted hidden key is not counted, and the others are",
    reservations: [open, hidden],
    stored: [0, 30],
    expected: { counted: [10], isHiddenExhausted: true },
  },
  {
    rule: "no hidden key is counted where another refuses, and its own wait does not show",
    reservations: [hidden, open],
    stored: [30, 28],
    expected: { retryAt: 8, exhausted: [open] },
  },
  {
    rule: "a key that is named twice counts twice",
    reservations: [open, open],
    stored: [0, 0],
    expected: { counted: [10, 20] },
  },
  {
    rule: "a key that is named twice needs room for both",
    reservations: [open, open],
    stored: [15, 15],
    expected: { retryAt: 5, exhausted: [open] },
  },
  { rule: "without any key nothing is refused", reservations: [], stored: [], expected: { counted: [] } },
];

for (const { rule, reservations, stored, expected } of rows)
  test(`the rate limit: ${rule}`, () => {
    const drainedAtOf = (key: Uint8Array) => {
      const seconds = stored[reservations.findIndex((reservation) => reservation.key === key)];
      return seconds === undefined ? 0 : at(seconds);
    };
    const { answer, counted } = decideReservation(reservations, drainedAtOf, noon);
    if ("retryAt" in expected) {
      assert.deepEqual(answer, {
        ok: false,
        reason: { retryAt: at(expected.retryAt), keys: expected.exhausted.map(({ key }) => key) },
      });
      assert.deepEqual(counted, []);
      return;
    }
    const { isHiddenExhausted = false } = expected;
    assert.deepEqual(answer, { ok: true, value: { isHiddenExhausted } });
    assert.deepEqual(
      counted.map(({ drainedAt }) => drainedAt),
      expected.counted.map(at),
    );
  });

test("whatever the clock says, a wait is never longer than the interval that a try costs", () => {
  fc.assert(
    fc.property(
      fc.record({ burst: fc.integer({ min: 1, max: 60 }), interval: fc.integer({ min: 1, max: 360 }) }),
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      ({ burst, interval }, stored) => {
        const reservation = { key: sha256("any"), limit: { burst, interval: secondsOf(interval) } };
        const { answer, counted } = decideReservation([reservation], () => at(stored), noon);
        if (!answer.ok) assert.ok(answer.reason.retryAt > noon && answer.reason.retryAt <= at(interval));
        else assert.ok(counted.every(({ drainedAt }) => drainedAt <= at(burst * interval)));
      },
    ),
  );
});

test("taking a try back moves the drain back by what the try moved it on", () => {
  const { counted } = decideReservation([open], () => at(5), noon);
  assert.equal((counted[0]?.drainedAt ?? 0) - refundMilliseconds(open), at(5));
});

test("drains are whole milliseconds, also where an interval is not, and a refund gives back what a try took", () => {
  const third: Reservation = { key: sha256("third"), limit: { burst: 7, interval: secondsOf(20) } };
  const odd = { ...third, limit: { ...third.limit, interval: (20 / 3) as typeof third.limit.interval } };
  const { counted } = decideReservation([odd], () => 0, noon);
  assert.deepEqual(counted, [{ key: odd.key, drainedAt: noon + 6_667 }]);
  assert.equal(refundMilliseconds(odd), 6_667);
});
