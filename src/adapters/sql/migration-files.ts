import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { StoreUnopenable } from "../store.ts";

/** One step of the schema. */
export interface Migration {
  readonly number: number;
  /** The file name without its ending: `0001-first`. */
  readonly name: string;
}

const fileName = /^(?<number>\d{4})-[a-z0-9-]+\.sql$/;

/** The migrations in a folder, oldest first. Throws `StoreUnopenable` if the files were not shipped with the program. */
export function migrationsIn(folder: URL): readonly Migration[] {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const migrations = files.flatMap((file) => {
    const number = fileName.exec(file)?.groups?.number;
    return number === undefined ? [] : [{ number: Number(number), name: file.slice(0, -".sql".length) }];
  });
  if (migrations.length > 0) return migrations.sort((left, right) => left.number - right.number);
  throw new StoreUnopenable(
    "incomplete-program",
    `This installation of Latchkey is incomplete: the schema of its database is missing (*.sql in ${fileURLToPath(folder)}). Install it again, or make it anew with \`npm run build\`.`,
  );
}

/** The SQL of a migration. */
export function sqlOf(folder: URL, { name }: Migration): string {
  return readFileSync(new URL(`${name}.sql`, folder), "utf8");
}

/**
 * True for a migration after which a release that lacks it would do harm. Others only add to the schema. The name says it, because a
 * database keeps the names of all its migrations: `0099-one-way-names-as-rows`.
 */
function isOneWay({ name }: Migration): boolean {
  return /^\d{4}-one-way-/.test(name);
}

/**
 * True if the release that made the schema of that version does not start on it after the missing migrations. `tolerantFrom` is the
 * oldest schema whose release starts on a newer one.
 */
export function endsWayBack(
  version: number,
  missing: readonly Migration[],
  { tolerantFrom }: { readonly tolerantFrom: number },
): boolean {
  return version > 0 && missing.length > 0 && (version < tolerantFrom || missing.some(isOneWay));
}

/**
 * Throws `StoreUnopenable` for a schema that a newer release made, unless all migrations that this one does not know only add to it: then
 * the operator took a step back.
 */
export function requireKnownSchema(
  location: string,
  applied: readonly Migration[],
  known: readonly Migration[],
): void {
  const newest = known.at(-1)?.number ?? 0;
  const unknown = applied.filter(({ number }) => number > newest);
  if (!unknown.some(isOneWay)) return;
  const version = Math.max(...unknown.map(({ number }) => number));
  throw new StoreUnopenable(
    "newer-schema",
    `${location} was made by a newer release (schema ${version}; this release knows ${newest}). Start that release, or restore a backup from before the upgrade.`,
  );
}
