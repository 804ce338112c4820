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

  async clients(limit: number): Promise<Page<ClientId>> {
    return this.#database.read(() => ({
      ids: this.#sql.clients.all({ limit }).map((row) => parsed("id", parseClientId(text(row, "id")))),
      total: countOf(this.#sql.clientCount),
    }));
  }

  async accounts(limit: number): Promise<Page<AccountId>> {
    return this.#database.read(() => ({
      ids: this.#sql.accounts.all({ limit }).map((row) => parsed("id", parseAccountId(text(row, "id")))),
      total: countOf(this.#sql.accountCount),
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

function statements(database: Database) {
  return {
    clients: database.prepare("SELECT id FROM clients ORDER BY created_at, id LIMIT :limit"),
    clientCount: database.prepare("SELECT count(*) AS count FROM clients"),
    accounts: database.prepare("SELECT id FROM accounts ORDER BY created_at, id LIMIT :limit"),
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
