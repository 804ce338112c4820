/**
 * Thrown where something that a request needs is away or overrun: mostly the database, which cannot be reached or written.
 * The request is answered 503.
 */
export class StoreUnavailable extends Error {
  override readonly name: string = "StoreUnavailable";
}

/** Likewise, and for good: only another process that opens the database anew may trust it again (ADR 0025). */
export class StoreBroken extends StoreUnavailable {
  override readonly name = "StoreBroken";
}
