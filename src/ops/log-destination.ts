import { write, writeSync } from "node:fs";
import { errorCodeOf } from "../values/error-code.ts";

/** The destination of log lines. It collects them, and writes them without making a caller wait. */
interface LogDestination {
  write(line: string): void;
  /** Starts writing the collected lines. */
  flush(): void;
  /** Writes everything before it returns, or gives up after a second, because an exit must not hang. */
  flushSync(): void;
  /** The lines since the start that could neither be written nor held in memory. */
  readonly lostLines: number;
}

/** A pipe takes this much in one piece (POSIX PIPE_BUF on Linux), so processes that share one do not cut each other's lines. */
const batchCharacters = 4096;
const heldCharactersMax = 8 * 1024 * 1024;
const retryMilliseconds = 100;

/**
 * Collects lines and writes them once a few kilobytes are there, or within a second. A full disk or a closed pipe costs lines, which
 * are counted, and nothing else.
 */
export function openLogDestination(fd: number): LogDestination {
  const held: string[] = [];
  let heldCharacters = 0;
  let lostLines = 0;
  let writing: Buffer | undefined;

  const flush = () => {
    if (writing !== undefined || held.length === 0) return;
    writing = take();
    writeOn();
  };
  /** Whole lines, at least one, and no more than a piece. */
  const take = (): Buffer => {
    let count = 0;
    let bytes = 0;
    for (const line of held) {
      const lineBytes = Buffer.byteLength(line);
      if (count > 0 && bytes + lineBytes > batchCharacters) break;
      count++;
      bytes += lineBytes;
      heldCharacters -= line.length;
    }
    return Buffer.from(held.splice(0, count).join(""));
  };
  const writeOn = () => {
    const bytes = writing;
    if (bytes === undefined) return;
    write(fd, bytes, (error, count) => {
      if (writing !== bytes) return; // flushSync has taken over.
      if (error?.code === "EAGAIN") {
        setTimeout(writeOn, retryMilliseconds).unref();
        return;
      }
      if (error !== null) lostLines += countLines(bytes);
      writing = error === null && count < bytes.length ? bytes.subarray(count) : undefined;
      if (writing !== undefined) writeOn();
      else if (heldCharacters >= batchCharacters) flush();
    });
  };

  setInterval(flush, 1000).unref();
  return {
    write: (line) => {
      if (heldCharacters > heldCharactersMax) {
        lostLines++;
        return;
      }
      held.push(line);
      heldCharacters += line.length;
      if (heldCharacters >= batchCharacters) flush();
    },
    flush,
    // A write that is under way cannot be called back. It keeps its bytes, and the later ones are written here.
    flushSync: () => {
      while (held.length > 0) {
        const lost = writeAllSync(fd, take());
        if (lost === 0) continue;
        lostLines += lost + held.length;
        held.length = 0;
      }
    },
    get lostLines() {
      return lostLines;
    },
  };
}

/** Returns how many lines were lost. */
function writeAllSync(fd: number, bytes: Buffer): number {
  let rest = bytes;
  for (let tries = 0; rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      const isBusy = errorCodeOf(error) === "EAGAIN";
      if (!isBusy || ++tries > 10) return countLines(rest);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMilliseconds);
    }
  }
  return 0;
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (const byte of bytes) if (byte === 0x0a) lines++;
  return lines;
}
