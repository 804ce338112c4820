import type { Clock } from "../../flows/ports.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { systemStopwatch } from "../system/clock.ts";

/**
 * The database's clock at the last look, plus the time that this machine's stopwatch has counted since. So all nodes judge expiry
 * by one clock, however theirs are set, without asking for the time at every request.
 */
export class DatabaseClock implements Clock {
  readonly #stopwatch: () => number;
  /** How far the database's time is ahead of the stopwatch, in milliseconds. */
  #lead: number;

  /** Until the first look the time is that of the given clock. */
  constructor(own: Clock, stopwatch: () => number = systemStopwatch) {
    this.#stopwatch = stopwatch;
    this.#lead = own.now() - stopwatch();
  }

  now(): Instant {
    return instantOf(Math.round(this.#stopwatch() + this.#lead));
  }

  /**
   * Asks the database for its time, by a call that answers it. The call's own duration may lie before or after the answer, so a
   * difference within it is ignored, and time does not go back and forth.
   */
  async adjust<Answer>(ask: () => Promise<Answer>, timeIn: (answer: Answer) => number): Promise<Answer> {
    const askedAt = this.#stopwatch();
    const answer = await ask();
    const tookMilliseconds = this.#stopwatch() - askedAt;
    const lead = timeIn(answer) - askedAt - tookMilliseconds / 2;
    if (Math.abs(lead - this.#lead) > Math.max(tookMilliseconds, 1)) this.#lead = lead;
    return answer;
  }
}
