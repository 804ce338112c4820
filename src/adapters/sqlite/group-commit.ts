/** "durable": on disk when the promise resolves. "relaxed": a power failure may forget it, a crash of the process may not. */
export type Durability = "durable" | "relaxed";

/** What a group is committed through. `rollback` never throws. */
export interface Transaction {
  begin(): void;
  /** Written and seen by everybody, but not necessarily on disk. */
  commit(): void;
  rollback(): void;
  /** Resolves when everything that was committed before the call is on disk. Runs off the event loop. */
  sync(): Promise<void>;
  /** The error that everybody in the group gets, or undefined when one fact is to blame and the others may go on. */
  failed(error: unknown): Error | undefined;
}

interface Queued {
  readonly durability: Durability;
  /** Runs the fact; answers what to call once it is as durable as promised. */
  readonly run: () => () => void;
  readonly reject: (error: unknown) => void;
}

/** Committed, but not known to be on disk. */
interface Unsynced {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Commits all facts of one event-loop turn in one transaction, and brings them to disk with an fsync that runs beside the event
 * loop. What arrives meanwhile would have to wait for the next fsync in any case, so it is committed together when that begins.
 * A lone fact waits for the end of its turn and its own fsync and no longer. A fact is synchronous: nothing of anybody else can
 * slip into its transaction.
 */
export class GroupCommit {
  readonly #transaction: Transaction;
  #queue: Queued[] = [];
  #unsynced: Unsynced[] = [];
  #running: Promise<void> | undefined;
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
      if (this.#queue.push({ durability, run, reject }) === 1) setImmediate(() => void this.drain());
    });
  }

  /** Commits what is queued; resolves when it is on disk, or was rejected. Never rejects. */
  drain(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Commits so far, by durability: what a sign-in costs. */
  counts(): { readonly durable: number; readonly relaxed: number } {
    return { ...this.#commits };
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) {
      this.#commitQueue();
      const covered = this.#unsynced;
      if (covered.length === 0) continue;
      this.#unsynced = [];
      try {
        await this.#transaction.sync();
        for (const { resolve } of covered) resolve();
      } catch (error) {
        const reason = this.#transaction.failed(error) ?? error;
        for (const { reject } of covered) reject(reason);
      }
    }
  }

  #commitQueue(): void {
    const queue = this.#queue;
    this.#queue = [];
    const failure = this.#commit(queue);
    if (!failure) return;
    const shared = this.#transaction.failed(failure.error);
    if (!shared && queue.length > 1) for (const queued of queue) this.#commitAlone(queued);
    else for (const queued of queue) queued.reject(shared ?? failure.error);
  }

  #commitAlone(queued: Queued): void {
    const failure = this.#commit([queued]);
    if (failure) queued.reject(this.#transaction.failed(failure.error) ?? failure.error);
  }

  #commit(group: readonly Queued[]): { readonly error: unknown } | undefined {
    const isDurable = group.some(({ durability }) => durability === "durable");
    const answers: (() => void)[] = [];
    try {
      this.#transaction.begin();
      for (const queued of group) answers.push(queued.run());
      this.#transaction.commit();
    } catch (error) {
      this.#transaction.rollback();
      return { error };
    }
    this.#commits[isDurable ? "durable" : "relaxed"] += 1;
    for (const [index, resolve] of answers.entries()) {
      const queued = group[index];
      if (queued?.durability === "durable") this.#unsynced.push({ resolve, reject: queued.reject });
      else resolve();
    }
    return undefined;
  }
}
