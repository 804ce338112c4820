import type { Afterwards, Random } from "../../flows/ports.ts";

const waitingMax = 1_000;
/** In milliseconds; a random byte is added. */
const delayLeast = 50;

/** Work that goes on after its answer, one piece after the other. */
export interface OpenAfterwards extends Afterwards {
  /** Resolves when everything that was taken on is done. It is begun at once. */
  close(): Promise<void>;
}

/**
 * Begins the work at a random moment after the answer. Right after it, the next request of the same caller would wait for the work, and
 * so tell how long it takes. `onFailure` gets the error of a piece that failed, and an error for one that found no room.
 */
export function openAfterwards(random: Random, onFailure: (error: unknown) => void): OpenAfterwards {
  const waiting: (() => Promise<void>)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function runAll(): Promise<void> {
    for (let work = waiting.shift(); work !== undefined; work = waiting.shift())
      await work().catch(onFailure);
  }

  function begin(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running = running.then(runAll);
    return running;
  }

  return {
    run(work) {
      if (waiting.length >= waitingMax) return onFailure(new Error("Too much work waits for its turn."));
      waiting.push(work);
      const [byte = 0] = random.bytes(1);
      timer ??= setTimeout(begin, delayLeast + byte);
    },
    close: begin,
  };
}
