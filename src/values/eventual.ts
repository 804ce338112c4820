/**
 * A value, or the promise of one. Look-ups that memory answers nearly always return the value itself, which spares a promise for each
 * function on the way (ADR 0075). `await` takes either.
 */
export type Eventual<T> = T | Promise<T>;

/** True if the value is not there yet. `isPending(found) ? await found : found` waits only then; `await found` always lets a turn pass. */
export function isPending<T>(value: Eventual<T>): value is Promise<T> {
  return typeof value === "object" && value !== null && "then" in value;
}

/** Goes on with the value: at once if it is there, otherwise when it is. */
export function whenThere<T, Next>(value: Eventual<T>, goOn: (value: T) => Eventual<Next>): Eventual<Next> {
  return isPending(value) ? value.then(goOn) : goOn(value);
}
