import type { Clock } from "../../flows/ports.ts";
import { StoreUnavailable } from "../../values/store-unavailable.ts";
import { integer } from "../rows/rows.ts";
import type { Store, StoreStatus } from "../store.ts";
import { PostgresAccounts } from "./accounts.ts";
import { PostgresAttempts } from "./attempts.ts";
import { closedAhead, nowMilliseconds } from "./bucket.ts";
import { PostgresClients } from "./clients.ts";
import { PostgresConsents } from "./consents.ts";
import { Database, type Statement } from "./database.ts";
import { DatabaseClock } from "./database-clock.ts";
import { PostgresExpiry } from "./expiry.ts";
import { GrantBuckets } from "./grant-buckets.ts";
import { PostgresGrants } from "./grants.ts";
import { PostgresInventory } from "./inventory.ts";
import { PostgresKeyRecords } from "./key-records.ts";
import { locationOf } from "./location.ts";
import { migrate } from "./migrations.ts";
import { PostgresRefreshFamilies } from "./refresh-families.ts";
import { Revocations } from "./revocations.ts";
import { PostgresSecretUses } from "./secret-uses.ts";
import { PostgresSessions } from "./sessions.ts";
import { asUnopenable } from "./trouble.ts";
import { PostgresUsedOnce } from "./used-once.ts";

/** What `status` asks. A server that was switched to standby still answers, but cannot be written. */
const lookAround = `SELECT (SELECT coalesce(max(number), 0) FROM latchkey_migrations) AS version,
    pg_database_size(current_database()) AS size, current_setting('transaction_read_only') = 'on' AS is_read_only,
    (SELECT before FROM grants_closed) > ${nowMilliseconds} AS is_closed_ahead, ${nowMilliseconds} AS now`;

/** A backup that this engine leaves to its own tools. The message names them. */
export class BackupRefused extends Error {
  override readonly name = "BackupRefused";
  readonly exitCode = 4;
}

/** Brings the schema of the database up to date and opens it. Rejects with `StoreUnopenable`. */
export async function openPostgresStore(options: {
  /** `postgres://user:password@host:port/name`; everything that libpq calls a connection URI. */
  readonly url: string;
  readonly clock: Clock;
}): Promise<Store> {
  const { url, clock } = options;
  const location = locationOf(url);
  let database: Database | undefined;
  try {
    const applied = [...(await migrate(url, location, () => clock.now()))];
    database = new Database(url, location);
    const store = storeOf(database, { url, clock, applied });
    // Before anything is judged by it; whatever else is wrong, `status` says so when it is asked.
    await store.status();
    return store;
  } catch (error) {
    await database?.close();
    throw asUnopenable(location, error);
  }
}

function storeOf(
  database: Database,
  { url, clock, applied }: { readonly url: string; readonly clock: Clock; readonly applied: string[] },
): Store {
  const attempts = new PostgresAttempts(database);
  const sessions = new PostgresSessions(database, attempts);
  const revocations = new Revocations(database);
  const buckets = new GrantBuckets(database);
  const grants = new PostgresGrants(database, { revocations, buckets });
  const refreshFamilies = new PostgresRefreshFamilies(database, { revocations, buckets });
  const usedOnce = new PostgresUsedOnce(database);
  const look = database.prepare(lookAround);
  const databaseClock = new DatabaseClock(clock);
  return {
    clock: databaseClock,
    clients: new PostgresClients(database, { grants, clock: databaseClock }),
    secretUses: new PostgresSecretUses(database),
    accounts: new PostgresAccounts(database, { sessions, grants }),
    sessions,
    grants,
    refreshFamilies,
    consents: new PostgresConsents(database, revocations),
    usedOnce,
    attempts,
    keyRecords: new PostgresKeyRecords(database),
    expiry: new PostgresExpiry({
      sessions,
      attempts,
      families: refreshFamilies,
      usedOnce,
      revocations,
      buckets,
    }),
    inventory: new PostgresInventory(database),
    status: () => statusOf(database, databaseClock, look),
    migrate: async () => {
      applied.push(...(await migrate(url, database.location, () => clock.now())));
      return [...applied];
    },
    backup: async (file) => refuseBackup(database.location, file),
    close: () => database.close(),
  };
}

async function statusOf(database: Database, clock: DatabaseClock, look: Statement): Promise<StoreStatus> {
  const place = { engine: "postgresql", location: database.location };
  try {
    const row = await clock.adjust(
      async () => (await database.get(look)) ?? {},
      (answer) => integer(answer, "now"),
    );
    if (integer(row, "is_read_only") === 1)
      throw new StoreUnavailable("PostgreSQL: the server is a standby that cannot be written.");
    if (integer(row, "is_closed_ahead") === 1) throw new StoreUnavailable(closedAhead);
    return {
      isReady: true,
      ...place,
      schemaVersion: integer(row, "version"),
      sizeBytes: integer(row, "size"),
    };
  } catch (error) {
    return { isReady: false, ...place, problem: error instanceof Error ? error.message : "unknown" };
  }
}

function refuseBackup(location: string, file: string): never {
  throw new BackupRefused(
    `The database ${location} is backed up by PostgreSQL's own tools. Run: pg_dump --format=custom --file='${file}' with its address.`,
  );
}
