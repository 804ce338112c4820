/**
 * Thrown by a fact that was to confirm an attempt at a request with an `Idempotency-Key`, if another attempt has taken the key over.
 * Nothing of the fact happens.
 */
export class AttemptOvertaken extends Error {
  override readonly name = "AttemptOvertaken";
}
