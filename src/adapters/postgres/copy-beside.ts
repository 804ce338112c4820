import { type Client, escapeIdentifier, type QueryResultRow } from "pg";
import { withDatabase } from "../../values/postgres-address.ts";
import type { Instant } from "../../values/time.ts";
import { requireKnownSchema } from "../sql/migration-files.ts";
import { tables } from "../sql/tables.ts";
import { StoreUnopenable } from "../store.ts";
import { addressOf, connectApart } from "./connect.ts";
import { asUnopenable, codeOf } from "./errors.ts";
import { trySessionLockFor } from "./locks.ts";
import { knownMigrations, migrate } from "./migrations.ts";

/** How long one statement may take. */
const statementMilliseconds = 10 * 60_000;
const batchRows = 500;

/** A copy of a database, in a database of its own on the same server. */
export interface CopyBeside {
  /** The address of the copy. It may hold a password. */
  readonly url: string;
  /** The version of its schema: that of the original. */
  readonly schemaVersion: number;
  /** Removes it. Without this call, the next `copyBeside` of the same original does. */
  remove(): Promise<void>;
}

interface Copying {
  readonly now: () => Instant;
  readonly signal: AbortSignal;
  readonly onShare: (share: number) => void;
}

/**
 * Copies a database as one moment shows it: its schema is made anew by the migrations that it has, and its rows follow. The original is
 * only read, as `pg_dump` reads it. Locks, notifications and names of the copy are its own, because it is another database (ADR 0106).
 * Rejects with `StoreUnopenable`: "damaged" or "newer-schema" if the original is the reason, "not-writable" if the server does not let
 * this role make the copy, whose message names the repair.
 */
export async function copyBeside(url: string, { now, signal, onShare }: Copying): Promise<CopyBeside> {
  const address = addressOf(url);
  const { location } = address;
  const original = await connect(url);
  try {
    const [lock] = await rowsOf(original, trySessionLockFor("rehearsals"));
    if (lock?.is_ours !== true)
      throw new StoreUnopenable(
        "busy",
        `Another rehearsal of ${location} is running. Wait until it has ended.`,
      );
    const place = await placeOf(original, location);
    // By the connection that holds the lock: without it, this could be the copy of another rehearsal.
    const remove = async () => {
      await original.query(`DROP DATABASE IF EXISTS ${place.name} WITH (FORCE)`);
    };
    const copyUrl = withDatabase(url, place.name);
    await createCopy(original, place, { location, remove });
    try {
      const schemaVersion = await fill({ original, copyUrl, place, location, now, signal, onShare });
      return {
        url: copyUrl,
        schemaVersion,
        remove: async () => {
          try {
            await remove();
          } catch (error) {
            throw asUnopenable(location, error);
          } finally {
            await original.end().catch(() => undefined);
          }
        },
      };
    } catch (error) {
      await original
        .query("ROLLBACK")
        .then(remove)
        .catch(() => undefined);
      throw error;
    }
  } catch (error) {
    await original.end().catch(() => undefined);
    throw error;
  }
}

/** What a copy needs to know of its original. */
interface Place {
  /** The copy's own, which no other original has: with the lock, a database of this name is always an abandoned copy. */
  readonly name: string;
  readonly schema: string;
  readonly options: string;
  readonly role: string;
}

async function placeOf(original: Client, location: string): Promise<Place> {
  const [found] = await rowsOf(
    original,
    `SELECT oid, current_schema() AS schema, current_user AS role, format('ENCODING %L LC_COLLATE %L LC_CTYPE %L',
       pg_encoding_to_char(encoding), datcollate, datctype) AS options,
       to_regclass('latchkey_migrations') IS NOT NULL AS is_ours
     FROM pg_database WHERE datname = current_database()`,
  );
  if (found?.is_ours !== true)
    throw new StoreUnopenable("missing", `${location} is empty: no release was ever started on it.`);
  return {
    name: `latchkey_rehearsal_${found.oid}`,
    schema: String(found.schema),
    options: String(found.options),
    role: String(found.role),
  };
}

