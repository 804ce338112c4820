import type { Client, ClientBase, QueryResultRow } from "pg";
import { grantIdOf, instantOfGrantId } from "../../values/ids.ts";
import type { PostgresAddress } from "../../values/postgres-address.ts";
import { StoreUnavailable } from "../../values/store-unavailable.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { blob, integer } from "../sql/rows.ts";
import { type Table, tables } from "../sql/tables.ts";
import { StoreUnopenable } from "../store.ts";
import { columnarOf } from "./columnar.ts";
import { addressOf, connectApart } from "./connect.ts";
import { runnerOn } from "./database.ts";
import { asUnavailable, asUnopenable, codeOf, isLoss } from "./errors.ts";
import { migrate } from "./migrations.ts";
import { hasRoom, lifetimeOf, type Partition, usualLifetimeMilliseconds } from "./partition.ts";
import { makeRoom } from "./partition-table.ts";

/** A column, and what an array of its values is cast to. */
interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNumbered: boolean;
}

/** A row to insert: numbers, 0 and 1 for booleans, text, bytes. */
type Row = Readonly<Record<string, null | number | bigint | string | Uint8Array>>;

/** How long one statement may take, such as counting a large table. */
const statementMilliseconds = 10 * 60_000;

/** The connection was lost before the server answered a commit, so the outcome is not known. */
export class CommitUnknown extends Error {
  override readonly name = "CommitUnknown";
}

/**
 * An empty PostgreSQL database that is filled in one transaction, on a connection of its own. Its methods reject with
 * `StoreUnavailable` if the machine fails, and with `StoreUnopenable` if the database is not fit for it.
 */
export class PostgresTarget {
  /** Host, port and name, without user or password. */
  readonly location: string;
  readonly #address: PostgresAddress;
  readonly #client: Client;
  #partitions: readonly Partition[] = [];
  #lifetimeMilliseconds = usualLifetimeMilliseconds;

  private constructor(address: PostgresAddress, client: Client) {
    this.#address = address;
    this.location = address.location;
    this.#client = client;
  }

  /** Connects and changes nothing. Rejects with `StoreUnopenable`. */
  static async open(url: string): Promise<PostgresTarget> {
    const address = addressOf(url);
    try {
      const client = await connectApart(address, { query_timeout: statementMilliseconds });
      return new PostgresTarget(address, client);
    } catch (error) {
      throw asUnopenable(address.location, error);
    }
  }

  /** The first table that has a row; undefined in an empty database, and in one without Latchkey's schema. */
  async occupiedTable(): Promise<Table | undefined> {
    for (const table of tables) {
      const [found] = await this.#query("SELECT to_regclass($1) IS NOT NULL AS is_there", [table]);
      if (found?.is_there !== true) continue;
      const [row] = await this.#query(`SELECT EXISTS (SELECT FROM ${table}) AS is_occupied`);
      if (row?.is_occupied === true) return table;
    }
    return undefined;
  }

