/** How many readings of a whole audit trail a process has at once: each keeps the database busy for seconds, or for as long as a slow caller takes. */
const readingsMax = 4;

/** When it is worth another try. */
export const readingRetrySeconds = 30;

/** The sentence for a caller who has to wait. */
export const tooManyReadings = `The whole audit trail is read ${readingsMax} times at once already. Try again in ${readingRetrySeconds} seconds.`;

let underWay = 0;

/** True where the whole trail may be read once more. */
export function mayReadTrail(): boolean {
  return underWay < readingsMax;
}

/** Reads the whole trail, and counts the reading until it has ended. */
export async function readingTrail<T>(read: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await read();
  } finally {
    underWay -= 1;
  }
}
