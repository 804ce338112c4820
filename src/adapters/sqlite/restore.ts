import { chmodSync, copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { StoreUnopenable } from "../store.ts";
import { createPrivateFolder } from "../system/folders.ts";
import { connect, leaveWriteAheadLog, pragma, requireOurs } from "./connection.ts";
import { asUnopenable } from "./errors.ts";
import { hasContent, placeNew, syncFolder } from "./files.ts";
import { requireServedSchema } from "./migrations.ts";
import { removeSingleUseKeys } from "./single-use-keys.ts";

/** Tables that start empty after a restore. */
const forgotten = ["sessions", "refresh_families"];

/**
 * Puts a backup in place of the database. What was spent or signed out since the backup is not known, so codes and refresh tokens
 * lose their keys, and sessions and token families end. Rejects with `StoreUnopenable` unless the backup is sound and of this or an
 * older release, and where the target is in use, or exists and `overwrite` is not set.
 */
export async function restoreSqlite(options: {
  readonly from: string;
  readonly to: string;
  readonly overwrite?: boolean;
}): Promise<void> {
  const { from, to, overwrite = false } = options;
  if (!overwrite && existsSync(to))
    throw new StoreUnopenable(
      "exists",
      `${to} exists already. Say that it may be overwritten, or restore to another place.`,
    );
  let aside: string | undefined;
  try {
    requireBackupFile(from);
    createPrivateFolder(dirname(to));
    aside = mkdtempSync(`${to}.restore-`);
    const copy = join(aside, "database");
    copyFileSync(from, copy);
    if (hasContent(`${from}-wal`)) copyFileSync(`${from}-wal`, `${copy}-wal`);
    chmodSync(copy, 0o600);
    makeRestorable(from, copy);
    place(copy, to, overwrite);
  } catch (error) {
    throw asUnopenable(to, error);
  } finally {
    if (aside !== undefined) rmSync(aside, { recursive: true, force: true });
  }
}

function requireBackupFile(from: string): void {
  const file = statSync(from, { throwIfNoEntry: false });
  if (file?.isFile() && file.size > 0) return;
  throw new StoreUnopenable("missing", `There is no backup at ${from}. Name the file that was backed up to.`);
}

/** Checks the copy and removes the rows that may be outdated; `from` is its name in messages. */
function makeRestorable(from: string, copy: string): void {
  const connection = connect(copy);
  try {
    requireOurs(from, connection);
    const finding = pragma(connection, "integrity_check(1)");
    if (finding !== "ok")
      throw new StoreUnopenable(
        "damaged",
        `The backup ${from} is damaged. Use an older one.`,
        new Error(String(finding)),
      );
    requireServedSchema(from, connection);
    for (const table of forgotten) if (isThere(connection, table)) connection.exec(`DELETE FROM ${table}`);
    removeSingleUseKeys(connection);
  } catch (error) {
    throw asUnopenable(from, error);
  } finally {
    connection.close();
  }
}

/** A backup of an older release lacks tables of this one. */
function isThere(connection: ReturnType<typeof connect>, table: string): boolean {
  const found = connection
    .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?")
    .get(table);
  return found !== undefined;
}

function place(copy: string, to: string, overwrite: boolean): void {
  if (existsSync(to)) requireStopped(to);
  // A log left beside the old database would be replayed into the restored one.
  for (const leftover of [`${to}-wal`, `${to}-shm`]) rmSync(leftover, { force: true });
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
