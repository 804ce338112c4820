/** Thrown by the store when the database cannot be reached or written; who asked is answered 503. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}