async function createCopy(
  original: Client,
  { name, options, role }: Place,
  { location, remove }: { readonly location: string; readonly remove: () => Promise<void> },
): Promise<void> {
  try {
    await remove();
    await original.query(`CREATE DATABASE ${name} TEMPLATE template0 ${options}`);
  } catch (error) {
    if (codeOf(error) !== "42501") throw asUnopenable(location, error);
    throw new StoreUnopenable(
      "not-writable",
      `The copy needs a database of its own on the server of ${location}, ${name}, and this role may not make it. Allow it, as an administrator of the server: ALTER ROLE ${escapeIdentifier(role)} CREATEDB; afterwards ALTER ROLE ${escapeIdentifier(role)} NOCREATEDB. Or restore a dump into an empty database and let LATCHKEY_DATABASE_URL name that one. Nothing was changed.`,
      error,
    );
  }
}

/** Makes the schema of the original in the copy, and copies its rows. Returns the version of the schema. */
async function fill({
  original,
  copyUrl,
  place,
  location,
  now,
  signal,
  onShare,
}: Copying & {
  readonly original: Client;
  readonly copyUrl: string;
  readonly place: Place;
  readonly location: string;
}): Promise<number> {
  await original.query(`SET idle_session_timeout = 0; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
     SET LOCAL bytea_output = hex; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`);
  const upTo = await versionOf(original, location);
  const prepared = await connectToCopy(copyUrl, place);
  try {
    // The search path of the address or the role leads there too, or this one does.
    await prepared.query(`CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(place.schema)}`);
    await prepared.query(`ALTER DATABASE ${place.name} SET search_path = ${escapeIdentifier(place.schema)}`);
  } finally {
    await prepared.end();
  }
  await migrate(addressOf(copyUrl), { now, mayEndWayBack: true, upTo });
  const copy = await connectToCopy(copyUrl, place);
  try {
    // It lasts for minutes, so it need not survive a crash, and waits for no standby.
    await copy.query("SET synchronous_commit = off; SET bytea_output = hex; SET statement_timeout = 0");
    await copyPartitions(original, copy);
    const names = await tablesOf(copy);
    await copy.query(`TRUNCATE ${names.map(escapeIdentifier).join(", ")}`);
    for (const [index, table] of names.entries()) {
      onShare(index / names.length);
      await copyRows({ original, copy, table, signal });
    }
    await original.query("COMMIT");
    return upTo;
  } finally {
    await copy.end();
  }
}

async function versionOf(original: Client, location: string): Promise<number> {
  const applied = (await rowsOf(original, "SELECT number, name FROM latchkey_migrations")).map(
    ({ number, name }) => ({ number: Number(number), name: String(name) }),
  );
  const known = knownMigrations();
  requireKnownSchema(location, applied, known);
  const version = Math.max(0, ...applied.map(({ number }) => number));
  const newest = known.at(-1)?.number ?? 0;
  if (version <= newest) return version;
  throw new StoreUnopenable(
    "not-writable",
    `${location} has schema ${version}, and this release makes ${newest} at most, so it cannot copy it. A step back needs no rehearsal: docs/upgrading.md, The way back.`,
  );
}

/** Connects, and makes sure that this is the copy: an option of the address, or a pooler, could lead elsewhere. */
async function connectToCopy(url: string, { name }: Place): Promise<Client> {
  const { location } = addressOf(url);
  try {
    const client = await connect(url);
    const [found] = await rowsOf(client, "SELECT current_database()::text AS name");
    if (found?.name === name) return client;
    await client.end();
    throw new Error(`The connection leads to ${found?.name}.`);
  } catch (error) {
    throw new StoreUnopenable(
      "not-writable",
      `The copy was made and cannot be opened as ${location} (${codeOf(error)}): pg_hba.conf or a pooler does not lead there. Let LATCHKEY_DATABASE_URL name the server itself for this command, and allow this role every database of it. Nothing was changed.`,
      error,
    );
  }
}

