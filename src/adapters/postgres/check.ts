import type { PostgresAddress } from "../../values/postgres-address.ts";
import { integer, text } from "../sql/rows.ts";
import { tables } from "../sql/tables.ts";
import type { StoreCheck } from "../store.ts";
import { connectApart } from "./connect.ts";
import { asItIs, runnerOn } from "./database.ts";
import { asUnopenable } from "./errors.ts";
import { boundName, isNamedAsPartition } from "./partition-catalogue.ts";

/** Counting a large table takes a long time, and only this command waits for it. */
const checkMilliseconds = 30 * 60_000;
const ours = "relnamespace = current_schema()::regnamespace";

const looks: readonly { readonly sql: string; readonly problem: (name: string) => string }[] = [
  {
    sql: `SELECT conrelid::regclass || ': ' || conname AS name FROM pg_constraint
            JOIN pg_class ON pg_class.oid = conrelid
          WHERE NOT convalidated AND ${ours}
            AND NOT (conname = '${boundName}' AND ${isNamedAsPartition("relname")}) ORDER BY 1`,
    problem: (name) => `a constraint was never validated: ${name}`,
  },
  {
    sql: `SELECT indexrelid::regclass::text AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
          WHERE ${ours} AND NOT (indisvalid AND indisready) ORDER BY 1`,
    problem: (name) => `an index is not valid: ${name}`,
  },
  {
    sql: `SELECT checksum_failures::text AS name FROM pg_stat_database
          WHERE datname = current_database() AND checksum_failures > 0`,
    problem: (count) => `the server found ${count} pages whose checksum is wrong`,
  },
];

/**
 * Asks the server whether every table, constraint and index exists and is valid, and how many rows there are. On a connection of
 * its own, because counting takes longer than statements otherwise may.
 */
export async function checkDatabase(address: PostgresAddress): Promise<StoreCheck> {
  const opened = connectApart(address, { query_timeout: checkMilliseconds });
  try {
    const runner = runnerOn(await opened);
    const one = async (sql: string) => (await runner.get(asItIs(sql))) ?? {};
    const problems: string[] = [];
    for (const { sql, problem } of looks)
      for (const row of await runner.all(asItIs(sql))) problems.push(problem(text(row, "name")));
    const rows: Record<string, number> = {};
    for (const table of tables) {
      const { present } = await one(`SELECT to_regclass('${table}') IS NOT NULL AS present`);
      if (present !== 1) problems.push(`the table ${table} is missing`);
      else rows[table] = integer(await one(`SELECT count(*) AS rows FROM ${table}`), "rows");
    }
    const version = await one("SELECT coalesce(max(number), 0)::bigint AS version FROM latchkey_migrations");
    const size = await one("SELECT pg_database_size(current_database()) AS size");
    return {
      problems,
      schemaVersion: integer(version, "version"),
      rows,
      sizes: { database_bytes: integer(size, "size") },
    };
  } catch (error) {
    throw asUnopenable(address.location, error);
  } finally {
    await opened.then((client) => client.end()).catch(() => undefined);
  }
}
