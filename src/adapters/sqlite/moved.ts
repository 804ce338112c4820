import { type Instant, instantOf } from "../../values/time.ts";
import { integer, text } from "../sql/rows.ts";
import { StoreUnopenable } from "../store.ts";
import type { Connection, Row } from "./connection.ts";

/** Where a database was moved to, and when. */
export interface Move {
  /** The address without user and password. */
  readonly location: string;
  readonly at: Instant;
}

/** The mark of a move; undefined in a database that is in use. */
export function findMove(connection: Pick<Connection, "prepare">): Move | undefined {
  if (!connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'moved_to'").get()) return undefined;
  const row = markOf(connection);
  if (!row) return undefined;
  return { location: text(row, "location"), at: instantOf(integer(row, "at")) };
}

/** Undefined if another process took the mark away since `findMove` saw it. */
function markOf(connection: Pick<Connection, "prepare">): Row | undefined {
  try {
    return connection.prepare("SELECT location, at FROM moved_to").get();
  } catch (error) {
    if (connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'moved_to'").get()) throw error;
    return undefined;
  }
}

/**
 * Part of a transaction: marks the database as moved. From its commit on triggers refuse every write, so that a process
 * that opened the database before cannot acknowledge anything either.
 */
export function markMoved(connection: Connection, { location, at }: Move): void {
  unmark(connection);
  const found = connection
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'")
    .all();
  for (const row of found)
    for (const event of ["INSERT", "UPDATE", "DELETE"]) {
      const table = text(row, "name");
      connection.exec(
        `CREATE TRIGGER moved_${table}_${event} BEFORE ${event} ON ${table} BEGIN SELECT RAISE(ABORT, 'moved'); END`,
      );
    }
  connection.exec("CREATE TABLE moved_to (location TEXT NOT NULL, at INTEGER NOT NULL) STRICT");
  connection.prepare("INSERT INTO moved_to (location, at) VALUES (?, ?)").run(location, at);
}

/** Part of a transaction: removes the mark, if there is one. */
export function unmark(connection: Connection): void {
  const triggers = connection
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'moved_*'")
    .all();
  for (const row of triggers) connection.exec(`DROP TRIGGER ${text(row, "name")}`);
  connection.exec("DROP TABLE IF EXISTS moved_to");
}

/** Throws `StoreUnopenable` for a database that was moved: two databases served at once would diverge for good. */
export function requireNotMoved(path: string, connection: Pick<Connection, "prepare">): void {
  const move = findMove(connection);
  if (!move) return;
  const when = new Date(move.at).toISOString();
  throw new StoreUnopenable(
    "moved",
    `${path} was moved to ${move.location} at ${when}. Set LATCHKEY_DATABASE_URL to that address, and LATCHKEY_SECRET to the master key. To go back to the file, without what happened there since: \`latchkey db reopen 'sqlite:${path}'\`.`,
  );
}
