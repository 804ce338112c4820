import assert from "node:assert/strict";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { noon, reservationOf } from "./samples.ts";

/** The promises of `Attempts`. */
export function attemptsContract(promised: Promised): void {
  promised("Attempts.reserve: `burst` tries at once, then one more every `interval`", async ({ store }) => {
    const reservation = [reservationOf("ada", 3, 10)];
    for (let count = 0; count < 3; count += 1)
      assert.equal((await store.attempts.reserve(reservation, noon)).ok, true);
    const refused = await store.attempts.reserve(reservation, noon);
    const keys = reservation.map(({ key }) => key);
    assert.deepEqual(refused, { ok: false, reason: { retryAt: plus(noon, 10), keys } });
    assert.equal((await store.attempts.reserve(reservation, plus(noon, 9.999))).ok, false);
    assert.equal((await store.attempts.reserve(reservation, plus(noon, 10))).ok, true);
    assert.equal((await store.attempts.reserve(reservation, plus(noon, 10))).ok, false);
    for (let count = 0; count < 3; count += 1)
      assert.equal((await store.attempts.reserve(reservation, plus(noon, 1_000))).ok, true);
    assert.equal((await store.attempts.reserve(reservation, plus(noon, 1_000))).ok, false);
  });

  promised(
    "Attempts.reserve: counts one try under every key, or under none when any of them is exhausted; the refusal names these, and when all have room",
    async ({ store }) => {
      const [slow, quick, free] = [
        reservationOf("slow", 1, 60),
        reservationOf("quick", 1, 5),
        reservationOf("free", 2),
      ];
      await store.attempts.reserve([slow, quick], noon);
      const refused = await store.attempts.reserve([free, slow, quick], noon);
      assert.deepEqual(refused, {
        ok: false,
        reason: { retryAt: plus(noon, 60), keys: [slow.key, quick.key] },
      });
      assert.equal((await store.attempts.reserve([free], noon)).ok, true);
      assert.equal((await store.attempts.reserve([free], noon)).ok, true, "The refused try was not counted.");
      assert.equal((await store.attempts.reserve([free], noon)).ok, false);
    },
  );

  promised(
    "Attempts.reserve: a hidden key that is exhausted neither refuses nor counts, and the others count",
    async ({ store }) => {
      const [open, hidden] = [
        reservationOf("open", 3, 10),
        { ...reservationOf("hidden", 1, 60), isHidden: true },
      ];
      const answers = [];
      for (let count = 0; count < 4; count += 1)
        answers.push(await store.attempts.reserve([open, hidden], noon));
      assert.deepEqual(answers, [
        { ok: true, value: { isHiddenExhausted: false } },
        { ok: true, value: { isHiddenExhausted: true } },
        { ok: true, value: { isHiddenExhausted: true } },
        { ok: false, reason: { retryAt: plus(noon, 10), keys: [open.key] } },
      ]);
      // Counted once, it is drained after one interval.
      assert.deepEqual(await store.attempts.reserve([hidden], plus(noon, 60)), answers[0]);
    },
  );

  promised(
    "Attempts.reserve: where a key that is not hidden refuses, the hidden ones do not count",
    async ({ store }) => {
      const [open, hidden] = [
        reservationOf("open", 1, 10),
        { ...reservationOf("hidden", 2, 60), isHidden: true },
      ];
      for (let count = 0; count < 5; count += 1) await store.attempts.reserve([open, hidden], noon);
      const another = await store.attempts.reserve([hidden], noon);
      assert.deepEqual(another, { ok: true, value: { isHiddenExhausted: false } });
    },
  );

  promised(
    "Attempts.reserve, E6: of 200 tries at once no more than the burst pass",
    async ({ store, another }) => {
      const stores = [store, await another()];
      const answers = await atOnce(200, (index) =>
        (stores[index % 2] ?? store).attempts.reserve(
          [reservationOf("ada"), reservationOf("network", 50)],
          noon,
        ),
      );
      assert.equal(answers.filter((answer) => answer.ok).length, 5);
    },
  );

  promised("Attempts.reserve: a key named twice counts twice", async ({ store }) => {
    const twice = [reservationOf("ada", 3), reservationOf("ada", 3)];
    assert.equal((await store.attempts.reserve(twice, noon)).ok, true);
    assert.equal((await store.attempts.reserve(twice, noon)).ok, false);
  });

  promised(
    "Attempts.reserve: a clock that was a day ahead and is set back locks nobody out",
    async ({ store }) => {
      const reservation = [reservationOf("ada", 3, 10)];
      await store.attempts.reserve(reservation, plus(noon, 86_400));
      assert.equal((await store.attempts.reserve(reservation, noon)).ok, true);
    },
  );

  promised(
    "Attempts.reserve: a clock that is nudged back gives an exhausted key no new tries",
    async ({ store }) => {
      const reservation = [reservationOf("ada", 1, 10)];
      await store.attempts.reserve(reservation, plus(noon, 30));
      const refused = await store.attempts.reserve(reservation, noon);
      const keys = reservation.map(({ key }) => key);
      assert.deepEqual(refused, { ok: false, reason: { retryAt: plus(noon, 10), keys } });
    },
  );

  promised("Attempts.reserve: survives a restart of the process", async ({ store, reopen }) => {
    const reservation = [reservationOf("ada", 1)];
    await store.attempts.reserve(reservation, noon);
    assert.equal((await (await reopen()).attempts.reserve(reservation, noon)).ok, false);
  });

  promised("Attempts.refund: takes a reservation back, never below empty", async ({ store }) => {
    const reservation = [reservationOf("ada", 2)];
    await store.attempts.reserve(reservation, noon);
    await store.attempts.reserve(reservation, noon);
    await store.attempts.refund(reservation);
    assert.equal((await store.attempts.reserve(reservation, noon)).ok, true);
    assert.equal((await store.attempts.reserve(reservation, noon)).ok, false);
    for (let count = 0; count < 5; count += 1) await store.attempts.refund(reservation);
    await store.attempts.reserve(reservation, noon);
    await store.attempts.reserve(reservation, noon);
    assert.equal((await store.attempts.reserve(reservation, noon)).ok, false);
  });
}
