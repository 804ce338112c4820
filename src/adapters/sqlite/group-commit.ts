import { setImmediate as nextTurn } from "node:timers/promises";
import type { StoreProbe } from "../../flows/probe-ports.ts";
import type { Durability } from "../sql/fact.ts";

/** The transaction of one group. `rollback` never throws. */
export interface Transaction {
  begin(): void;
  /** Afterwards every connection sees the changes, which need not be on disk yet. */
  commit(): void;
  rollback(): void;
  /** Resolves when everything that was committed before the call is on disk. Runs off the event loop. */
  sync(): Promise<void>;
  /** The error for every fact of the group, or undefined when a single fact caused it and the others may go on. */
  failed(error: unknown): Error | undefined;
  /** The error for every caller that a `sync` keeps waiting for too long. */
  overdue(): Error;
}

interface Queued {
  readonly durability: Durability;
  /** Runs the fact; returns the function to call once it is as durable as promised. */
  readonly run: () => () => void;
  readonly reject: (error: unknown) => void;
}

/** Committed, but not known to be on disk. */
interface Unsynced {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The longest that one fsync may take. A fact waits for its own and at most the one before, so never longer than twice this. A
 * good disk takes a few milliseconds, a busy one half a second.
 */
const syncMillisecondsMax = 2_000;

/** How many turns of the event loop one group collects at most, as long as each brings a fact. */
const turnsMax = 2;

/**
 * Commits facts in groups, one transaction and one fsync each (ADR 0004); the fsync runs beside the event loop (ADR 0015). A lone
 * fact waits for one turn that brings nothing, and for its own fsync. A fact is synchronous: no statement of another request can
 * slip into its transaction.
 */
export class GroupCommit {
  readonly #transaction: Transaction;
  readonly #probe: StoreProbe | undefined;
  #queue: Queued[] = [];
  #unsynced: Unsynced[] = [];
  #running: Promise<void> | undefined;
  /** Set while an fsync takes too long. */
  #overdue: Error | undefined;
  #commits = { durable: 0, relaxed: 0 };

  constructor(transaction: Transaction, probe?: StoreProbe) {
    this.#transaction = transaction;
    this.#probe = probe;
  }

  /** Resolves with the fact's own result after its commit. A fact runs twice when a neighbour made the first commit fail. */
  add<T>(durability: Durability, fact: () => T): Promise<T> {
    if (this.#overdue) return Promise.reject(this.#overdue);
    return new Promise<T>((resolve, reject) => {
      const run = () => {
        const value = fact();
        return () => resolve(value);
      };
      if (this.#queue.push({ durability, run, reject }) === 1) void this.drain();
    });
  }

  /** Commits the queue; resolves when every fact in it is on disk or rejected. Never rejects. */
  drain(): Promise<void> {
    if (this.#queue.length > 0) this.#running ??= this.#run();
    return this.#running ?? Promise.resolve();
  }

  /** Commits so far, by durability: the cost of a sign-in. */
  counts(): { readonly durable: number; readonly relaxed: number } {
    return { ...this.#commits };
  }

  /** Ends in the turn in which it finds nothing queued, so that a later fact begins anew. */
  async #run(): Promise<void> {
    do {
      await this.#gather();
      this.#commitQueue();
      await this.#syncCommitted();
    } while (this.#queue.length > 0);
    this.#running = undefined;
  }

  async #syncCommitted(): Promise<void> {
    const covered = this.#unsynced;
    if (covered.length === 0) return;
    this.#unsynced = [];
    const deadline = setTimeout(() => this.#giveUpOn(covered), syncMillisecondsMax);
    const startedAt = this.#probe && performance.now();
    try {
      await this.#transaction.sync();
      if (startedAt !== undefined) this.#probe?.synced(performance.now() - startedAt);
      for (const { resolve } of covered) resolve();
    } catch (error) {
      const reason = this.#transaction.failed(error) ?? error;
      for (const { reject } of covered) reject(reason);
    } finally {
      clearTimeout(deadline);
      this.#overdue = undefined;
    }
  }

  /** A committed fact stays committed although its caller is told of a failure; a queued one was never begun. */
  #giveUpOn(covered: readonly Unsynced[]): void {
    const overdue = this.#transaction.overdue();
    this.#overdue = overdue;
    const queue = this.#queue;
    this.#queue = [];
    for (const { reject } of [...covered, ...queue]) reject(overdue);
  }

  /** Callers that the last fsync answered tend to come back at once, together with others: one fsync serves all of them. */
  async #gather(): Promise<void> {
    for (let turn = 0; turn < turnsMax; turn += 1) {
      const before = this.#queue.length;
      await nextTurn();
      if (this.#queue.length === before) return;
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
    const startedAt = this.#probe && performance.now();
    try {
      this.#transaction.begin();
      for (const queued of group) answers.push(queued.run());
      this.#transaction.commit();
    } catch (error) {
      this.#transaction.rollback();
      return { error };
    }
    this.#commits[isDurable ? "durable" : "relaxed"] += 1;
    if (startedAt !== undefined) this.#probe?.committed(group.length, performance.now() - startedAt);
    for (const [index, resolve] of answers.entries()) {
      const queued = group[index];
      if (queued?.durability === "durable") this.#unsynced.push({ resolve, reject: queued.reject });
      else resolve();
    }
    return undefined;
  }
}