/** Grants lie in partitions, whose bounds decide which rows they take. */
async function copyPartitions(original: Client, copy: Client): Promise<void> {
  const statements = await rowsOf(
    original,
    `SELECT format('CREATE TABLE %I PARTITION OF grants %s', relname, pg_get_expr(relpartbound, pg_class.oid)) ||
       coalesce((SELECT string_agg(format('; ALTER TABLE %I ADD CONSTRAINT %I %s', relname, conname, pg_get_constraintdef(pg_constraint.oid)), '')
         FROM pg_constraint WHERE conrelid = pg_class.oid AND contype = 'c' AND conislocal), '') AS text
     FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
     WHERE inhparent = to_regclass('grants') AND relispartition ORDER BY relname`,
  );
  for (const { text } of statements) await copy.query(String(text));
}

/** The tables that the migrations made, each after those that its rows refer to. */
async function tablesOf(copy: Client): Promise<readonly string[]> {
  const found = await rowsOf(
    copy,
    `SELECT relname::text AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname <> 'latchkey_migrations' ORDER BY relname`,
  );
  const names = found.map(({ name }) => String(name));
  const known = tables.filter((table) => names.includes(table));
  return [...known, ...names.filter((name) => !tables.some((table) => table === name))];
}

/** Rows travel as JSON, which names their columns and is exact for every type that a table has. */
async function copyRows({
  original,
  copy,
  table,
  signal,
}: {
  readonly original: Client;
  readonly copy: Client;
  readonly table: string;
  readonly signal: AbortSignal;
}): Promise<void> {
  await requireSameColumns(original, copy, table);
  const name = escapeIdentifier(table);
  await original.query(
    `DECLARE rehearsed NO SCROLL CURSOR FOR SELECT to_json(one)::text AS sent FROM ${name} AS one`,
  );
  const insert = {
    name: `insert ${table}`.slice(0, 63),
    text: `INSERT INTO ${name} OVERRIDING SYSTEM VALUE
      SELECT read.* FROM unnest($1::text[]) AS sent, json_populate_record(NULL::${name}, sent::json) AS read`,
  };
  for (;;) {
    signal.throwIfAborted();
    const rows = await rowsOf(original, `FETCH ${batchRows} FROM rehearsed`);
    if (rows.length === 0) break;
    await copy.query({ ...insert, values: [rows.map(({ sent }) => sent)] });
  }
  await original.query("CLOSE rehearsed");
  for (const { column } of await rowsOf(
    copy,
    "SELECT attname::text AS column FROM pg_attribute WHERE attrelid = to_regclass($1) AND attidentity <> ''",
    [name],
  ))
    await copy.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), max(${escapeIdentifier(String(column))})) FROM ${name} HAVING count(*) > 0`,
      [name, column],
    );
}

/** A schema that somebody changed by hand is not what the migrations made, so a copy would not be one. */
async function requireSameColumns(original: Client, copy: Client, table: string): Promise<void> {
  const columnsOf = async (client: Client) => {
    const [found] = await rowsOf(
      client,
      `SELECT array_agg(attname::text ORDER BY attname) AS names FROM pg_attribute
       WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`,
      [escapeIdentifier(table)],
    );
    const names: readonly string[] | null = found?.names ?? null;
    return names ?? [];
  };
  const [there, here] = [await columnsOf(original), await columnsOf(copy)];
  const [missing] = here.filter((name) => !there.includes(name));
  const [added] = there.filter((name) => !here.includes(name));
  if (there.length === 0)
    throw new StoreUnopenable(
      "damaged",
      `The table ${table} is missing, although its migration was applied.`,
    );
  if (missing !== undefined)
    throw new StoreUnopenable("damaged", `The table ${table} lacks its column ${missing}.`);
  if (added !== undefined)
    throw new StoreUnopenable("damaged", `The table ${table} has a column of another program: ${added}.`);
}

async function connect(url: string): Promise<Client> {
  const address = addressOf(url);
  try {
    return await connectApart(address, { query_timeout: statementMilliseconds });
  } catch (error) {
    throw asUnopenable(address.location, error);
  }
}

async function rowsOf(
  client: Client,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly QueryResultRow[]> {
  return (await client.query<QueryResultRow>(text, [...values])).rows;
}
