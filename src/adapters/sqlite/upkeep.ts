import type { Database } from "./database.ts";
import type { LogState } from "./write-ahead-log.ts";

/** A look comes every five seconds, so a full disk stays unnoticed for at most half a minute without a write. */
const looksWithoutWriteMax = 6;
/** SQLite copies by itself from 1,000 frames on; this many uncopied ones show that it cannot. */
const uncopiedFramesMax = 4_000;

/**
 * Proves that the disk can be written while no request writes, and copies the log into the database file when it is at rest, so
 * that little depends on the log. Costs nothing while requests write.
 */
export class Upkeep {
  readonly #database: Database;
  readonly #warning: string | undefined;
  #seen: LogState | undefined;
  /** The first look writes. */
  #looksWithoutWrite = looksWithoutWriteMax;

  /** The warning is the finding of `requireWholeFiles`. */
  constructor(database: Database, warning: string | undefined) {
    this.#database = database;
    this.#warning = warning;
  }

  /** Never rejects. Returns a warning about a database that can be written, or undefined. */
  async run(): Promise<string | undefined> {
    const before = this.#database.logState();
    if (before === undefined) return this.#warning;
    const isFirst = this.#seen === undefined;
    // The log begins anew when all of it is copied, so its length may be the same after a write.
    const isAtRest = before.frames === this.#seen?.frames && before.changes === this.#seen.changes;
    if (isAtRest || isFirst) this.#looksWithoutWrite += 1;
    else this.#looksWithoutWrite = 0;
    if (this.#looksWithoutWrite > looksWithoutWriteMax) {
      this.#looksWithoutWrite = 0;
      await this.#database.proveWritable();
    }
    const now = this.#database.logState() ?? before;
    this.#seen = now;
    const uncopied = now.frames - now.copied;
    // The first look copies too: frames of this start, and those of an earlier process, which may be in the kernel's memory alone.
    const isDue = isFirst || isAtRest || uncopied >= uncopiedFramesMax;
    return (uncopied > 0 && isDue ? this.#database.copyLog() : undefined) ?? this.#warning;
  }
}
