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
import type { Database, Row, Statement } from "./database.ts";

/** Counts and first ids. They are asked for now and then by a person, so no index is kept for them. */
export class SqliteInventory implements Inventory {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
  }

  async counts(live: LivePeriod): Promise<Counts> {
    return this.#database.read(() => {
      const newest = this.#sql.newestChange.get();
      return {
        clients: countOf(this.#sql.clientCount),
        accounts: countOf(this.#sql.accountCount),
        sessions: countOf(this.#sql.sessionCount, boundsOf(live)),
        ...(newest && has(newest, "at") && { newestChangeAt: instantOf(integer(newest, "at")) }),
      };
    });
  }

  async clients(limit: number, search = ""): Promise<Page<ClientId>> {
    return this.#database.read(() => ({
      ids: this.#sql.clients
        .all({ limit, search })
        .map((row) => parsed("id", parseClientId(text(row, "id")))),
      total: countOf(this.#sql.foundClientCount, { search }),
    }));
  }

  async accounts(limit: number, search = ""): Promise<Page<AccountId>> {
    return this.#database.read(() => ({
      ids: this.#sql.accounts
        .all({ limit, search })
        .map((row) => parsed("id", parseAccountId(text(row, "id")))),
      total: countOf(this.#sql.foundAccountCount, { search }),
    }));
  }

  async sessions(
    which: LivePeriod & { readonly accountId?: AccountId; readonly limit: number },
  ): Promise<Page<SessionId>> {
    const { accountId, limit } = which;
    const [list, count] =
      accountId === undefined
        ? [this.#sql.sessions, this.#sql.sessionCount]
        : [this.#sql.sessionsOf, this.#sql.sessionCountOf];
    const bounds = { ...boundsOf(which), ...(accountId !== undefined && { account: accountId }) };
    return this.#database.read(() => ({
      ids: list.all({ ...bounds, limit }).map((row) => sessionIdOf(blob(row, "id"))),
      total: countOf(count, bounds),
    }));
  }
}

/** The plus keeps SQLite off the index of expiry: nearly all rows are live, and looking each up costs thrice a plain walk. */
const live = "+expires_at > :now AND last_seen_at > :seenAfter";
/** From where all live sessions are read. */
export const liveSessions = `FROM sessions WHERE ${live}`;
/** From where those of one account are read. One statement for all and for one would not use the account's index. */
export const liveSessionsOf = `${liveSessions} AND account_id = :account`;

/** A line end between the texts, so that none is found across two of them. */
function foundIn(table: string, columns: string): string {
  return `FROM ${table} WHERE instr(lower(concat_ws(char(10), ${columns})), lower(:search)) > 0 OR :search = ''`;
}

function statements(database: Database) {
  const clients = foundIn("clients", "id, name, redirect_uris");
  const accounts = foundIn("accounts", "id, username, email, name");
  return {
    clients: database.prepare(`SELECT id ${clients} ORDER BY created_at, id LIMIT :limit`),
    foundClientCount: database.prepare(`SELECT count(*) AS count ${clients}`),
    clientCount: database.prepare("SELECT count(*) AS count FROM clients"),
    accounts: database.prepare(`SELECT id ${accounts} ORDER BY created_at, id LIMIT :limit`),
    foundAccountCount: database.prepare(`SELECT count(*) AS count ${accounts}`),
    accountCount: database.prepare("SELECT count(*) AS count FROM accounts"),
    sessions: database.prepare(`SELECT id ${liveSessions} ORDER BY last_seen_at DESC, id LIMIT :limit`),
    sessionCount: database.prepare(`SELECT count(*) AS count ${liveSessions}`),
    sessionsOf: database.prepare(`SELECT id ${liveSessionsOf} ORDER BY last_seen_at DESC, id LIMIT :limit`),
    sessionCountOf: database.prepare(`SELECT count(*) AS count ${liveSessionsOf}`),
    newestChange: database.prepare(
      "SELECT max(updated_at) AS at FROM (SELECT updated_at FROM clients UNION ALL SELECT updated_at FROM accounts)",
    ),
  };
}

function boundsOf({ now, idleLimit }: LivePeriod) {
  return { now, seenAfter: plus(now, -idleLimit) };
}

function countOf(statement: Statement, bounds: Parameters<Statement["get"]>[0] = {}): number {
  const row: Row = statement.get(bounds) ?? {};
  return integer(row, "count");
}
