import type { Client } from "pg";
import type { PostgresAddress } from "../../values/postgres-address.ts";
import type { Instant } from "../../values/time.ts";
import { type Migration, migrationsIn, requireKnownSchema, sqlOf } from "../sql/migration-files.ts";
import { connectApart } from "./connect.ts";
import { lockFor } from "./locks.ts";

/** How long one step may take, waiting for another node included. */
const stepMilliseconds = 30 * 60_000;
const folder = new URL("./migrations/", import.meta.url);

/**
 * Applies the missing migrations in one transaction; returns their names. Safe when many nodes start at once: one holds the lock,
 * and the others find the work done. On a connection of its own, because that may take longer than statements otherwise may. A
 * schema that is newer than this program is refused.
 */
export async function migrate(address: PostgresAddress, now: () => Instant): Promise<readonly string[]> {
  const known = migrationsIn(folder);
  const client = await connectApart(address, { query_timeout: stepMilliseconds });
  try {
    await client.query(`BEGIN; ${lockFor("migrations")}`);
    // IF NOT EXISTS would send a notice to the server's log at every start.
    const { rows } = await client.query("SELECT to_regclass('latchkey_migrations') IS NOT NULL AS exists");
    if (rows[0]?.exists !== true)
      await client.query(
        "CREATE TABLE latchkey_migrations (number integer PRIMARY KEY, name text NOT NULL, applied_at bigint NOT NULL)",
      );
    const version = await versionOf(client);
    requireKnownSchema(address.location, version, known);
    const missing = known.filter(({ number }) => number > version);
    for (const migration of missing) await apply(client, migration, now());
    await client.query("COMMIT");
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function apply(client: Client, migration: Migration, at: Instant): Promise<void> {
  await client.query(sqlOf(folder, migration));
  await client.query("INSERT INTO latchkey_migrations (number, name, applied_at) VALUES ($1, $2, $3)", [
    migration.number,
    migration.name,
    at,
  ]);
}

async function versionOf(client: Client): Promise<number> {
  const { rows } = await client.query("SELECT coalesce(max(number), 0) AS newest FROM latchkey_migrations");
  return Number(rows[0]?.newest);
}
