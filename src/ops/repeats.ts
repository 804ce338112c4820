import type { Instant } from "../values/time.ts";

/** The equal lines that are written in one minute; further ones are counted. */
const writtenMax = 60;
const windowMilliseconds = 60_000;
const keysMax = 1000;

interface Window {
  readonly from: Instant;
  lines: number;
  /** Logs the count together with the last of the counted lines. */
  tell: (repeats: number) => void;
}

/** Keeps a bad request that is sent again and again from filling the disk with log lines. */
interface Repeats {
  /**
   * True if the line is to be written. Otherwise it was counted, and `tell` is called once with the count, at the first line after
   * the minute that began with the first of them.
   */
  isWritten(key: string, now: Instant, tell: (repeats: number) => void): boolean;
  /** Writes the counts whose minute is over, because nothing else may come for a while. */
  tellOver(now: Instant): void;
  /** Writes all counts now, because the log ends. */
  tellAll(): void;
}

/** Starts counting what goes beyond `max` a minute. At most 1,000 keys are known at a time; beyond that the oldest count is told early. */
export function countRepeats(max = writtenMax): Repeats {
  // Ordered by their beginning.
  const windows = new Map<string, Window>();

  function close(key: string, { lines, tell }: Window): void {
    windows.delete(key);
    if (lines > max) tell(lines - max);
  }

  function closeOver(now: Instant): void {
    for (const [key, window] of windows) {
      // A clock that was set back would keep the window open for as long as it was set back.
      const isOver = now - window.from >= windowMilliseconds || now < window.from;
      if (!isOver && windows.size <= keysMax) return;
      close(key, window);
    }
  }

  return {
    isWritten: (key, now, tell) => {
      closeOver(now);
      const window = windows.get(key) ?? { from: now, lines: 0, tell };
      window.lines += 1;
      window.tell = tell;
      windows.set(key, window);
      return window.lines <= max;
    },
    tellOver: closeOver,
    tellAll: () => {
      for (const [key, window] of windows) close(key, window);
    },
  };
}
