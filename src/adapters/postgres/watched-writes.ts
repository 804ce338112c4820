import type { StoreObserver } from "../../flows/probe-ports.ts";

const attributes = { "db.system.name": "postgresql", "db.operation.name": "COMMIT" } as const;

/** Measures and traces writes. Without an observer it only runs them. */
export class WatchedWrites {
  readonly #observer: StoreObserver;

  constructor(observer: StoreObserver) {
    this.#observer = observer;
  }

  /** A transaction; the caller waits for part of it or all of it. */
  async group<T>(facts: number, work: () => Promise<T>): Promise<T> {
    const { probe } = this.#observer;
    if (probe === undefined) return work();
    const startedAt = performance.now();
    const answer = await work();
    probe.committed(facts, performance.now() - startedAt);
    return answer;
  }

  /** What one caller waits for. */
  call<T>(work: () => Promise<T>): Promise<T> {
    const { trace } = this.#observer;
    return trace === undefined ? work() : trace("COMMIT", attributes, work);
  }
}
