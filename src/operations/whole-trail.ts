import type { Operator } from "../flows/operator/access.ts";

/** How many readings of the whole audit trail may run at once: each keeps the database busy for seconds, longer if the caller is slow. */
const readingsMax = 4;
/** How many of them one operator may start: by reading slowly, one could otherwise keep everybody else from the trail. */
const readingsOfOneMax = 2;

/** The `Retry-After` of a refused reading. */
export const readingRetrySeconds = 30;

/** The sentence for a caller who has to wait. */
export const tooManyReadings = `At most ${readingsMax} exports or verifications of the audit trail run at once, and ${readingsOfOneMax} for one operator. Try again in ${readingRetrySeconds} seconds.`;

/** Who a reading counts for: a person, whichever client they use, or a machine. */
export type TrailReader = Pick<Operator, "account" | "caller">;

const underWay = new Map<string, number>();

/** True if another reading of the whole trail may start now. It reserves nothing; `readTrail` does. */
export function mayReadTrail(reader: TrailReader): boolean {
  const all = [...underWay.values()].reduce((sum, count) => sum + count, 0);
  return all < readingsMax && readingsOf(reader) < readingsOfOneMax;
}

/** Reads the whole trail, and counts as one of the readings until it has ended. Undefined, and nothing is read, if it may not start. */
export function readTrail<T>(reader: TrailReader, read: () => Promise<T>): Promise<T> | undefined {
  if (!mayReadTrail(reader)) return undefined;
  underWay.set(nameOf(reader), readingsOf(reader) + 1);
  return read().finally(() => {
    const left = readingsOf(reader) - 1;
    if (left > 0) underWay.set(nameOf(reader), left);
    else underWay.delete(nameOf(reader));
  });
}

function readingsOf(reader: TrailReader): number {
  return underWay.get(nameOf(reader)) ?? 0;
}

function nameOf({ account, caller }: TrailReader): string {
  return account?.id ?? caller;
}
