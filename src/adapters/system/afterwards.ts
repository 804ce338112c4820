import type { Afterwards } from "../../flows/ports.ts";

const waitingMax = 1_000;

/** Work that goes on after its answer, one piece after the other. */
export interface OpenAfterwards extends Afterwards {
  /** Resolves when everything that was taken on is done. */
  close(): Promise<void>;
}

/**
 * Begins each piece of work in a later turn of the event loop, when the answer has been handed to the system. `onFailure` gets the
 * error of a piece that failed, and an error for one that found no room.
 */
export function openAfterwards(onFailure: (error: unknown) => void): OpenAfterwards {
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();

  const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

  return {
    run(work) {
      if (waiting >= waitingMax) return onFailure(new Error("Too much work waits for its turn."));
      waiting += 1;
      last = last
        .then(nextTurn)
        .then(work)
        .catch(onFailure)
        .finally(() => {
          waiting -= 1;
        });
    },
    close: () => last,
  };
}
