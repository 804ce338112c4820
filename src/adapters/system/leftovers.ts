import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemClock } from "./clock.ts";

const leftAfterMilliseconds = 60 * 60 * 1000;

/**
 * Removes the folders that a process made by `mkdtemp` with this prefix, and was killed before it removed them. A folder in which
 * something was written within the hour may be in use. Files with such a name are somebody else's.
 */
export function removeLeftovers(prefix: string): void {
  const [folder, start] = [dirname(prefix), basename(prefix)];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (!entry.isDirectory() || !name.startsWith(start)) continue;
    if (!/^[A-Za-z0-9]{6}$/.test(name.slice(start.length))) continue;
    const path = join(folder, name);
    if (lastWriteOf(path) + leftAfterMilliseconds < systemClock.now())
      rmSync(path, { recursive: true, force: true });
  }
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
