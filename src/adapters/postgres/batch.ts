import { systemStopwatch } from "../system/clock.ts";

/** A statement that takes longer may be waiting for a lock or a lost connection, so others do not wait for it. */
const slowMilliseconds = 20;

/** Runs one statement for many facts, and returns their answers in the same order. The first fact has waited since `since`, by the stopwatch. */
export type Group<Fact, Answer> = (facts: readonly Fact[], since: number) => Promise<readonly Answer[]>;

interface Queued<Fact, Answer> {
  readonly fact: Fact;
  readonly since: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

interface BatchLimits {
  /** Statements under way at once; facts that arrive beyond them go together when one has returned. */
  readonly underWayMax: number;
  readonly factsMax: number;
  /** True when a failure of the group would also fail each of its facts alone. */
  readonly isShared: (error: unknown) => boolean;
}

/**
 * Sends the facts of one event-loop turn to the database in one statement. A lone fact waits only for the end of its turn. While a
 * statement is under way, facts wait until there are as many as it carries, until it ends, or for `slowMilliseconds`. If one fact
 * makes the statement fail, each is sent alone, and only that one fails.
 */
export class Batch<Fact, Answer> {
  readonly #group: Group<Fact, Answer>;
  readonly #limits: BatchLimits;
  readonly #stopwatch: () => number;
  #queue: Queued<Fact, Answer>[] = [];
  #underWay = 0;
  /** Facts in the statements under way. */
  #carried = 0;
  #lastSentAt = 0;
  #isScheduled = false;
  #isWatched = false;
  #onDrained: (() => void)[] = [];

  constructor(group: Group<Fact, Answer>, limits: BatchLimits, stopwatch = systemStopwatch) {
    this.#group = group;
    this.#limits = limits;
    this.#stopwatch = stopwatch;
  }

  add(fact: Fact): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      this.#queue.push({ fact, since: this.#stopwatch(), resolve, reject });
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      setImmediate(() => {
        this.#isScheduled = false;
        this.#send();
      });
    });
  }

  /** Resolves when every fact that was added has its answer. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#onDrained.push(resolve);
      this.#send();
    });
  }

  #send(): void {
    while (this.#isDue()) {
      const group = this.#queue.splice(0, this.#limits.factsMax);
      this.#underWay += 1;
      this.#lastSentAt = this.#stopwatch();
      this.#carried += group.length;
      void this.#run(group).finally(() => {
        this.#underWay -= 1;
        this.#carried -= group.length;
        this.#send();
      });
    }
    if (this.#queue.length > 0) this.#watch();
    if (this.#queue.length + this.#underWay === 0) for (const resolve of this.#onDrained.splice(0)) resolve();
  }

  #watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    setTimeout(() => {
      this.#isWatched = false;
      this.#send();
    }, slowMilliseconds);
  }

  /** While others are under way, a statement goes out only if it carries as many facts as they do: each statement has a fixed cost. */
  #isDue(): boolean {
    const { length } = this.#queue;
    if (length === 0 || this.#underWay >= this.#limits.underWayMax) return false;
    return length >= this.#carried || this.#stopwatch() - this.#lastSentAt > slowMilliseconds;
  }

  /** Never rejects: every caller gets an answer or an error of its own. */
  async #run(group: readonly Queued<Fact, Answer>[]): Promise<void> {
    try {
      const facts = group.map(({ fact }) => fact);
      const answers = await this.#group(facts, group[0]?.since ?? this.#stopwatch());
      answers.forEach((answer, index) => {
        group[index]?.resolve(answer);
      });
    } catch (error) {
      if (group.length === 1 || this.#limits.isShared(error)) for (const { reject } of group) reject(error);
      else for (const queued of group) await this.#run([queued]);
    }
  }
}
