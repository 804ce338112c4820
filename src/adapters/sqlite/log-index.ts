import { openSync, readSync } from "node:fs";
import { errorCodeOf } from "../../values/error-code.ts";
import { sumOf } from "./log-frames.ts";

/** What SQLite knew of the log when the last process ended (sqlite.org/walformat.html#the_wal_index_file_format). */
export interface LogIndex {
  /** Of the log that it describes; as those of `LogFrames`. */
  readonly salts: string;
  /** Frames of complete transactions, which were in the log. */
  readonly committed: number;
  /** How many of them were copied into the database file and synced. */
  readonly copied: number;
}

const headerBytes = 48;
const copiedOffset = 2 * headerBytes;
const version = 3_007_000;

/**
 * Reads the index (`-shm`) of the log of the database at this path; undefined if there is none, or a process was killed while it made
 * it. The next connection makes it anew from the log. NOTE: the descriptor stays open, because closing it would drop the locks that
 * SQLite holds on the file in this process (fcntl(2)).
 */
export function readLogIndex(path: string): LogIndex | undefined {
  const bytes = Buffer.alloc(copiedOffset + 4);
  try {
    if (readSync(openSync(`${path}-shm`, "r"), bytes, 0, bytes.length, 0) < bytes.length) return undefined;
  } catch (error) {
    if (errorCodeOf(error) === "ENOENT") return undefined;
    throw error;
  }
  const isLittleEndian = bytes.readUInt32LE(0) === version;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  // A commit writes the second header first, so one of them is whole.
  for (const start of [0, headerBytes]) {
    const word = (offset: number) => view.getUint32(start + offset, isLittleEndian);
    const sums = sumOf([0, 0], bytes.subarray(start, start + 40), isLittleEndian);
    if (word(0) !== version || sums[0] !== word(40) || sums[1] !== word(44)) continue;
    return {
      salts: bytes.toString("hex", start + 32, start + 40),
      committed: word(16),
      copied: view.getUint32(copiedOffset, isLittleEndian),
    };
  }
  return undefined;
}
