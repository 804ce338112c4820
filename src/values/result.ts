/**
 * Room: values. It owns the words of every other room: results, branded ids, instants, digests, secrets, the issuer.
 * It has no rule of the product, does no I/O and imports no other room. Every room may import it.
 */

/** The outcome of something that may be refused, with a reason that the caller must look at. */
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

/** Ends an exhaustive switch: a new member of the union fails to compile here. */
export function unreachable(value: never): never {
  throw new Error(`Unreachable case: ${JSON.stringify(value)}`);
}
