import type { Client } from "pg";
import type { PostgresAddress } from "../../values/postgres-address.ts";
import type { Instant } from "../../values/time.ts";
import {
  endsWayBack,
  type Migration,
  migrationsIn,
  requireKnownSchema,
  sqlOf,
} from "../sql/migration-files.ts";
import { StoreUnopenable } from "../store.ts";
import { connectApart } from "./connect.ts";
import { codeOf } from "./errors.ts";
import { sessionLockFor } from "./locks.ts";

/** How long one step may take, waiting for another node included. */
const stepMilliseconds = 30 * 60_000;
/** How long one migration waits for a table. PostgreSQL looks for deadlocks after a second. */
const tableMilliseconds = 300;
const pauseMilliseconds = 200;
/** About two minutes. `pg_dump` may keep its tables for longer; the error then says that another program has locked a table. */
const triesMax = 240;
const folder = new URL("./migrations/", import.meta.url);

/** The release of 0041 starts on the schemas of later ones. */
const tolerantFrom = 41;

export interface Migrating {
  readonly now: () => Instant;
  /** True: also if the release that made the schema cannot start on it afterwards. */
  readonly mayEndWayBack: boolean;
  /** No later migration is applied. */
  readonly upTo?: number;
}

/** The migrations that this program can apply, oldest first. Throws `StoreUnopenable` if the files are missing. */
export function knownMigrations(): readonly Migration[] {
  return migrationsIn(folder);
}

/** True if the release that made the schema of that version does not start on the schema of this one. */
export function endsWayBackFrom(version: number): boolean {
  const missing = knownMigrations().filter(({ number }) => number > version);
  return endsWayBack(version, missing, { tolerantFrom });
}

/**
 * Applies the missing migrations, each in a transaction of its own; returns the names of those that this call applied. Safe when many
 * nodes start at once: one holds the lock, and the others find the work done. On a connection of its own, because that may take longer
 * than statements otherwise may. Throws `StoreUnopenable`, before anything is changed, for a schema that this program cannot serve,
 * and if there would be no way back.
 */
export async function migrate(address: PostgresAddress, migrating: Migrating): Promise<readonly string[]> {
  const client = await connectApart(address, { query_timeout: stepMilliseconds });
  const names: string[] = [];
  try {
    await client.query(sessionLockFor("migrations"));
    for (;;) {
      const name = await applyNext(client, address.location, migrating);
      if (name === undefined) return names;
      names.push(name);
    }
  } finally {
    await client.end();
  }
}

/**
 * Applies the oldest missing migration; undefined if there is none. A statement that waits for a table makes everybody who comes
 * after it wait, sign-ins too. So it gives up soon, before PostgreSQL looks for deadlocks, and tries again.
 */
async function applyNext(
  client: Client,
  location: string,
  { now, mayEndWayBack, upTo = Number.POSITIVE_INFINITY }: Migrating,
): Promise<string | undefined> {
  for (let tries = 1; ; tries += 1)
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${tableMilliseconds}`);
      const missing = await missingOn(client, location, mayEndWayBack);
      const next = missing.find(({ number }) => number <= upTo);
      if (next !== undefined) await apply(client, next, now());
      await client.query("COMMIT");
      return next?.name;
    } catch (error) {
      if (codeOf(error) !== "55P03" || tries === triesMax) throw error;
      await client.query("ROLLBACK");
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    }
}

/** The migrations that the database lacks, oldest first. */
async function missingOn(
  client: Client,
  location: string,
  mayEndWayBack: boolean,
): Promise<readonly Migration[]> {
  const known = knownMigrations();
  // IF NOT EXISTS would send a notice to the server's log at every start.
  const { rows } = await client.query("SELECT to_regclass('latchkey_migrations') IS NOT NULL AS exists");
  if (rows[0]?.exists !== true)
    await client.query(
      "CREATE TABLE latchkey_migrations (number integer PRIMARY KEY, name text NOT NULL, applied_at bigint NOT NULL)",
    );
  const applied = await appliedOn(client);
  requireKnownSchema(location, applied, known);
  const version = Math.max(0, ...applied.map(({ number }) => number));
  const missing = known.filter(({ number }) => number > version);
  if (!mayEndWayBack && endsWayBack(version, missing, { tolerantFrom }) && (await isUsed(client)))
    throw withoutWayBack(location, version, missing);
  return missing;
}

async function apply(client: Client, migration: Migration, at: Instant): Promise<void> {
  await client.query(sqlOf(folder, migration));
  await client.query("INSERT INTO latchkey_migrations (number, name, applied_at) VALUES ($1, $2, $3)", [
    migration.number,
    migration.name,
    at,
  ]);
}

async function appliedOn(client: Client): Promise<readonly Migration[]> {
  const { rows } = await client.query<Migration>("SELECT number, name FROM latchkey_migrations");
  return rows;
}

async function isUsed(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    "SELECT EXISTS (SELECT 1 FROM accounts) OR EXISTS (SELECT 1 FROM clients) AS used",
  );
  return rows[0]?.used === true;
}

function withoutWayBack(location: string, version: number, missing: readonly Migration[]): StoreUnopenable {
  return new StoreUnopenable(
    "one-way",
    `This release changes the schema of ${location} from ${version} to ${missing.at(-1)?.number}, and the release before cannot start on it afterwards: only a dump leads back. Make one with pg_dump; then run \`latchkey db migrate --yes\`, or start with LATCHKEY_MIGRATE=always. Nothing was changed.`,
  );
}
