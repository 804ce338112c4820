import { statSync } from "node:fs";
import { integer, text } from "../sql/rows.ts";
import { type Table, tables } from "../sql/tables.ts";
import type { StoreCheck } from "../store.ts";
import type { Database } from "./database.ts";
import { asUnavailable } from "./errors.ts";
import { schemaVersion } from "./migrations.ts";

const problemsMax = 20;

/** Reads the whole database, also while a service runs on it, and checks its indexes, its references and its file. */
export function checkDatabase(database: Database): StoreCheck {
  database.watch();
  const problems = [...damages(database), ...orphans(database)];
  const rows: Partial<Record<Table, number>> = {};
  for (const table of tables)
    try {
      rows[table] = integer(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get() ?? {}, "rows");
    } catch (error) {
      if (asUnavailable(error) === undefined) throw error;
      problems.push(`the table ${table} cannot be read`);
    }
  const short = shortFile(database);
  if (short !== undefined) problems.push(short);
  const log = database.logState() ?? { frames: 0, copied: 0 };
  return {
    problems,
    schemaVersion: schemaVersion(database),
    rows,
    sizes: {
      file_bytes: statSync(database.path).size,
      pages: Number(database.pragma("page_count")),
      page_bytes: Number(database.pragma("page_size")),
      log_frames: log.frames,
      log_frames_copied: log.copied,
    },
  };
}

/** Says that the file ends before its last page does: SQLite would read zeros there. Undefined if it does not, or the log has pages. */
export function shortFile(database: Database): string | undefined {
  // In this order another process may write meanwhile: what is copied by then has all the pages counted before.
  const pages = Number(database.pragma("page_count"));
  const bytes = pages * Number(database.pragma("page_size"));
  const log = database.logState();
  const { size } = statSync(database.path);
  if (log === undefined || log.frames !== log.copied || size >= bytes) return undefined;
  return `the file has ${size} bytes, and ${pages} pages need ${bytes}`;
}

/** SQLite reports damage in rows, and throws if it cannot go on. */
function damages(database: Database): string[] {
  try {
    return database
      .prepare(`PRAGMA integrity_check(${problemsMax})`)
      .all()
      .map((row) => text(row, "integrity_check"))
      .filter((finding) => finding !== "ok");
  } catch (error) {
    const failure = asUnavailable(error);
    if (failure === undefined) throw error;
    return [failure.message];
  }
}

function orphans(database: Database): string[] {
  try {
    return database
      .prepare(
        `SELECT "table" AS child, parent, count(*) AS orphans FROM pragma_foreign_key_check GROUP BY 1, 2`,
      )
      .all()
      .map((row) => {
        const [count, child, parent] = [integer(row, "orphans"), text(row, "child"), text(row, "parent")];
        return `${count} of the rows of ${child} refer to rows of ${parent} that are not there`;
      });
  } catch (error) {
    const failure = asUnavailable(error);
    if (failure === undefined) throw error;
    return [failure.message];
  }
}
