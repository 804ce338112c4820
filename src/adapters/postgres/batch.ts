/** Runs one statement for many facts, and answers them in the same order. */
export type Group<Fact, Answer> = (facts: readonly Fact[]) => Promise<readonly Answer[]>;

interface Queued<Fact, Answer> {
  readonly fact: Fact;
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
 * Sends the facts of one event-loop turn to the database in one statement. A lone fact waits for the end of its turn and no
 * longer; there is no timer. If one fact makes the statement fail, each is sent alone, and only that one fails.
 */
export class Batch<Fact, Answer> {
  readonly #group: Group<Fact, Answer>;
  readonly #limits: BatchLimits;
  #queue: Queued<Fact, Answer>[] = [];
  #underWay = 0;
  #isScheduled = false;

  constructor(group: Group<Fact, Answer>, limits: BatchLimits) {
    this.#group = group;
    this.#limits = limits;
  }

  add(fact: Fact): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      this.#queue.push({ fact, resolve, reject });
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      setImmediate(() => {
        this.#isScheduled = false;
        this.#send();
      });
    });
  }

  #send(): void {
    while (this.#queue.length > 0 && this.#underWay < this.#limits.underWayMax) {
      const group = this.#queue.splice(0, this.#limits.factsMax);
      this.#underWay += 1;
      void this.#run(group).finally(() => {
        this.#underWay -= 1;
        this.#send();
      });
    }
  }

  /** Never rejects: every caller gets an answer or an error of its own. */
  async #run(group: readonly Queued<Fact, Answer>[]): Promise<void> {
    try {
      const answers = await this.#group(group.map(({ fact }) => fact));
      for (const [index, answer] of answers.entries()) group[index]?.resolve(answer);
    } catch (error) {
      if (group.length === 1 || this.#limits.isShared(error)) for (const { reject } of group) reject(error);
      else for (const queued of group) await this.#run([queued]);
    }
  }
}
