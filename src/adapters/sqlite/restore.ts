import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BackupKey } from "../../values/backup-lock.ts";
import type { Secret } from "../../values/secret.ts";
import { decryptFile, type OnShare } from "../backup/age.ts";
import { StoreUnopenable } from "../store.ts";
import { createPrivateFolder } from "../system/folders.ts";
import { type Aside, openAside } from "./aside.ts";
import { connect, leaveWriteAheadLog, pragma, requireOurs } from "./connection.ts";
import { takeMasterKey } from "./enclosed-key.ts";
import { asUnopenable, asUnwritable } from "./errors.ts";
import { hasContent, placeNew, syncFolder } from "./files.ts";
import { requireServedSchema } from "./migrations.ts";
import { removeSingleUseKeys } from "./single-use-keys.ts";
import { requireWholeFiles } from "./whole-files.ts";

/** Tables that start empty after a restore. */
const forgotten = ["sessions", "refresh_families"];

interface Restoring {
  /** The file that `db backup` wrote. */
  readonly from: string;
  /** Opens the file if it is encrypted. */
  readonly key?: BackupKey | undefined;
  readonly onShare?: OnShare;
  /**
   * Called with a copy of what will be restored, before anything is replaced; a rejection ends the restore. The master key is what
   * the backup encloses.
   */
  readonly inspect?: (copy: string, masterKey: Secret | undefined) => Promise<void>;
}

/**
 * Puts a backup in place of the database. What was spent or signed out since the backup is not known, so codes and refresh tokens
 * lose their keys, and sessions and token families end. Rejects with `StoreUnopenable` unless the backup is sound and of this or an
 * older release, and if the target is in use, or exists and `overwrite` is not set; with `BackupLocked` if the key is another.
 */
export async function restoreSqlite(
  options: Restoring & {
    readonly to: string;
    readonly overwrite?: boolean;
    /** Called after the copy was checked, just before the database is replaced. */
    readonly beforeReplacing?: () => void;
  },
): Promise<void> {
  const { to, overwrite = false, beforeReplacing = () => {} } = options;
  if (!overwrite && existsSync(to))
    throw new StoreUnopenable(
      "exists",
      `${to} exists already. Say that it may be overwritten, or restore to another place.`,
    );
  requireBackupFile(options.from);
  try {
    createPrivateFolder(dirname(to));
  } catch (error) {
    throw asUnopenable(to, error);
  }
  if (existsSync(to)) requireStopped(to);
  await withCopy(options, `${to}.restore-`, async (copy) => {
    if (existsSync(to)) requireStopped(to);
    beforeReplacing();
    place(copy, to, overwrite);
  });
}

/** Does what a restore does before anything is replaced. The copy lies in a folder of its own with this prefix, and goes again. */
export async function checkBackup(options: Restoring & { readonly besidePrefix: string }): Promise<void> {
  requireBackupFile(options.from);
  await withCopy(options, options.besidePrefix, async () => {});
}

async function withCopy(
  { from, key, onShare, inspect }: Restoring,
  prefix: string,
  work: (copy: string) => Promise<void>,
): Promise<void> {
  let aside: Aside | undefined;
  try {
    aside = openAside(prefix);
    const copy = join(aside.folder, "database");
    if (key === undefined) {
      requireWholeFiles(from);
      copyFileSync(from, copy);
      if (hasContent(`${from}-wal`)) copyFileSync(`${from}-wal`, `${copy}-wal`);
      chmodSync(copy, 0o600);
    } else await decryptFile({ from, to: copy, key, ...(onShare && { onShare }) });
    const masterKey = makeRestorable(from, copy);
    await inspect?.(copy, masterKey);
    requireStopped(copy); // Everything is in the one file that is put in place.
    await work(copy);
  } catch (error) {
    throw isForOperators(error) ? error : asUnwritable(prefix.replace(/\.restore-$/, ""), error);
  } finally {
    aside?.remove();
  }
}

/** Errors about the backup or the master key already say the cause and the repair. */
function isForOperators(error: unknown): boolean {
  return Error.isError(error) && "exitCode" in error;
}

function requireBackupFile(from: string): void {
  const file = statSync(from, { throwIfNoEntry: false });
  if (file?.isFile() && file.size > 0) return;
  throw new StoreUnopenable("missing", `There is no backup at ${from}. Name the file that was backed up to.`);
}

/** Checks the copy and removes the rows that may be outdated; `from` is its name in messages. Returns the enclosed master key. */
function makeRestorable(from: string, copy: string): Secret | undefined {
  const connection = connect(copy);
  try {
    requireOurs(from, connection);
    const bytes = Number(pragma(connection, "page_count")) * Number(pragma(connection, "page_size"));
    const isCut = !hasContent(`${copy}-wal`) && statSync(copy).size < bytes;
    const finding = isCut ? "the last page is cut off" : pragma(connection, "integrity_check(1)");
    if (finding !== "ok")
      throw new StoreUnopenable(
        "damaged",
        `The backup ${from} is damaged. Use an older one.`,
        new Error(String(finding)),
      );
    requireServedSchema(from, connection);
    const masterKey = takeMasterKey(connection);
    for (const table of forgotten) if (isThere(connection, table)) connection.exec(`DELETE FROM ${table}`);
    removeSingleUseKeys(connection);
    return masterKey;
  } catch (error) {
    throw asUnopenable(from, error);
  } finally {
    connection.close();
  }
}

/** A backup of 0.1.0 lacks tables of this release. */
function isThere(connection: ReturnType<typeof connect>, table: string): boolean {
  const found = connection
    .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?")
    .get(table);
  return found !== undefined;
}

function place(copy: string, to: string, overwrite: boolean): void {
  // A log left beside the old database would be replayed into the restored one. An index without its log would forbid the next start.
  for (const leftover of [`${to}-shm`, `${to}-wal`]) rmSync(leftover, { force: true });
  if (placeNew(copy, to)) return;
  if (!overwrite) throw new StoreUnopenable("exists", `${to} exists already.`);
  renameSync(copy, to);
  syncFolder(to);
}

/** Throws `StoreUnopenable` while any process has the database open. A damaged one may be replaced. */
function requireStopped(path: string): void {
  try {
    const connection = connect(path);
    try {
      leaveWriteAheadLog(path, connection);
    } finally {
      connection.close();
    }
  } catch (error) {
    if (asUnopenable(path, error).reason === "busy") throw error;
  }
}
