import {
  type AccountId,
  type ClientId,
  parseAccountId,
  parseClientId,
  type SessionId,
  sessionIdOf,
} from "../../values/ids.ts";
import { instantOf, plus } from "../../values/time.ts";
import { blob, has, integer, parsed, text } from "../rows/rows.ts";
import type { Counts, Inventory, LivePeriod, Page } from "../store.ts";
import type { Database, Statement, Value } from "./database.ts";

/** Counts and first ids. They are asked for now and then by a person, so no index is kept for them. */
export class PostgresInventory implements Inventory {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
  }

  async counts(live: LivePeriod): Promise<Counts> {
    const newest = await this.#database.get(this.#sql.newestChange);
    return {
      clients: await this.#count(this.#sql.clientCount),
      accounts: await this.#count(this.#sql.accountCount),
      sessions: await this.#count(this.#sql.sessionCount, undefined, ...boundsOf(live)),
      ...(newest && has(newest, "at") && { newestChangeAt: instantOf(integer(newest, "at")) }),
    };
  }

  async clients(limit: number, search = ""): Promise<Page<ClientId>> {
    const rows = await this.#database.all(this.#sql.clients, search, limit);
    return {
      ids: rows.map((row) => parsed("id", parseClientId(text(row, "id")))),
      total: await this.#count(this.#sql.foundClientCount, search),
    };
  }

  async accounts(limit: number, search = ""): Promise<Page<AccountId>> {
    const rows = await this.#database.all(this.#sql.accounts, search, limit);
    return {
      ids: rows.map((row) => parsed("id", parseAccountId(text(row, "id")))),
      total: await this.#count(this.#sql.foundAccountCount, search),
    };
  }

  async sessions(
    which: LivePeriod & { readonly accountId?: AccountId; readonly limit: number },
  ): Promise<Page<SessionId>> {
    const bounds = [which.accountId, ...boundsOf(which)] as const;
    const rows = await this.#database.all(this.#sql.sessions, ...bounds, which.limit);
    return {
      ids: rows.map((row) => sessionIdOf(blob(row, "id"))),
      total: await this.#count(this.#sql.sessionCount, ...bounds),
    };
  }

  async #count(statement: Statement, ...bounds: readonly Value[]): Promise<number> {
    return integer((await this.#database.get(statement, ...bounds)) ?? {}, "count");
  }
}

const liveSessions =
  "FROM sessions WHERE ($1::text IS NULL OR account_id = $1) AND expires_at > $2 AND last_seen_at > $3";

/** A line end between the texts, so that none is found across two of them. In the collation "C" only a to z have two cases. */
function foundIn(table: string, columns: string): string {
  const texts = `lower(concat_ws(chr(10), ${columns}) COLLATE "C")`;
  return `FROM ${table} WHERE position(lower($1::text COLLATE "C") IN ${texts}) > 0 OR $1::text = ''`;
}

function statements(database: Database) {
  const clients = foundIn("clients", "id, name, redirect_uris");
  const accounts = foundIn("accounts", "id, username, email, name");
  return {
    clients: database.prepare(`SELECT id ${clients} ORDER BY created_at, id LIMIT $2`),
    foundClientCount: database.prepare(`SELECT count(*) AS count ${clients}`),
    clientCount: database.prepare("SELECT count(*) AS count FROM clients"),
    accounts: database.prepare(`SELECT id ${accounts} ORDER BY created_at, id LIMIT $2`),
    foundAccountCount: database.prepare(`SELECT count(*) AS count ${accounts}`),
    accountCount: database.prepare("SELECT count(*) AS count FROM accounts"),
    sessions: database.prepare(`SELECT id ${liveSessions} ORDER BY last_seen_at DESC, id LIMIT $4`),
    sessionCount: database.prepare(`SELECT count(*) AS count ${liveSessions}`),
    newestChange: database.prepare(
      "SELECT max(updated_at) AS at FROM (SELECT updated_at FROM clients UNION ALL SELECT updated_at FROM accounts) AS all_of_them",
    ),
  };
}

function boundsOf({ now, idleLimit }: LivePeriod) {
  return [now, plus(now, -idleLimit)] as const;
}
