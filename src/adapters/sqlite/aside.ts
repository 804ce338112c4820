import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemClock } from "../system/clock.ts";
import { connect, isLocked } from "./connection.ts";

/** A folder beside a file, in which one process makes what takes the place of that file. */
export interface Aside {
  readonly folder: string;
  /** Removes the folder with all that is in it. */
  remove(): void;
}

/** SQLite's lock on this file is held as long as the process that made the folder uses it, and ends with that process. */
const lockName = "lock";
/** A folder without a lock comes from 0.1.0, or is being made. */
const unlockedMilliseconds = 60 * 60 * 1000;

/** Makes a folder whose name begins with the prefix, and removes those that killed processes left. */
export function openAside(prefix: string): Aside {
  removeAbandoned(prefix);
  const folder = mkdtempSync(prefix);
  const lock = connect(join(folder, lockName));
  const remove = () => {
    lock.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return { folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Removes the folders of `openAside` that no process uses. Other folders whose names begin like theirs stay. */
export function removeAbandoned(prefix: string): void {
  const [parent, start] = [dirname(prefix), basename(prefix)];
  for (const entry of readdirSync(parent, { withFileTypes: true })) {
    const { name } = entry;
    if (!entry.isDirectory() || !name.startsWith(start)) continue;
    if (!/^[A-Za-z0-9]{6}$/.test(name.slice(start.length))) continue;
    const folder = join(parent, name);
    if (!isInUse(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

function isInUse(folder: string): boolean {
  const lock = join(folder, lockName);
  if (existsSync(lock)) return isLocked(lock);
  return lastWriteOf(folder) + unlockedMilliseconds >= systemClock.now();
}

function lastWriteOf(folder: string): number {
  const written = [folder, ...namesIn(folder).map((name) => join(folder, name))];
  return Math.max(...written.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}

/** Empty if the process that made the folder has just removed it. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (existsSync(folder)) throw error;
    return [];
  }
}
