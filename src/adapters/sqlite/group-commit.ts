/** "durable": on disk when the promise resolves. "relaxed": a power failure may forget it, a crash of the process may not. */
export type Durability = "durable" | "relaxed";

/** What a group is committed through. `rollback` never throws. */
export interface Transaction {
  begin(durability: Durability): void;
  commit(): void;
  rollback(): void;
  /** The error that everybody in the group gets, or undefined when one fact is to blame and the others may go on. */
  failed(error: unknown): Error | undefined;
}

interface Queued {
  readonly durability: Durability;
  /** Runs the fact; answers what to call once it is committed. */
  readonly run: () => () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Commits all facts of one event-loop turn in one transaction, so that they share one fsync. A lone fact waits for the end
 * of its turn and no longer. A fact is synchronous: nothing of anybody else can slip into its transaction.
 */
export class GroupCommit {
  readonly #transaction: Transaction;
  #queue: Queued[] = [];
  #commits = { durable: 0, relaxed: 0 };

  constructor(transaction: Transaction) {
    this.#transaction = transaction;
  }

  /** Resolves with the fact's own result after its commit. A fact may run twice, when a neighbour made the first commit fail. */
  add<T>(durability: Durability, fact: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = () => {
        const value = fact();
        return () => resolve(value);
      };
      if (this.#queue.push({ durability, run, reject }) === 1) setImmediate(() => this.flush());
    });
  }

  /** Commits what is queued now. */
  flush(): void {
    const queue = this.#queue;
    if (queue.length === 0) return;
    this.#queue = [];
    const failure = this.#commit(queue);
    if (!failure) return;
    const shared = this.#transaction.failed(failure.error);
    if (!shared && queue.length > 1) {
      for (const queued of queue) this.#commitAlone(queued);
      return;
    }
    for (const queued of queue) queued.reject(shared ?? failure.error);
  }

  /** Commits so far, by durability: what a sign-in costs. */
  counts(): { readonly durable: number; readonly relaxed: number } {
    return { ...this.#commits };
  }

  #commitAlone(queued: Queued): void {
    const failure = this.#commit([queued]);
    if (failure) queued.reject(this.#transaction.failed(failure.error) ?? failure.error);
  }

  #commit(group: readonly Queued[]): { readonly error: unknown } | undefined {
    const durability = group.some((queued) => queued.durability === "durable") ? "durable" : "relaxed";
    const acknowledge: (() => void)[] = [];
    try {
      this.#transaction.begin(durability);
      for (const queued of group) acknowledge.push(queued.run());
      this.#transaction.commit();
    } catch (error) {
      this.#transaction.rollback();
      return { error };
    }
    this.#commits[durability] += 1;
    for (const resolve of acknowledge) resolve();
    return undefined;
  }
}
