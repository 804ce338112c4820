/** One line on stderr that is written over and over while long work goes on; nothing where stderr is no terminal. */
export interface Progress {
  /** Shows a step and the share of it that is done, 0 to 1. */
  show(step: string, share: number): void;
  /** Takes the line away. */
  end(): void;
}

/** Work that is done before that shows no progress. */
const patienceMilliseconds = 700;
const pauseMilliseconds = 100;

/** Starts to show progress, on a terminal. */
export function openProgress(stopwatch: () => number): Progress {
  const isHeard = process.stderr.isTTY === true;
  let nextAt = stopwatch() + patienceMilliseconds;
  let isShown = false;
  return {
    show: (step, share) => {
      if (!isHeard || stopwatch() < nextAt) return;
      nextAt = stopwatch() + pauseMilliseconds;
      isShown = true;
      process.stderr.write(`\r\x1b[K${step} ${Math.floor(share * 100)} %`);
    },
    end: () => {
      if (isShown) process.stderr.write("\r\x1b[K");
    },
  };
}
