import { errorCodeOf } from "../../values/error-code.ts";
import { StoreUnavailable } from "../../values/store-unavailable.ts";
import { DamagedRow } from "../sql/rows.ts";
import { StoreUnopenable, type UnopenableReason } from "../store.ts";

/** A failure of the machine, in words for the log and, if it meets an opening, for the operator. */
interface Failure {
  readonly words: string;
  readonly opening: UnopenableReason;
  readonly repair: string;
  /** The connection must not be used again: after a failed fsync the content of the disk is not known. */
  readonly isFatal: boolean;
}

const damage = {
  words: "the database file is damaged",
  opening: "damaged",
  repair: "Restore a backup with `latchkey db restore`.",
  isFatal: true,
} as const;
const locked = {
  words: "another process holds the database's lock",
  opening: "busy",
  repair: "Stop the process that holds it, or try again.",
  isFatal: false,
} as const;

const moved: Failure = {
  words: "the database was moved to another one",
  opening: "moved",
  repair: "Point LATCHKEY_DATABASE_URL to that one.",
  isFatal: false,
};

/** SQLITE_CONSTRAINT_TRIGGER (sqlite.org/rescode.html): the database's only triggers are those of a move. */
const movedCode = 1811;

/** SQLITE_IOERR_SHMSIZE: there is no room for the index of the log to grow, which grows with the log. */
const indexSizeCode = 4874;
const fullCode = 13;

/** Primary result codes (sqlite.org/rescode.html) of failures of the machine rather than of a statement. */
const failures: ReadonlyMap<number, Failure> = new Map<number, Failure>([
  [5, locked],
  [6, locked],
  [7, { words: "memory ran out", opening: "unreachable", repair: "Give it more.", isFatal: false }],
  [
    8,
    {
      words: "the database cannot be written",
      opening: "not-writable",
      repair: "Give the user of this process the right to write the file and its folder.",
      isFatal: false,
    },
  ],
  [
    10,
    {
      words: "the disk failed to read or write",
      opening: "unreachable",
      repair: "Look at the system's log and at the disk.",
      isFatal: true,
    },
  ],
  [11, damage],
  [
    13,
    { words: "the disk is full", opening: "unreachable", repair: "Make room on the disk.", isFatal: false },
  ],
  [
    14,
    {
      words: "the database file cannot be opened",
      opening: "not-writable",
      repair: "Give the user of this process the right to read and write the file and its folder.",
      isFatal: false,
    },
  ],
  [
    15,
    {
      words: "the file system's locks do not work",
      opening: "unreachable",
      repair: "Use a local disk.",
      isFatal: false,
    },
  ],
  [
    26,
    {
      words: "the file is not an SQLite database",
      opening: "not-a-database",
      repair: "Point LATCHKEY_DATABASE_URL to another file, or restore a backup with `latchkey db restore`.",
      isFatal: true,
    },
  ],
]);

const folderErrors: ReadonlySet<string> = new Set([
  "EACCES",
  "EEXIST",
  "ENOENT",
  "ENOTDIR",
  "EPERM",
  "EROFS",
]);

/** The error as `StoreUnavailable` if the machine or the file failed; undefined for the fault of a caller. */
export function asUnavailable(error: unknown): StoreUnavailable | undefined {
  if (error instanceof StoreUnavailable) return error;
  const failure = failureOf(error);
  return failure && new StoreUnavailable(`SQLite: ${failure.words}.`, { cause: error });
}

/** The error if a row is to blame: one that its reader refuses, or a number that JavaScript cannot hold; undefined otherwise. */
export function asDamagedRow(error: unknown): DamagedRow | undefined {
  if (error instanceof DamagedRow) return error;
  if (!Error.isError(error) || !error.message.includes("too large to be represented")) return undefined;
  return new DamagedRow("A column holds a number that no release writes.", { cause: error });
}

/** True when the connection cannot be relied on any more. */
export function isFatal(error: unknown): boolean {
  return failureOf(error)?.isFatal === true;
}

/** True if the disk had no room for a write. */
export function isDiskFull(error: unknown): boolean {
  return failureOf(error) === failures.get(fullCode);
}

/** The error of an opening, in words for the operator. */
export function asUnopenable(path: string, error: unknown): StoreUnopenable {
  if (error instanceof StoreUnopenable) return error;
  const failure = failureOf(error);
  if (failure)
    return new StoreUnopenable(
      failure.opening,
      `Cannot open ${path}: ${failure.words}. ${failure.repair}`,
      error,
    );
  const code = errorCodeOf(error, "unknown cause");
  if (folderErrors.has(code))
    return new StoreUnopenable(
      "not-writable",
      `Cannot open ${path}: its folder cannot be used (${code}). Give the user of this process the right to write it, or choose another place.`,
      error,
    );
  return new StoreUnopenable("unreachable", `Cannot open ${path} (${code}).`, error);
}

/** An error while writing a backup, in words for the operator. */
export function asUnwritable(file: string, error: unknown): StoreUnopenable {
  if (error instanceof StoreUnopenable) return error;
  const code = errorCodeOf(error, "");
  const isFull = code === "ENOSPC" || code === "EDQUOT" || isDiskFull(error);
  if (isFull)
    return new StoreUnopenable(
      "unreachable",
      `Cannot write ${file}: the disk is full. Make room there, or choose another place.`,
      error,
    );
  if (code === "EPERM" || code === "ENOTSUP")
    return new StoreUnopenable(
      "not-writable",
      `Cannot write ${file}: its file system cannot link files (${code}). Write to a local disk, and copy the file.`,
      error,
    );
  return asUnopenable(file, error);
}

function failureOf(error: unknown): Failure | undefined {
  if (!Error.isError(error) || !("errcode" in error) || typeof error.errcode !== "number") return undefined;
  if (error.errcode === movedCode) return moved;
  return failures.get(error.errcode === indexSizeCode ? fullCode : error.errcode & 0xff);
}
