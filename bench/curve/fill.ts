/**
 * Room: bench/curve. How figures grow with users, rows and processes. This file writes rows straight into a database of Latchkey's
 * own schema, with no server running: ten million sign-ins would take an hour. Column names are given, so a schema that changed
 * ends the run instead of spoiling it.
 */
import { randomBytes } from "node:crypto";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { digestOf, type StoredTokens, storedSession, storedToken } from "../stored.ts";

/** Rows between two commits. */
const rowsEach = 100_000;
const millisecondsPerDay = 24 * 60 * 60 * 1000;
const storedDays = 20;
const tokenDays = 30;
/** How long Latchkey keeps a grant after its token's end. */
const keptMilliseconds = 120_000;

/** For the measured server, so that what is stored and what it issues itself have one lifetime. */
export const tokenLifetimeSeconds = (tokenDays * millisecondsPerDay) / 1000;

/** Runs `fill` on the closed database; what it wrote is not synced, for nobody needs it after a power failure. */
function filling(file: string, fill: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    database.exec("PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
    database.exec("PRAGMA cache_size = -1000000; PRAGMA locking_mode = EXCLUSIVE");
    fill(database);
  } finally {
    database.close();
  }
}

function insertRows(
  database: DatabaseSync,
  count: number,
  inserts: Readonly<Record<string, (index: number) => Readonly<Record<string, SQLInputValue>>>>,
): void {
  const prepared = Object.entries(inserts).map(([table, rowOf]) => {
    const columns = Object.keys(rowOf(0));
    const places = columns.map(() => "?").join(", ");
    return {
      insert: database.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`),
      rowOf,
    };
  });
  for (let from = 0; from < count; from += rowsEach) {
    database.exec("BEGIN");
    for (let index = from; index < Math.min(from + rowsEach, count); index += 1) {
      for (const { insert, rowOf } of prepared) insert.run(...Object.values(rowOf(index)));
    }
    database.exec("COMMIT");
  }
}

function countOf(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count);
}

function anyRow(database: DatabaseSync, sql: string): Record<string, SQLInputValue> {
  const row = database.prepare(sql).get();
  if (row === undefined) throw new Error(`Nothing to fill from: ${sql}`);
  return row;
}

/** Grants whose tokens live, issued evenly over the last twenty days to people who are signed in. */
export function fillGrants(file: string, count: number, clientId: string): StoredTokens {
  const span = storedDays * millisecondsPerDay;
  const tokens = { count, firstAt: Date.now() - span, millisecondsApart: span / count };
  filling(file, (database) => {
    database.exec("DELETE FROM grants");
    const holders = database
      .prepare(
        "SELECT sessions.id AS session, accounts.id AS account, epoch FROM sessions JOIN accounts ON accounts.id = account_id",
      )
      .all();
    insertRows(database, count, {
      grants: (index) => {
        const { id, secret } = storedToken(tokens, index);
        const holder = holders[index % holders.length] ?? {};
        const redeemedAt = tokens.firstAt + Math.floor(index * tokens.millisecondsApart);
        const expiresAt = redeemedAt + tokenDays * millisecondsPerDay;
        return {
          id,
          token_digest: digestOf(secret),
          client_id: clientId,
          account_id: holder.account ?? null,
          account_epoch: holder.epoch ?? null,
          session_id: holder.session ?? null,
          redeemed_at: redeemedAt,
          token_expires_at: expiresAt,
          keep_until: expiresAt + keptMilliseconds,
          after_revocation: 0,
        };
      },
    });
  });
  return tokens;
}

/** Accounts up to `count`, each with a name, an address, a password and one live session; answers how many sessions it made. */
export function fillAccounts(file: string, count: number): number {
  let made = 0;
  filling(file, (database) => {
    made = count - countOf(database, "accounts");
    const { password_hash: passwordHash = null } = anyRow(database, "SELECT password_hash FROM accounts");
    const now = Date.now();
    const since = now - storedDays * millisecondsPerDay;
    const accountId = (index: number): string =>
      `lku${digestOf(`account ${index}`).toString("hex").slice(0, 20)}`;
    const username = (index: number): string => `person-${index}`;
    const email = (index: number): string => `person-${index}@example.org`;
    insertRows(database, made, {
      accounts: (index) => ({
        id: accountId(index),
        username: username(index),
        email: email(index),
        name: `Person ${index}`,
        password_hash: passwordHash,
        epoch: 0,
        is_disabled: 0,
        is_admin: 0,
        created_at: since + index,
        updated_at: since + index,
      }),
      sessions: (index) => {
        const { id, secret } = storedSession(index);
        return {
          id,
          cookie_digest: digestOf(secret),
          account_id: accountId(index),
          authenticated_at: now,
          methods: "pwd",
          expires_at: now + tokenDays * millisecondsPerDay,
          last_seen_at: now,
          user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        };
      },
    });
    const names = [username, email];
    insertRows(database, made * names.length, {
      account_names: (index) => {
        const account = index >> 1;
        return { name: (names[index & 1] ?? username)(account), account_id: accountId(account) };
      },
    });
  });
  return made;
}

/** Clients up to `count`; every tenth is one of OpenID Connect. */
export function fillClients(file: string, count: number): void {
  filling(file, (database) => {
    const { metadata = null } = anyRow(database, "SELECT metadata FROM clients WHERE metadata IS NOT NULL");
    const since = Date.now() - storedDays * millisecondsPerDay;
    insertRows(database, count - countOf(database, "clients"), {
      clients: (index) => ({
        id: `lkc${digestOf(`client ${index}`).toString("hex").slice(0, 20)}`,
        name: `Application ${index}`,
        redirect_uris: JSON.stringify([`https://app-${index}.example.org/callback`]),
        profile: "interface",
        is_public: 0,
        secret_digest: randomBytes(32),
        is_disabled: 0,
        created_at: since + index,
        updated_at: since + index,
        metadata: index % 10 === 0 ? metadata : null,
      }),
    });
  });
}
