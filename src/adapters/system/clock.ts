/**
 * Room: adapters. It has one folder per technology; each fulfils ports of flows and decides nothing. An adapter may import values and
 * packages, and of other rooms only types. Only this folder reads the machine's clock and its random numbers.
 */
import { uptime } from "node:os";
import type { Clock } from "../../flows/ports.ts";
import { instantOf } from "../../values/time.ts";

/** The machine's wall clock. It may jump when the machine is set. */
export const systemClock: Clock = {
  now: () => instantOf(Date.now()),
};

/** Milliseconds since some moment. It never jumps, and knows no date. */
export const systemStopwatch = (): number => performance.now();

/** The start of this machine, in milliseconds of its clock. */
export const bootedAtMilliseconds = (): number => Date.now() - uptime() * 1_000;

/** A clock that shows the time of the given clock that is furthest behind. */
export function earliestOf(...clocks: readonly Clock[]): Clock {
  return { now: () => instantOf(Math.min(...clocks.map((clock) => clock.now()))) };
}

/** Longer than any code lives and is remembered, so that a row that a jump made look expired has truly expired by then. */
const distrustMilliseconds = 10 * 60_000;
/** Time synchronisation makes corrections of this size every day. */
const correctionMilliseconds = 30_000;

/**
 * Watches the clock for jumps ahead of the machine's stopwatch. After a jump, and after a start, nothing may be removed as expired for
 * ten minutes, so that an operator who sets a wrong clock back finds everything still there.
 */
export function watchClock(
  clock: Clock,
  stopwatch: () => number = systemStopwatch,
): { isTrusted(): boolean } {
  let lead = clock.now() - stopwatch();
  let distrustedUntil = stopwatch() + distrustMilliseconds;
  return {
    isTrusted() {
      const elapsed = stopwatch();
      const newLead = clock.now() - elapsed;
      if (newLead - lead > correctionMilliseconds) distrustedUntil = elapsed + distrustMilliseconds;
      lead = newLead;
      return elapsed >= distrustedUntil;
    },
  };
}
