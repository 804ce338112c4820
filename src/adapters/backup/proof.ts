import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { checkBackup } from "../sqlite/restore.ts";
import { StoreUnopenable, type UnprovedBackup } from "../store.ts";
import { type BackupHome, inspectorOf } from "./content.ts";

/** Other writes must still find room while the copy is there. */
const spareBytes = 64 * 1024 * 1024;

/**
 * Restores the backup into a copy, migrates and reads all of it, opens its keys, and removes the copy. Resolves with what forbids that, in
 * sentences for the operator, or with undefined. `named` is the backup's name in them.
 */
export async function whyUnproved(
  { file, key, besidePrefix }: UnprovedBackup,
  home: BackupHome,
  named: string,
): Promise<string | undefined> {
  try {
    requireRoom(file, dirname(besidePrefix));
    await checkBackup({ from: file, key, besidePrefix, inspect: inspectorOf(home, "check") });
    return undefined;
  } catch (error) {
    // Only errors with an exit code are about the backup or the machine.
    if (Error.isError(error) && "exitCode" in error) return error.message.replaceAll(file, named);
    throw error;
  }
}

function requireRoom(file: string, folder: string): void {
  const needed = statSync(file).size + spareBytes;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= needed) return;
  throw new StoreUnopenable(
    "unreachable",
    `A copy to restore it into needs ${Math.ceil(needed / 2 ** 20)} MiB free in ${folder}, and ${Math.floor((bavail * bsize) / 2 ** 20)} MiB are. Make room on that disk.`,
  );
}
