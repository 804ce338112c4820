import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder that only its owner may enter, and the missing folders above it. Throws the system's error.
 * NOTE: it does not use `recursive` of mkdirSync, from which Node 26.10 never returns below a folder such as /proc, where
 * nothing can be created.
 */
export function createPrivateFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) createPrivateFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process that starts at the same moment may have created it.
    if (!existsSync(path)) throw error;
  }
}
