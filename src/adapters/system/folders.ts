import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder that only its owner may enter, and those above it that are missing. Throws what the system says.
 * NOTE: not mkdirSync's own `recursive`: Node 26.10 never returns from it below a folder such as /proc, whose parent is there
 * but where nothing can be made.
 */
export function createPrivateFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) createPrivateFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process that starts at the same moment may have made it.
    if (!existsSync(path)) throw error;
  }
}
