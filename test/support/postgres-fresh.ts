import { Client, escapeIdentifier, escapeLiteral } from "pg";

/** Far more than a connection takes to end, on a busy machine too. */
const terminationMilliseconds = 60_000;

/** A database as it was made, and the SQL that leads another one back to that. */
export interface FreshState {
  readonly digest: unknown;
  readonly reset: string;
}

const inPublic = "relnamespace = 'public'::regnamespace";

/** Everything that a test can find in a database: what it is made of, and the rows. */
const digestSql = `
  SELECT md5(string_agg(part, E'\\n' ORDER BY part)) AS digest FROM (
    SELECT concat_ws(' ', oid::regclass, relkind, relpersistence, reloptions, pg_get_expr(relpartbound, oid)) FROM pg_class WHERE ${inPublic}
    UNION ALL
    SELECT concat_ws(' ', attrelid::regclass, attnum, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
      (SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = attrelid AND adnum = attnum))
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE ${inPublic} AND attnum > 0
    UNION ALL
    SELECT concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid)) FROM pg_constraint
    UNION ALL
    SELECT concat_ws(' ', indisvalid, pg_get_indexdef(indexrelid)) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE ${inPublic}
    UNION ALL
    SELECT concat_ws(' ', tgenabled, pg_get_triggerdef(oid)) FROM pg_trigger
    UNION ALL
    SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL
    SELECT concat_ws(' ', sequencename, last_value) FROM pg_sequences
    UNION ALL
    SELECT schema_to_xml('public', TRUE, FALSE, '')::text
  ) AS parts (part)`;

/** Looks at a database that no test has used. */
export async function freshStateOf(url: string): Promise<FreshState> {
  return connected(url, async (client) => {
    const { rows } = await client.query(
      `SELECT relname AS name FROM pg_class WHERE ${inPublic} AND relkind = 'r'`,
    );
    const tables = rows.map(({ name }) => String(name));
    const refills: string[] = [];
    for (const table of tables.map((name) => escapeIdentifier(name))) {
      const [filled] = (await client.query(`SELECT json_agg(t)::text AS rows FROM ${table} AS t`)).rows;
      if (filled?.rows == null) continue;
      const kept = `json_populate_recordset(NULL::${table}, ${escapeLiteral(filled.rows)})`;
      refills.push(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${kept};`);
    }
    return { digest: await digestOf(client), reset: resetSql(tables) + refills.join("\n") };
  });
}

/**
 * Leads a database back to the fresh state, which takes a hundredth of the system's time that another copy takes. False if something
 * is left that no row is: then it has to be removed.
 */
export async function isFreshAgain(url: string, { digest, reset }: FreshState): Promise<boolean> {
  return connected(url, async (client) => {
    await client.query(
      `SELECT pg_terminate_backend(pid, ${terminationMilliseconds}) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await client.query(`BEGIN; SET LOCAL session_replication_role = replica; ${reset} COMMIT`);
    return (await digestOf(client)) === digest;
  });
}

/** Removes what a test made, and empties every table that is not empty. No trigger and no foreign key looks on. */
function resetSql(tables: readonly string[]): string {
  const isOwn = `relname = ANY (ARRAY[${tables.map((name) => escapeLiteral(name)).join()}])`;
  return `DO $$
    DECLARE found record;
    BEGIN
      FOR found IN SELECT oid::regclass AS name, ${isOwn} AS is_own FROM pg_class
        WHERE ${inPublic} AND relkind = 'r' AND (NOT ${isOwn} OR pg_relation_size(oid) > 0)
      LOOP EXECUTE CASE WHEN found.is_own THEN 'DELETE FROM ' ELSE 'DROP TABLE ' END || found.name; END LOOP;
      FOR found IN SELECT format('%I', sequencename) AS name FROM pg_sequences WHERE last_value IS NOT NULL
      LOOP EXECUTE 'ALTER SEQUENCE ' || found.name || ' RESTART'; END LOOP;
    END $$;`;
}

async function digestOf(client: Client): Promise<unknown> {
  return (await client.query(digestSql)).rows[0]?.digest;
}

async function connected<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
