/**
 * Room: values. The words every other room speaks: results, branded ids, instants, digests, secrets, the issuer.
 * It owns no rule of the product, does no I/O and imports no other room. Everybody may import it.
 */

/** The outcome of something that may be refused for a reason the caller must look at. */
export type Result<Value, Reason> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: Reason };

/** Wraps a success. */
export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** Wraps an expected refusal; exceptions are kept for bugs and broken machines. */
export function refuse<Reason>(reason: Reason): { readonly ok: false; readonly reason: Reason } {
  return { ok: false, reason };
}

/** Ends an exhaustive switch: a new case of the union stops compiling here. */
export function unreachable(value: never): never {
  throw new Error(`Unreachable case: ${JSON.stringify(value)}`);
}
