import type { Clock } from "../../flows/ports.ts";
import { type Instant, instantOf } from "../../values/time.ts";

/**
 * The database's clock, told by this machine's own and how far that one is off. So all nodes judge what has expired by one clock,
 * however theirs are set, without asking for the time at every request.
 */
export class DatabaseClock implements Clock {
  readonly #own: Clock;
  #offsetMilliseconds = 0;

  constructor(own: Clock) {
    this.#own = own;
  }

  now(): Instant {
    return instantOf(this.#own.now() + this.#offsetMilliseconds);
  }

  /**
   * Asks the database for its time, by a call that answers it. What the call itself took may have passed before or after the
   * answer, so a difference within that is no difference, and time does not go back and forth with it.
   */
  async adjust<Answer>(ask: () => Promise<Answer>, timeIn: (answer: Answer) => number): Promise<Answer> {
    const askedAt = this.#own.now();
    const answer = await ask();
    const tookMilliseconds = this.#own.now() - askedAt;
    const offset = Math.round(timeIn(answer) - askedAt - tookMilliseconds / 2);
    const isOther = Math.abs(offset - this.#offsetMilliseconds) > Math.max(tookMilliseconds, 1);
    if (isOther) this.#offsetMilliseconds = offset;
    return answer;
  }
}
