import { backup, DatabaseSync, type SQLOutputValue, type StatementSync } from "node:sqlite";
import { StoreUnopenable } from "../store.ts";
import { asUnopenable } from "./errors.ts";

/** A bare connection to a database file. This file alone imports `node:sqlite`; `Database` is what the service uses. */
export type Connection = DatabaseSync;
export type Statement = StatementSync;
/** A value as SQLite gives it; blobs are Uint8Array. */
export type Column = SQLOutputValue;
/** A row as SQLite gives it: no prototype. */
export type Row = Record<string, Column>;

/** Stands in the header of every database of Latchkey (sqlite.org/pragma.html#pragma_application_id): "LKEY". */
export const applicationId = 0x4c4b4559;

const busyTimeoutMilliseconds = 5_000;

/** Opens a connection with nothing set but the time-out. Throws what SQLite throws. */
export function connect(path: string, readOnly = false): Connection {
  return new DatabaseSync(path, { timeout: busyTimeoutMilliseconds, readOnly });
}

/** True if a connection, here or in another process, holds the lock of a file, or the file cannot be opened. */
export function isLocked(path: string): boolean {
  const connection = new DatabaseSync(path, { timeout: 0 });
  try {
    connection.exec("BEGIN EXCLUSIVE");
    return false;
  } catch {
    return true;
  } finally {
    connection.close();
  }
}

/** Reads a pragma that returns one value. */
export function pragma(connection: Connection, name: string): Column | undefined {
  return Object.values(connection.prepare(`PRAGMA ${name}`).get() ?? {})[0];
}

/**
 * Turns the write-ahead log off until it is turned on again. SQLite does that only for a connection that has the file to itself:
 * throws `StoreUnopenable` if any process has it open, or what SQLite throws.
 */
export function leaveWriteAheadLog(path: string, connection: Connection): void {
  try {
    pragma(connection, "journal_mode = DELETE");
  } catch (error) {
    if (asUnopenable(path, error).reason !== "busy") throw error;
    throw new StoreUnopenable("busy", `${path} is in use. Stop the service, and try again.`, error);
  }
}

/** Makes an empty database at a path where there is no file. */
export function createEmptyDatabase(path: string): void {
  const connection = connect(path);
  try {
    connection.exec(`PRAGMA auto_vacuum = INCREMENTAL; PRAGMA application_id = ${applicationId}`);
    connection.exec("PRAGMA journal_mode = WAL");
  } finally {
    connection.close();
  }
}

/** Copies one consistent state of the database into a new file, however much is written meanwhile. */
export async function copyDatabase(
  from: string,
  to: string,
  onShare: (share: number) => void = () => {},
): Promise<void> {
  const reader = connect(from, true);
  try {
    // An open read transaction pins the state; without it every commit of another process would start the copy anew.
    reader.exec("BEGIN; SELECT 1 FROM migrations");
    await backup(reader, to, {
      rate: 256,
      progress: ({ totalPages, remainingPages }) => onShare(1 - remainingPages / Math.max(1, totalPages)),
    });
  } finally {
    reader.close();
  }
}

/** Throws unless the file is an SQLite database made by this program. */
export function requireOurs(path: string, connection: Connection): void {
  if (pragma(connection, "application_id") === applicationId) return;
  throw new StoreUnopenable(
    "not-a-database",
    `${path} is a database of another program. Point LATCHKEY_DATABASE_URL to another file.`,
  );
}
