import type { Clock } from "../../flows/ports.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { systemStopwatch } from "../system/clock.ts";

/**
 * The database's clock, as it was at the last look, and what this machine's stopwatch has counted since. So all nodes judge what has
 * expired by one clock, however theirs are set, without asking for the time at every request.
 */
export class DatabaseClock implements Clock {
  readonly #stopwatch: () => number;
  /** How far the database's time is ahead of the stopwatch, in milliseconds. */
  #lead: number;

  /** Until the first look it tells the given clock's time. */
  constructor(own: Clock, stopwatch: () => number = systemStopwatch) {
    this.#stopwatch = stopwatch;
    this.#lead = own.now() - stopwatch();
  }

  now(): Instant {
    return instantOf(Math.round(this.#stopwatch() + this.#lead));
  }

  /**
   * Asks the database for its time, by a call that answers it. What the call itself took may have passed before or after the
   * answer, so a difference within that is no difference, and time does not go back and forth with it.
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
