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

/** Throws `StoreUnopenable` for a schema that a newer release of this program made. */
export function requireKnownSchema(location: string, version: number, known: readonly Migration[]): void {
  const newest = known.at(-1)?.number ?? 0;
  if (version <= newest) return;
  throw new StoreUnopenable(
    "newer-schema",
    `${location} was made by a newer release (schema ${version}; this release knows ${newest}). Start that release, or restore a backup from before the upgrade.`,
  );
}
