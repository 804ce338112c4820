/**
 * Thrown by a fact that was to confirm an attempt at a request with an `Idempotency-Key`, where another attempt has taken the key over. None of
 * the fact happens.
 */
export class AttemptOvertaken extends Error {
  override readonly name = "AttemptOvertaken";
}
