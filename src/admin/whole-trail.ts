import type { Operator } from "../flows/operator/access.ts";

/** How many readings of a whole audit trail a process has at once: each keeps the database busy for seconds, or for as long as a slow caller takes. */
const readingsMax = 4;
/** How many of them are one operator's, who could otherwise keep everybody else from the trail by reading slowly. */
const readingsOfOneMax = 2;

/** When it is worth another try. */
export const readingRetrySeconds = 30;

/** The sentence for a caller who has to wait. */
export const tooManyReadings = `The whole audit trail is read at most ${readingsMax} times at once, and ${readingsOfOneMax} times for one operator. Try again in ${readingRetrySeconds} seconds.`;

/** Whom a reading counts for: a person, whichever client they use, or a machine. */
export type TrailReader = Pick<Operator, "account" | "caller">;

const underWay = new Map<string, number>();

/** True where the whole trail may be read once more. */
export function mayReadTrail(reader: TrailReader): boolean {
  const all = [...underWay.values()].reduce((sum, count) => sum + count, 0);
  return all < readingsMax && readingsOf(reader) < readingsOfOneMax;
}

/** Reads the whole trail, and counts the reading until it has ended. */
export async function readingTrail<T>(reader: TrailReader, read: () => Promise<T>): Promise<T> {
  underWay.set(nameOf(reader), readingsOf(reader) + 1);
  try {
    return await read();
  } finally {
    const left = readingsOf(reader) - 1;
    if (left > 0) underWay.set(nameOf(reader), left);
    else underWay.delete(nameOf(reader));
  }
}

function readingsOf(reader: TrailReader): number {
  return underWay.get(nameOf(reader)) ?? 0;
}

function nameOf({ account, caller }: TrailReader): string {
  return account?.id ?? caller;
}
