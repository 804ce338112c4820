import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

/** Far more than anything takes that a test waits for, on a busy machine too: a lease of a minute that a killed process left, for one. */
const patienceMilliseconds = 150_000;
const turnMilliseconds = 20;

/** Looks again until something is found, and returns it; fails with these words if it never is. */
export async function until<T>(
  look: () => T | Promise<T>,
  otherwise = "It never happened.",
): Promise<Exclude<T, false | undefined>> {
  const limit = AbortSignal.timeout(patienceMilliseconds);
  for (;;) {
    const found = await look();
    if (found !== false && found !== undefined) return found as Exclude<T, false | undefined>;
    assert.ok(!limit.aborted, otherwise);
    await pause(2);
  }
}

/**
 * Asks again until the answer is yes; fails if it is not within the time that is promised. The time is counted in short waits, because
 * a busy machine holds up this process as it holds up what the process asks.
 */
export async function promisedWithin(
  milliseconds: number,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += turnMilliseconds) {
    assert.ok(waited < milliseconds, `It has not happened within ${milliseconds} ms.`);
    await pause(turnMilliseconds);
  }
}

/** What the promise brings; rejects if it brings nothing within the time that is promised, counted as `promisedWithin` counts. */
export async function settledWithin<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  await promisedWithin(milliseconds, () => isSettled);
  return promise;
}
