import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import type { Instant } from "../../values/time.ts";
import { StoreUnopenable } from "../store.ts";
import { connectionOptions } from "./database.ts";
import { lockFor } from "./locks.ts";

/** One step of the schema. */
interface Migration {
  readonly number: number;
  /** The file name without its ending: `0001-first`. */
  readonly name: string;
}

/** How long one step may take, waiting for another node included. */
const stepMilliseconds = 30 * 60_000;
const folder = new URL("./migrations/", import.meta.url);
const fileName = /^(?<number>\d{4})-[a-z0-9-]+\.sql$/;

/**
 * Applies what is missing in one transaction; answers the names. Safe when many nodes start at once: one holds the lock, and the
 * others find the work done. On a connection of its own, because that may take longer than statements otherwise may. A schema that
 * is newer than this program is refused.
 */
export async function migrate(url: string, location: string, now: () => Instant): Promise<readonly string[]> {
  const known = knownMigrations();
  const client = new Client({ connectionString: url, ...connectionOptions, query_timeout: stepMilliseconds });
  client.on("error", () => undefined); // The statement under way says so.
  await client.connect();
  try {
    await client.query(`BEGIN; ${lockFor("migrations")}`);
    // One statement alone sends a notice where the table is there; this way the server's log stays quiet.
    const { rows } = await client.query("SELECT to_regclass('latchkey_migrations') IS NOT NULL AS exists");
    if (rows[0]?.exists !== true)
      await client.query(
        "CREATE TABLE latchkey_migrations (number integer PRIMARY KEY, name text NOT NULL, applied_at bigint NOT NULL)",
      );
    const version = await versionOf(client);
    requireKnownSchema(location, version, known.at(-1)?.number ?? 0);
    const missing = known.filter(({ number }) => number > version);
    for (const migration of missing) await apply(client, migration, now());
    await client.query("COMMIT");
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function apply(client: Client, { number, name }: Migration, at: Instant): Promise<void> {
  await client.query(readFileSync(new URL(`${name}.sql`, folder), "utf8"));
  await client.query("INSERT INTO latchkey_migrations (number, name, applied_at) VALUES ($1, $2, $3)", [
    number,
    name,
    at,
  ]);
}

async function versionOf(client: Client): Promise<number> {
  const { rows } = await client.query("SELECT coalesce(max(number), 0) AS newest FROM latchkey_migrations");
  return Number(rows[0]?.newest);
}

function requireKnownSchema(location: string, version: number, newest: number): void {
  if (version <= newest) return;
  throw new StoreUnopenable(
    "newer-schema",
    `${location} was made by a newer release (schema ${version}; this release knows ${newest}). Start that release, or restore a backup from before the upgrade.`,
  );
}

/** What this program can apply, oldest first. Throws `StoreUnopenable` where the files did not come along with the program. */
function knownMigrations(): readonly Migration[] {
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
