import type { Instant } from "../../values/time.ts";
import {
  endsWayBack,
  type Migration,
  migrationsIn,
  requireKnownSchema,
  sqlOf,
} from "../sql/migration-files.ts";
import { integer, text } from "../sql/rows.ts";
import type { Database } from "./database.ts";

const folder = new URL("./migrations/", import.meta.url);

/**
 * Applies the missing migrations, each in a transaction of its own; returns their names. Safe when several processes start at
 * once: one applies a migration, and the others find it applied. Throws `StoreUnopenable` for a schema that this program cannot serve.
 */
export function migrate(database: Database, now: () => Instant): readonly string[] {
  database.exec(
    "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT",
  );
  requireServedSchema(database.path, database);
  return knownMigrations()
    .filter((migration) => apply(database, migration, now()))
    .map((migration) => migration.name);
}

/** The number of the newest migration in the database; 0 before the first. */
export function schemaVersion(database: Pick<Database, "prepare">): number {
  const row = database.prepare("SELECT coalesce(max(number), 0) AS newest FROM migrations").get();
  return Number(row?.newest);
}

/** Throws `StoreUnopenable` for a database whose schema a newer release made, if this one cannot serve it. */
export function requireServedSchema(path: string, database: Pick<Database, "prepare">): void {
  const applied = database
    .prepare("SELECT number, name FROM migrations ORDER BY number")
    .all()
    .map((row) => ({ number: integer(row, "number"), name: text(row, "name") }));
  requireKnownSchema(path, applied, knownMigrations());
}

/** True if the release that made the schema of that version does not start on the schema of this one. */
export function endsWayBackFrom(version: number): boolean {
  const missing = knownMigrations().filter(({ number }) => number > version);
  return endsWayBack(version, missing, { tolerantFrom: 40 });
}

/** The migrations that this program can apply, oldest first. Throws `StoreUnopenable` if the files are missing. */
export function knownMigrations(): readonly Migration[] {
  return migrationsIn(folder);
}

function apply(database: Database, migration: Migration, at: Instant): boolean {
  const isApplied = database.prepare("SELECT 1 FROM migrations WHERE number = ?");
  if (isApplied.get(migration.number)) return false;
  database.exec("BEGIN IMMEDIATE");
  try {
    const isMissing = !isApplied.get(migration.number);
    if (isMissing) {
      database.exec(sqlOf(folder, migration));
      database
        .prepare("INSERT INTO migrations (number, name, applied_at) VALUES (?, ?, ?)")
        .run(migration.number, migration.name, at);
    }
    database.exec("COMMIT");
    return isMissing;
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}
