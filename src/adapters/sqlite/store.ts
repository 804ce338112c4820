import { statSync } from "node:fs";
import { basename } from "node:path";
import type { Clock } from "../../flows/ports.ts";
import type { StoreObserver } from "../../flows/probe-ports.ts";
import { cachedAccounts } from "../sql/account-cache.ts";
import { type Nouns, nounsOn } from "../sql/nouns.ts";
import { cachedWatermarks } from "../sql/watermarks.ts";
import { type Store, type StoreStatus, StoreUnopenable } from "../store.ts";
import { removeAbandoned } from "./aside.ts";
import { SqliteAttempts } from "./attempts.ts";
import { keepBeforeMigrating } from "./before-migrating.ts";
import { checkDatabase, shortFile } from "./check.ts";
import { Database } from "./database.ts";
import { SqliteEngine } from "./engine.ts";
import { asUnopenable } from "./errors.ts";
import { requireDatabaseFile } from "./files.ts";
import { insertRevocation, SqliteGrantExpiry } from "./grant-expiry.ts";
import { grantPaths } from "./grant-paths.ts";
import { knownMigrations, migrate, schemaVersion } from "./migrations.ts";
import { requireNotMoved } from "./moved.ts";
import { secretUseNotes } from "./secret-use-notes.ts";
import { SqliteSessionLookUp } from "./session-look-up.ts";
import { Upkeep } from "./upkeep.ts";
import { requireWholeFiles } from "./whole-files.ts";

/** A store in one SQLite file. */
export interface SqliteStore extends Store {
  /** Commits so far, by which tests count what a sign-in costs. Relaxed ones cost no fsync. */
  commitCounts(): { readonly durable: number; readonly relaxed: number };
}

interface SqliteOptions {
  readonly path: string;
  readonly clock: Clock;
  /** False: a missing file is refused. Say so when something shows that there was one. */
  readonly mayCreate?: boolean;
  readonly observer?: StoreObserver | undefined;
  /** True for a copy that will be removed: nothing is kept before it is migrated. */
  readonly isCopy?: boolean;
}

/**
 * Opens the database file, creates it if there has never been one, and brings its schema up to date. Rejects with
 * `StoreUnopenable`.
 */
export async function openSqliteStore(options: SqliteOptions): Promise<SqliteStore> {
  return storeOf(open(options), options.clock);
}

interface Opened {
  readonly database: Database;
  /** The migrations that opening applied. */
  readonly applied: string[];
  readonly warning: string | undefined;
  readonly keptBefore: string | undefined;
}

function open({ path, clock, mayCreate = true, observer, isCopy = false }: SqliteOptions): Opened {
  let database: Database | undefined;
  try {
    knownMigrations(); // Before a database is made that could not be given its tables.
    requireDatabaseFile(path, mayCreate);
    for (const work of ["new", "backup", "restore"]) removeAbandoned(`${path}.${work}-`);
    const warning = requireWholeFiles(path);
    database = new Database(path, observer);
    requireWholeFile(database);
    requireNotMoved(path, database);
    if (!mayCreate) requireTables(path, database);
    const keptBefore = isCopy ? undefined : keepBeforeMigrating(database);
    const applied = [...migrate(database, () => clock.now())];
    requireSound(database);
    return { database, applied, warning, keptBefore };
  } catch (error) {
    database?.close();
    throw asUnopenable(path, error);
  }
}

/** Every noun's port, stored in an SQLite file. */
export function sqliteNouns(database: Database, engine: SqliteEngine, clock: Clock): Nouns {
  const accounts = engine.cache(cachedAccounts(engine));
  const watermarks = engine.cache(cachedWatermarks(engine));
  return nounsOn(engine, {
    clock,
    accounts,
    watermarks,
    attempts: new SqliteAttempts(database, engine),
    sessions: new SqliteSessionLookUp(database, engine, accounts),
    grants: grantPaths(database, engine, watermarks),
    noteSecretUse: secretUseNotes(engine),
    insertRevocation,
    grantExpiry: (watermark) => new SqliteGrantExpiry(database, engine, watermark),
  });
}

function storeOf({ database, applied, warning, keptBefore }: Opened, clock: Clock): SqliteStore {
  const upkeep = new Upkeep(database, warning);
  return {
    ...sqliteNouns(database, new SqliteEngine(database), clock),
    ...(keptBefore !== undefined && { keptBefore }),
    status: () => statusOf(database),
    tend: async () => {
      const warning = await upkeep.run();
      const status = await statusOf(database);
      return status.isReady && warning !== undefined ? { ...status, warning } : status;
    },
    onFailure: (listener) => database.onFailure(listener),
    migrate: async () => {
      applied.push(...database.read(() => migrate(database, () => clock.now())));
      return [...applied];
    },
    check: async () => checkDatabase(database),
    backup: async (file, options) => {
      const { backUpSqlite } = await import("./backup.ts");
      await backUpSqlite(database.path, file, options);
    },
    close: async () => {
      await database.drain();
      database.close();
    },
    commitCounts: () => database.commitCounts(),
  };
}

/** Throws if the end of the file is cut off: SQLite fills up the last page with zeros, and serves the rest. */
function requireWholeFile(database: Database): void {
  const short = shortFile(database);
  if (short === undefined) return;
  throw new StoreUnopenable(
    "damaged",
    `The database ${database.path} is cut off: ${short}. Restore a backup with \`latchkey db restore\`.`,
  );
}

/** Throws if a database that was in use has no tables: they all lay in a log that is lost. */
function requireTables(path: string, database: Database): void {
  const found = database.prepare("SELECT count(*) AS tables FROM sqlite_schema").get();
  if (found?.tables !== 0) return;
  throw new StoreUnopenable(
    "missing",
    `The database ${path} is empty although its master key is here: its write-ahead log (${basename(path)}-wal) was lost. Put it back, or restore a backup with \`latchkey db restore\`. To start anew, remove ${basename(path)} and master.key.`,
  );
}

/** Reading a table of this many rows takes a few milliseconds. */
const readAtStartRowsMax = 10_000;

/**
 * The tables that decide who may sign in are read whole once, so that damage is found before a person meets it. A long table
 * is not: every start and every command would wait for it.
 */
function requireSound(database: Database): void {
  for (const table of ["clients", "accounts", "account_names", "sealing_keys"]) {
    const beyond = database.prepare(`SELECT 1 FROM ${table} LIMIT 1 OFFSET ${readAtStartRowsMax}`);
    if (beyond.get() !== undefined) continue;
    const finding = database.pragma(`quick_check('${table}')`);
    if (finding === "ok") continue;
    throw new StoreUnopenable(
      "damaged",
      `The database ${database.path} is damaged (${table}). Restore a backup with \`latchkey db restore\`.`,
      new Error(String(finding)),
    );
  }
}

async function statusOf(database: Database): Promise<StoreStatus> {
  const place = { engine: "sqlite", location: database.path };
  try {
    const movedTo = database.movedTo();
    if (movedTo !== undefined)
      return { isReady: false, ...place, problem: `it was moved to ${movedTo}`, movedTo };
    await database.retryFailedWrite();
    const problem = database.problem();
    if (problem !== undefined) return { isReady: false, ...place, problem };
    const version = database.read(() => schemaVersion(database));
    return {
      isReady: true,
      ...place,
      schemaVersion: version,
      sizeBytes: statSync(database.path).size,
      crashUnsafeSettings: [],
    };
  } catch (error) {
    return { isReady: false, ...place, problem: Error.isError(error) ? error.message : "unknown" };
  }
}
