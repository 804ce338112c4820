import type { Clock, CodeClock, Random } from "../../flows/ports.ts";
import { createGrantId, type GrantId, instantOfGrantId } from "../../values/ids.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { systemStopwatch } from "./clock.ts";

/** The part of a grant id's random bytes that identifies the process that created it. */
const markAt = 6;
const markBytes = 4;

/** Longer than the time for which any node accepts a code. */
const codesLiveMilliseconds = 6 * 60_000;

/**
 * The clock that codes are dated and judged by (ADR 0026). It follows the given clock forwards. When that clock is set back, it goes
 * on with the machine's stopwatch, so that a code cannot get younger.
 */
export class SteadyClock implements CodeClock {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #stopwatch: () => number;
  readonly #mark: Uint8Array;
  /** The lead of this clock over the stopwatch, in milliseconds. */
  #lead: number;
  #codesLiveUntil: number;

  /** `latest` is the last noted time of this installation; undefined if none was noted. */
  constructor(options: {
    readonly clock: Clock;
    readonly random: Random;
    readonly latest: Instant | undefined;
    readonly stopwatch?: (() => number) | undefined;
  }) {
    const { clock, random, latest, stopwatch = systemStopwatch } = options;
    this.#clock = clock;
    this.#random = random;
    this.#stopwatch = stopwatch;
    this.#mark = random.bytes(markBytes);
    this.#lead = Math.max(clock.now(), latest ?? 0) - stopwatch();
    // Codes of the previous process may be alive, and the next process must know of this start.
    this.#codesLiveUntil = this.now() + codesLiveMilliseconds;
  }

  now(): Instant {
    const elapsed = this.#stopwatch();
    const lead = this.#clock.now() - elapsed;
    if (lead > this.#lead) this.#lead = lead;
    return instantOf(elapsed + this.#lead);
  }

  createGrantId(): GrantId {
    const now = this.now();
    this.#codesLiveUntil = now + codesLiveMilliseconds;
    const id = createGrantId(now, this.#random.bytes(10));
    id.set(this.#mark, markAt);
    return id;
  }

  isOwn(id: GrantId): boolean {
    return this.#mark.every((byte, index) => id[markAt + index] === byte);
  }

  madeAt(id: GrantId): Instant {
    return instantOf(instantOfGrantId(id) - this.aheadMilliseconds());
  }

  aheadMilliseconds(): number {
    return this.now() - this.#clock.now();
  }

  /** The time that must outlive this process; undefined while no code can be alive. */
  toBeNoted(): Instant | undefined {
    const now = this.now();
    return now < this.#codesLiveUntil ? now : undefined;
  }

  follow(): void {
    this.#lead = this.#clock.now() - this.#stopwatch();
  }
}
