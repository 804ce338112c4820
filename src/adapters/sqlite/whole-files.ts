import { existsSync, statSync } from "node:fs";
import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { StoreUnopenable } from "../store.ts";
import { bootedAtMilliseconds, systemClock } from "../system/clock.ts";
import { type LogFrames, readLog } from "./log-frames.ts";
import { type LogIndex, readLogIndex } from "./log-index.ts";

/** The page size of every database of Latchkey: SQLite's default. */
const pageBytes = 4_096;
/** How far apart the clocks of a file system and of the machine may be. */
const slackMilliseconds = 60_000;

/**
 * Looks at the files before SQLite opens them: SQLite silently serves the rest of a damaged log, and removes the log when it
 * closes. Throws `StoreUnopenable` if rows are missing; returns a warning if they may be (ADR 0064).
 */
export function requireWholeFiles(path: string): string | undefined {
  const first = findFault(path);
  if (first.error === undefined) return first.warning;
  const second = findFault(path);
  // If the index changes, a process has the database open: the log goes on under this look, and nothing is read from it anew.
  const isOpen = !isDeepStrictEqual(first.index, second.index);
  if (second.error && !isOpen) throw second.error;
  return second.warning;
}

interface Finding {
  readonly error?: StoreUnopenable;
  readonly warning?: string;
  readonly index?: LogIndex | undefined;
}

function findFault(path: string): Finding {
  const name = `${path}-wal`;
  // Before the log, which then has at least what the index knows.
  const index = isOfThisBoot(name) ? readLogIndex(path) : undefined;
  const log = readLog(path);
  if (log.kind === "absent")
    return existsSync(`${path}-shm`) ? { error: missing(`${name} is gone`, path) } : {};
  if (log.kind === "unreadable")
    return { index, error: damaged(`${name} is damaged from its first bytes on`, path) };
  if (log.kind !== "frames") return {};
  if (index && index.committed > 0 && index.salts !== log.salts && !isCopied(index, log))
    return { index, error: missing(`${name} was emptied or replaced`, path) };
  const pages = missingPages(path, log);
  if (pages > 0)
    return {
      index,
      error: new StoreUnopenable(
        "damaged",
        `The database ${path} is damaged: ${pages} of ${log.pageCount} pages are cut off. Restore a backup with \`latchkey db restore\`.`,
      ),
    };
  const frames = lostFrames(log, index);
  if (frames === 0) return {};
  const lost = `${name} is damaged: ${frames} of its frames cannot be read`;
  if (isOfThisBoot(name)) return { index, error: damaged(lost, path) };
  return {
    warning: `${lost}. After a power failure they were never answered; otherwise what was written last is lost.`,
  };
}

/** True if SQLite reads nothing from the log, and the database file has everything that was in it. */
function isCopied(index: LogIndex, log: LogFrames): boolean {
  return log.committed === 0 && index.copied === index.committed;
}

/** How many frames of complete transactions SQLite would not read. Without an index only commits behind a gap prove any. */
function lostFrames(log: LogFrames, index: LogIndex | undefined): number {
  if (index === undefined) return log.cutOff;
  if (index.salts !== log.salts || isCopied(index, log)) return 0;
  return Math.max(0, index.committed - log.committed);
}

function missing(what: string, path: string): StoreUnopenable {
  const index = `${basename(path)}-shm`;
  return new StoreUnopenable(
    "missing",
    `${what}, and with it what was written last: the service did not end in an orderly way, and ${index} still describes the log. Put the log back, or restore a backup with \`latchkey db restore\`. To go on without, remove ${index}.`,
  );
}

function damaged(what: string, path: string): StoreUnopenable {
  return new StoreUnopenable(
    "damaged",
    `${what}, so what was written last is missing. Restore a backup with \`latchkey db restore\`. To go on without: sqlite3 ${path} 'PRAGMA wal_checkpoint(TRUNCATE)'`,
  );
}

/** The number of pages that are in neither the file nor its log. */
function missingPages(path: string, log: LogFrames): number {
  let missing = 0;
  const { size } = statSync(path);
  for (let page = Math.floor(size / pageBytes) + 1; page <= log.pageCount; page += 1)
    if (!log.pages.has(page)) missing += 1;
  return missing;
}

/**
 * No power failure has happened since the machine started, so a gap in a log of this boot is damage. A log from the future tells nothing:
 * a machine without a battery starts with a clock that is years behind.
 */
function isOfThisBoot(file: string): boolean {
  const mtimeMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const isFromFuture = mtimeMs > systemClock.now() + slackMilliseconds;
  return !isFromFuture && mtimeMs > bootedAtMilliseconds() + slackMilliseconds;
}
