import { type SessionId, sessionIdOf } from "../../values/ids.ts";
import { instantOf, plus } from "../../values/time.ts";
import type { Inventory, LivePeriod, Page } from "../store.ts";
import { accountIdIn } from "./accounts.ts";
import { clientIdIn } from "./clients.ts";
import { all, type Engine, type Fact, get, type Statement, type Values } from "./fact.ts";
import type { Row } from "./rows.ts";
import { blobAs, has, integer, parsed } from "./rows.ts";

/** Counts and first ids. People ask for them now and then, so no index is kept for them. */
export function inventoryOn(engine: Engine): Inventory {
  const sql = statements(engine);

  function page<Id>(list: Listing, values: Values, idIn: (row: Row) => Id): Promise<Page<Id>> {
    return engine.read(function* () {
      const ids = (yield* all(list.first, values)).map(idIn);
      return { ids, total: yield* countOf(list.count, values) };
    });
  }

  return {
    counts: (live) =>
      engine.read(function* () {
        const newest = yield* get(sql.newestChange);
        return {
          clients: yield* countOf(sql.clientCount),
          accounts: yield* countOf(sql.accountCount),
          sessions: yield* countOf(sql.sessions.count, boundsOf(live)),
          ...(newest && has(newest, "at") && { newestChangeAt: instantOf(integer(newest, "at")) }),
        };
      }),
    clients: (limit, search = "") => page(sql.clients, { limit, search }, clientIdIn),
    accounts: (limit, search = "") => page(sql.accounts, { limit, search }, accountIdIn),
    sessions: ({ accountId, limit, ...live }) =>
      accountId === undefined
        ? page(sql.sessions, { ...boundsOf(live), limit }, sessionIdIn)
        : page(sql.sessionsOf, { ...boundsOf(live), limit, account: accountId }, sessionIdIn),
  };
}

/** The plus keeps SQLite off the index of expiry: nearly all rows are live, and looking each up costs thrice a plain walk. */
const live = "+expires_at > :now AND last_seen_at > :seenAfter";
/** From where all live sessions are read. */
export const liveSessions = `FROM sessions WHERE ${live}`;
/** From where those of one account are read. One statement for all and for one would not use the account's index. */
export const liveSessionsOf = `${liveSessions} AND account_id = :account`;

/** The first rows of a list, and how many it has in all. */
interface Listing {
  readonly first: Statement;
  readonly count: Statement;
}

function statements({ sql, contains }: Engine) {
  const listing = (from: string, order: string): Listing => ({
    first: sql(`SELECT id ${from} ORDER BY ${order} LIMIT :limit`),
    count: sql(`SELECT count(*) AS count ${from}`),
  });
  const found = (table: string, columns: readonly string[]) =>
    listing(`FROM ${table} WHERE ${contains(columns, ":search")} OR :search = ''`, "created_at, id");
  return {
    clients: found("clients", ["id", "name", "redirect_uris"]),
    clientCount: sql("SELECT count(*) AS count FROM clients"),
    accounts: found("accounts", ["id", "username", "email", "name"]),
    accountCount: sql("SELECT count(*) AS count FROM accounts"),
    sessions: listing(liveSessions, "last_seen_at DESC, id"),
    sessionsOf: listing(liveSessionsOf, "last_seen_at DESC, id"),
    newestChange: sql(
      `SELECT max(updated_at) AS at
       FROM (SELECT updated_at FROM clients UNION ALL SELECT updated_at FROM accounts) AS changed`,
    ),
  };
}

function boundsOf({ now, idleLimit }: LivePeriod) {
  return { now, seenAfter: plus(now, -idleLimit) };
}

function* countOf(statement: Statement, values: Values = {}): Fact<number> {
  return integer(parsed("count", yield* get(statement, values)), "count");
}

function sessionIdIn(row: Row): SessionId {
  return blobAs(row, "id", sessionIdOf);
}
