import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readlinkSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorCodeOf } from "../../values/error-code.ts";
import { type Instant, isoTime } from "../../values/time.ts";
import { StoreUnopenable } from "../store.ts";
import { createPrivateFolder } from "../system/folders.ts";
import { openAside } from "./aside.ts";
import { createEmptyDatabase } from "./connection.ts";

/**
 * Ensures that a database exists at the path: creates folder (0700) and file (0600) if none has ever been. Throws
 * `StoreUnopenable` for one that was removed or emptied, so that no service starts with an empty set of accounts by accident.
 */
export function requireDatabaseFile(path: string, mayCreate: boolean): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new StoreUnopenable(
      "not-a-database",
      `${path} is a symbolic link, and SQLite keeps its log beside the file that it leads to. Set LATCHKEY_DATABASE_URL to that file: sqlite:${resolve(dirname(path), readlinkSync(path))}`,
    );
  const file = statSync(path, { throwIfNoEntry: false });
  if (file && !file.isFile())
    throw new StoreUnopenable(
      "not-a-database",
      `${path} is not a file. Point LATCHKEY_DATABASE_URL to a file.`,
    );
  if (file && file.size > 0) return;
  if (file)
    throw new StoreUnopenable(
      "damaged",
      `The database ${path} is empty: it was cut off. Restore a backup with \`latchkey db restore\`, or remove the file to start anew.`,
    );
  if (!mayCreate || hasContent(`${path}-wal`))
    throw new StoreUnopenable(
      "missing",
      `The database ${path} was here and is gone. Put it back, or restore a backup with \`latchkey db restore\`. To start anew, remove what it left beside it (${basename(path)}-wal, master.key).`,
    );
  createDatabaseFile(path);
}

/**
 * The database is made in another place and linked to its path when it is whole: a first start that is killed leaves no
 * partial file, and of many first starts one wins.
 */
function createDatabaseFile(path: string): void {
  createPrivateFolder(dirname(path));
  const aside = openAside(`${path}.new-`);
  try {
    const made = join(aside.folder, "database");
    closeSync(openSync(made, "wx", 0o600));
    createEmptyDatabase(made);
    placeNew(made, path);
  } finally {
    aside.remove();
  }
}

/** Gives a finished file its name, durably; false if the name is taken. */
export function placeNew(made: string, path: string): boolean {
  syncToDisk(made);
  if (!linkNew(made, path)) return false;
  syncFolder(path);
  return true;
}

/**
 * Keeps the current file under a second name, which it returns: a hard link, which takes no space and survives replacing the first name.
 * The name contains the time in seconds; a number is added if an earlier restore in the same second has taken it.
 */
export function keepBeside(path: string, now: Instant): string | undefined {
  if (!existsSync(path)) return undefined;
  const stamp = isoTime(now).replace(/[-:]|\.\d+/g, "");
  for (let number = 1; ; number += 1) {
    const kept = `${path}.replaced-${stamp}${number === 1 ? "" : `-${number}`}`;
    if (linkNew(path, kept)) return kept;
  }
}

/** Takes the second name away again, and returns true, if the file still has its first one: otherwise nothing else is left of it. */
export function dropBeside(kept: string, path: string): boolean {
  const file = statSync(kept, { bigint: true });
  const present = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (present === undefined || present.ino !== file.ino || present.dev !== file.dev) return false;
  rmSync(kept);
  return true;
}

/** Gives a file a second name; false if the name is taken. */
function linkNew(file: string, name: string): boolean {
  try {
    linkSync(file, name);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Syncs the file's folder, so that the names in it are on disk. */
export function syncFolder(path: string): void {
  if (process.platform !== "win32") syncToDisk(dirname(path));
}

/** True for a file with at least one byte. */
export function hasContent(path: string): boolean {
  return existsSync(path) && statSync(path).size > 0;
}

function syncToDisk(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
