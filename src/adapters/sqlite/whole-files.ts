import { existsSync, statSync } from "node:fs";
import { basename } from "node:path";
import { StoreUnopenable } from "../store.ts";
import { bootedAtMilliseconds, systemClock } from "../system/clock.ts";
import { type LogContent, readLog } from "./log-frames.ts";

/** The page size of every database of Latchkey: SQLite's default. */
const pageBytes = 4_096;
/** How far apart the clocks of a file system and of the machine may be. */
const slackMilliseconds = 60_000;

/**
 * Looks at the files before SQLite opens them: SQLite silently serves the rest of a damaged log, and removes the log when it
 * closes. Throws `StoreUnopenable` where rows are missing; returns a warning where they may be.
 */
export function requireWholeFiles(path: string): string | undefined {
  const finding = findFault(path);
  // Another process may write during the first look; damage is still there at the second.
  const certain = finding?.error && findFault(path);
  if (certain?.error) throw certain.error;
  return finding?.warning;
}

interface Fault {
  readonly error?: StoreUnopenable;
  readonly warning?: string;
}

function findFault(path: string): Fault | undefined {
  const log = readLog(path);
  const name = `${path}-wal`;
  if (log.kind === "absent") {
    if (!existsSync(`${path}-shm`)) return undefined;
    return {
      error: new StoreUnopenable(
        "missing",
        `${name} is gone, and with it what was written last: the service did not end in an orderly way, and ${basename(path)}-shm is still there. Put it back, or restore a backup with \`latchkey db restore\`. To go on without, remove ${basename(path)}-shm.`,
      ),
    };
  }
  if (log.kind === "unreadable")
    return { error: damaged(`${name} is damaged from its first bytes on`, path) };
  if (log.kind !== "frames") return undefined;
  const missing = missingPages(path, log);
  if (missing > 0)
    return {
      error: new StoreUnopenable(
        "damaged",
        `The database ${path} is damaged: ${missing} of ${log.pageCount} pages are cut off. Restore a backup with \`latchkey db restore\`.`,
      ),
    };
  if (log.cutOff === 0) return undefined;
  const lost = `${name} is damaged: ${log.cutOff} of its frames lie behind a damaged one`;
  if (isOfThisBoot(name)) return { error: damaged(lost, path) };
  return {
    warning: `${lost} and were not read. After a power failure they were never answered; otherwise what was written last is lost.`,
  };
}

function damaged(what: string, path: string): StoreUnopenable {
  return new StoreUnopenable(
    "damaged",
    `${what}, so what was written last is missing. Restore a backup with \`latchkey db restore\`. To go on without: sqlite3 ${path} 'PRAGMA wal_checkpoint(TRUNCATE)'`,
  );
}

/** How many pages are neither in the file nor in its log. */
function missingPages(path: string, log: Extract<LogContent, { kind: "frames" }>): number {
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
  const { mtimeMs } = statSync(file);
  const isFromFuture = mtimeMs > systemClock.now() + slackMilliseconds;
  return !isFromFuture && mtimeMs > bootedAtMilliseconds() + slackMilliseconds;
}
