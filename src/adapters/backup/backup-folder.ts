import { lstatSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { MadeBackup } from "../../flows/backup-ports.ts";
import type { BackupLock } from "../../values/backup-lock.ts";
import type { Instant } from "../../values/time.ts";
import { removeAbandoned } from "../sqlite/aside.ts";
import { StoreUnopenable } from "../store.ts";
import { backUpInThread } from "./backup-thread.ts";
import type { BackupHome } from "./content.ts";
import { makingPrefix, outdatedNames, scheduledName } from "./scheduled-names.ts";

interface BackupFolder {
  /** Makes a backup, checks it, and tries whether it can be restored. Rejects with `StoreUnopenable`, whose message says cause and repair. */
  add(at: Instant, signal: AbortSignal): Promise<MadeBackup>;
  /** Removes the oldest backups beyond the number to keep, except the one that was proved last; returns how many. */
  removeOutdated(now: Instant, proved: MadeBackup | undefined): number;
}

/** Opens the folder of scheduled backups of a database file. */
export function openBackupFolder(options: {
  readonly database: string;
  readonly folder: string;
  readonly lock: BackupLock | undefined;
  readonly keep: number;
  readonly home: BackupHome;
}): BackupFolder {
  const { database, folder, lock, keep, home } = options;
  return {
    add: async (at, signal) => {
      requireFolder(folder);
      // Each backup has a name of its own, so one that was killed is found by the shape of its name only.
      for (const prefix of new Set(readdirSync(folder).map(makingPrefix)))
        if (prefix !== undefined) removeAbandoned(join(folder, prefix));
      const file = join(folder, scheduledName(at, lock !== undefined));
      const unproved = await backUpInThread({ database, file, lock, home }, signal);
      const made = { at, file, sizeBytes: statSync(file).size, isEncrypted: lock !== undefined };
      return unproved === undefined ? made : { ...made, unproved };
    },
    removeOutdated: (now, proved) => {
      const outdated = outdatedNames(readdirSync(folder), { keep, now })
        .map((name) => join(folder, name))
        .filter((path) => path !== proved?.file)
        .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile());
      for (const path of outdated) rmSync(path, { force: true });
      return outdated.length;
    },
  };
}

function requireFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new StoreUnopenable(
    "not-writable",
    `There is no folder ${folder}. Make it, or mount its disk, or set LATCHKEY_BACKUP_DIR to another.`,
  );
}