  /** True if the database holds one of these keys, which no two installations share. */
  async holdsAnyKey(sealedKeys: readonly Uint8Array[]): Promise<boolean> {
    const [row] = await this.#query(
      "SELECT EXISTS (SELECT FROM sealing_keys WHERE sealed_key = ANY($1::bytea[])) AS is_held",
      [sealedKeys],
    );
    return row?.is_held === true;
  }

  /**
   * Brings the schema up to date and begins the transaction. Until it ends no other connection writes any table: a node that
   * starts too early waits, and then finds the keys.
   */
  async begin(now: () => Instant): Promise<void> {
    try {
      await migrate(this.#address, { now, mayEndWayBack: false });
      await this.#client.query("BEGIN; SET LOCAL lock_timeout = '5s'");
      await this.#client.query(`LOCK TABLE ${tables.join(", ")} IN EXCLUSIVE MODE`);
      await this.#client.query(
        "SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0",
      );
    } catch (error) {
      if (codeOf(error) !== "55P03") throw asUnopenable(this.location, error);
      throw new StoreUnopenable(
        "busy",
        `Something else works on ${this.location}. Stop it, and try again.`,
        error,
      );
    }
  }

  async columns(table: Table): Promise<readonly Column[]> {
    const rows = await this.#query(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attidentity <> '' AS is_numbered
       FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
      [table],
    );
    return rows.map((row) => ({
      name: String(row.name),
      type: String(row.type),
      isNumbered: row.is_numbered === true,
    }));
  }

  /** Inserts rows with the numbers that they have; returns how many. A column that is not named gets its default. */
  async insert(table: Table, columns: readonly Column[], rows: readonly Row[]): Promise<number> {
    const names = columns.map(({ name }) => name).join(", ");
    const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(", ");
    const values = columnarOf(rows, (row) => columns.map(({ name }) => row[name]));
    const text = `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT * FROM unnest(${arrays})`;
    return this.#run(async (client) => {
      try {
        if (table === "grants") await this.#makeRoomFor(rows);
        return (await client.query({ name: table, text, values: [...values] })).rowCount ?? 0;
      } catch (error) {
        throw asRefusedRow(table, error);
      }
    });
  }

  async count(table: Table): Promise<number> {
    const [row] = await this.#query(`SELECT count(*) AS count FROM ${table}`);
    return Number(row?.count);
  }

  /** Continues the numbering above `last`, so that the number of a removed row is never given again. */
  async numberFrom(table: Table, column: string, last: number): Promise<void> {
    if (last === 0) return;
    await this.#query("SELECT setval(pg_get_serial_sequence($1, $2), $3)", [table, column, last]);
  }

  /** Rejects with `CommitUnknown` if the outcome is not known; any other rejection means that nothing was committed. */
  async commit(): Promise<void> {
    try {
      await this.#client.query("COMMIT");
    } catch (error) {
      if (isLoss(error)) throw new CommitUnknown("No answer to the commit.", { cause: error });
      throw asUnavailable(error) ?? error;
    }
  }

  /** Rolls back what was not committed and disconnects. Never rejects. */
  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }

  /** Grants lie in partitions, which an empty database lacks. */
  async #makeRoomFor(grants: readonly Row[]): Promise<void> {
    const times = grants.map((grant) => instantOfGrantId(grantIdOf(blob(grant, "id"))));
    for (const [index, grant] of grants.entries()) {
      const keepUntil = instantOf(integer(grant, "keep_until"));
      const lifetime = lifetimeOf(times[index] ?? keepUntil, keepUntil);
      if (lifetime > this.#lifetimeMilliseconds) this.#lifetimeMilliseconds = lifetime;
    }
    if (times.every((time) => hasRoom(this.#partitions, time, this.#lifetimeMilliseconds))) return;
    this.#partitions = await makeRoom(runnerOn(this.#client), times, this.#lifetimeMilliseconds);
  }

  async #query(text: string, values: readonly unknown[] = []): Promise<readonly QueryResultRow[]> {
    return this.#run(async (client) => (await client.query<QueryResultRow>(text, [...values])).rows);
  }

  async #run<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    try {
      return await work(this.#client);
    } catch (error) {
      throw asUnavailable(error) ?? error;
    }
  }
}

/** 22021 and 22P05: a character that the database's encoding does not have. Any other refusal of a row is a bug. */
function asRefusedRow(table: Table, error: unknown): unknown {
  const code = codeOf(error);
  if (!/^2[23]...$/.test(code)) return error;
  const repair = ["22021", "22P05"].includes(code)
    ? "If its database was not made with ENCODING 'UTF8', make it anew with that."
    : "This is a bug: please report the table and the code.";
  return new StoreUnavailable(
    `PostgreSQL does not take a row of ${table} (${code}). ${repair} The file is as it was.`,
    { cause: error },
  );
}
