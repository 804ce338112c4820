import type { Clock } from "../../flows/ports.ts";
import type { StoreObserver } from "../../flows/probe-ports.ts";
import type { PostgresAddress } from "../../values/postgres-address.ts";
import { StoreUnavailable } from "../../values/store-unavailable.ts";
import { cachedAccounts } from "../sql/account-cache.ts";
import { nounsOn } from "../sql/nouns.ts";
import { integer } from "../sql/rows.ts";
import { cachedWatermarks } from "../sql/watermarks.ts";
import type { CrashUnsafeSetting, Store, StoreStatus } from "../store.ts";
import { PostgresAttempts } from "./attempts.ts";
import { checkDatabase } from "./check.ts";
import { addressOf } from "./connect.ts";
import { Database } from "./database.ts";
import { DatabaseClock } from "./database-clock.ts";
import { PostgresEngine } from "./engine.ts";
import { asUnopenable } from "./errors.ts";
import { grantExpiry, insertRevocation } from "./grant-expiry.ts";
import { GrantPartitions } from "./grant-partitions.ts";
import { PostgresGrantPaths } from "./grant-paths.ts";
import { type Migrating, migrate } from "./migrations.ts";
import { closedAhead, nowMilliseconds } from "./partition-table.ts";
import { secretUseNotes } from "./secret-use-notes.ts";
import { sessionLookUp } from "./session-look-up.ts";
import type { Statement } from "./statement.ts";

const crashUnsafe: readonly CrashUnsafeSetting[] = ["fsync", "full_page_writes"];
/** If another server may take over, commits have to wait for it. */
const switchUnsafe: readonly CrashUnsafeSetting[] = [
  ...crashUnsafe,
  "synchronous_standby_names",
  "synchronous_commit",
];

/** What `status` asks. A server that was switched to standby still answers, but cannot be written. */
const lookAround = `SELECT (SELECT coalesce(max(number), 0) FROM latchkey_migrations) AS version,
    pg_database_size(current_database()) AS size, current_setting('transaction_read_only') = 'on' AS is_read_only,
    current_setting('fsync') = 'off' AS is_fsync_off, current_setting('full_page_writes') = 'off' AS is_full_page_writes_off,
    current_setting('synchronous_standby_names') = '' AS is_synchronous_standby_names_off,
    current_setting('synchronous_commit') = 'local' AS is_synchronous_commit_off,
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
  readonly observer?: StoreObserver | undefined;
  /** True: the schema is also changed if the release that made it cannot start on it afterwards. */
  readonly mayEndWayBack?: boolean;
}): Promise<Store> {
  const { url, clock, observer, mayEndWayBack = false } = options;
  const migrating = { now: () => clock.now(), mayEndWayBack };
  const address = addressOf(url);
  const { location } = address;
  let database: Database | undefined;
  try {
    const applied = [...(await migrate(address, migrating))];
    database = new Database(address, observer);
    const databaseClock = new DatabaseClock(clock);
    await lookAtClock(database, databaseClock);
    return storeOf(database, { address, clock: databaseClock, applied, migrating });
  } catch (error) {
    await database?.close();
    throw asUnopenable(location, error);
  }
}

function storeOf(
  database: Database,
  {
    address,
    clock,
    applied,
    migrating,
  }: {
    readonly address: PostgresAddress;
    readonly clock: DatabaseClock;
    readonly applied: string[];
    readonly migrating: Migrating;
  },
): Store {
  const engine = new PostgresEngine(database);
  const partitions = new GrantPartitions(database);
  const nouns = nounsOn(engine, {
    clock,
    accounts: engine.cache(cachedAccounts(engine)),
    watermarks: engine.cache(cachedWatermarks(engine)),
    attempts: new PostgresAttempts(database, engine),
    sessions: sessionLookUp(database),
    grants: new PostgresGrantPaths(database, partitions),
    noteSecretUse: secretUseNotes(database),
    insertRevocation,
    grantExpiry: () => grantExpiry(database, partitions),
  });
  const look = database.prepare(lookAround);
  return {
    ...nouns,
    onFailure: (listener) => database.onFailure(listener),
    connections: () => database.connections(),
    status: () => statusOf(database, clock, look),
    tend: () => statusOf(database, clock, look),
    migrate: async () => {
      applied.push(...(await migrate(address, migrating)));
      return [...applied];
    },
    check: () => checkDatabase(address),
    backup: async (file) => refuseBackup(database.location, file),
    close: () => database.close(),
  };
}

/** Comes before anything is judged by the clock. Does not use `status`, whose size of the database takes longer to compute. */
async function lookAtClock(database: Database, clock: DatabaseClock): Promise<void> {
  const ask = database.prepare(`SELECT ${nowMilliseconds} AS now`);
  await clock.adjust(
    async () => (await database.get(ask)) ?? {},
    (answer) => integer(answer, "now"),
  );
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
      server: database.server,
      crashUnsafeSettings: (database.hasOthers ? switchUnsafe : crashUnsafe).filter(
        (setting) => integer(row, `is_${setting}_off`) === 1,
      ),
    };
  } catch (error) {
    return { isReady: false, ...place, problem: Error.isError(error) ? error.message : "unknown" };
  }
}

function refuseBackup(location: string, file: string): never {
  throw new BackupRefused(
    `The database ${location} is backed up by PostgreSQL's own tools. Run: pg_dump --format=custom --file='${file}' with its address.`,
  );
}
