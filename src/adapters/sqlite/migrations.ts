import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Instant } from "../../values/time.ts";
import { StoreUnopenable } from "../store.ts";
import type { Database } from "./database.ts";

/** One step of the schema. */
export interface Migration {
  readonly number: number;
  /** The file name without its ending: `0001-first`. */
  readonly name: string;
}

const folder = new URL("./migrations/", import.meta.url);
const fileName = /^(?<number>\d{4})-[a-z0-9-]+\.sql$/;

/**
 * Applies what is missing, each migration in a transaction of its own; answers their names. Safe when several processes start
 * at once: the one that waited for the lock finds the work done. A schema that is newer than this program is refused.
 */
export function migrate(database: Database, now: () => Instant): readonly string[] {
  database.exec(
    "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT",
  );
  const known = knownMigrations();
  requireKnownSchema(database.path, schemaVersion(database));
  return known.filter((migration) => apply(database, migration, now())).map((migration) => migration.name);
}

/** The number of the newest migration in the database; 0 before the first. */
export function schemaVersion(database: Pick<Database, "prepare">): number {
  const row = database.prepare("SELECT coalesce(max(number), 0) AS newest FROM migrations").get();
  return Number(row?.newest);
}

/** Throws `StoreUnopenable` for a schema that a newer release of this program made. */
export function requireKnownSchema(path: string, version: number): void {
  const newest = knownMigrations().at(-1)?.number ?? 0;
  if (version <= newest) return;
  throw new StoreUnopenable(
    "newer-schema",
    `${path} was made by a newer release (schema ${version}; this release knows ${newest}). Start that release, or restore a backup from before the upgrade.`,
  );
}

/** What this program can apply, oldest first. Throws `StoreUnopenable` where the files did not come along with the program. */
export function knownMigrations(): readonly Migration[] {
  const migrations = filesIn(folder).flatMap((file) => {
    const number = fileName.exec(file)?.groups?.number;
    return number === undefined ? [] : [{ number: Number(number), name: file.slice(0, -".sql".length) }];
  });
  if (migrations.length > 0) return migrations.sort((left, right) => left.number - right.number);
  throw new StoreUnopenable(
    "incomplete-program",
    `This installation of Latchkey is incomplete: the schema of its database is missing (*.sql in ${fileURLToPath(folder)}). Install it again, or make it anew with \`npm run build\`.`,
  );
}

function filesIn(place: URL): readonly string[] {
  return existsSync(place) ? readdirSync(place) : [];
}

function apply(database: Database, migration: Migration, at: Instant): boolean {
  const isApplied = database.prepare("SELECT 1 FROM migrations WHERE number = ?");
  if (isApplied.get(migration.number)) return false;
  database.exec("BEGIN IMMEDIATE");
  try {
    const isMine = !isApplied.get(migration.number);
    if (isMine) {
      database.exec(readFileSync(new URL(`${migration.name}.sql`, folder), "utf8"));
      database
        .prepare("INSERT INTO migrations (number, name, applied_at) VALUES (?, ?, ?)")
        .run(migration.number, migration.name, at);
    }
    database.exec("COMMIT");
    return isMine;
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}
