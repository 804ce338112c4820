/**
 * Room: adapters. One folder per technology; each fulfils types of flows/ports.ts and decides nothing.
 * An adapter may import values and packages, and of other rooms only types. This folder is the one place
 * that reads the machine's clock and its random numbers.
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

/** When this machine started, in milliseconds of its own clock. */
export const bootedAtMilliseconds = (): number => Date.now() - uptime() * 1_000;

/** What has passed by every one of the clocks: the time of the one that is furthest behind. */
export function earliestOf(...clocks: readonly Clock[]): Clock {
  return { now: () => instantOf(Math.min(...clocks.map((clock) => clock.now()))) };
}

/** Longer than any code lives and is remembered, so that what a jump made look expired is expired by then. */
const distrustMilliseconds = 10 * 60_000;
/** Corrections within this are the daily work of time synchronisation. */
const correctionMilliseconds = 30_000;

/**
 * Watches the clock for jumps ahead of the machine's own stopwatch. After one, and after a start, nothing may be removed as
 * expired for ten minutes: an operator who notices the wrong clock and sets it back finds everything still there.
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
