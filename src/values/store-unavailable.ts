/**
 * Thrown where something that a request needs is away or overrun: mostly the database, which cannot be reached or written; who
 * asked is answered 503.
 */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}
