/**
 * Thrown when something that a request needs is away or overloaded, mostly a database that cannot be reached or written. The request
 * is answered 503.
 */
export class StoreUnavailable extends Error {
  override readonly name: string = "StoreUnavailable";
  /** True if the watch over the store hears of it. Its lines in the log then cover every request that failed. */
  readonly isWatched: boolean = true;
}

/** True for an error that the watch over the store reports. */
export function isReportedByWatch(error: unknown): boolean {
  return error instanceof StoreUnavailable && error.isWatched;
}

/** Thrown when the database failed for good: only a new process that opens it again may trust it (ADR 0025). */
export class StoreBroken extends StoreUnavailable {
  override readonly name = "StoreBroken";
}
