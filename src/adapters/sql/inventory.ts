import type { IdPage, Inventory, ListQuery, LivePeriod, Position } from "../../flows/listing.ts";
import { type SessionId, sessionIdOf } from "../../values/ids.ts";
import { instantOf, plus } from "../../values/time.ts";

import { clientIdIn } from "./clients.ts";
import { type Engine, type Fact, get, type Statement, type Values } from "./fact.ts";
import { type Listing, listingByTime, positionIn, readPage, startByTime } from "./listing.ts";
import { blobAs, has, integer, parsed, type Row } from "./rows.ts";

/** Counts and pages of ids. People ask for them now and then, so no index is kept for them. */
export function inventoryOn(engine: Engine): Inventory {
  const sql = statements(engine);

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
    oldPasswords: () => engine.read(() => countOf(sql.oldPasswordCount)),
    clients: (query) => engine.read(() => searched(sql.clients, query, clientIdIn)),
    sessions: ({ accountId, after, limit, ...live }) => {
      const start = startByTime(after, { nothing: noSession, isNewestFirst: true });
      const values = { ...boundsOf(live), ...start, ...(accountId !== undefined && { account: accountId }) };
      const listing = accountId === undefined ? sql.sessions : sql.sessionsOf;
      const cursor = (row: Row) => positionIn(row, sessionIdIn);
      return engine.read(() => readPage(listing, { limit }, { values, item: sessionIdIn, cursor }));
    },
    secrets: (changedBefore) =>
      engine.read(function* () {
        const exposed = yield* countOf(sql.exposedSecrets);
        return { exposed, doubled: yield* countOf(sql.doubledSecrets, { changedBefore }) };
      }),
  };
}

/** The plus keeps SQLite off the index of expiry: nearly all rows are live, and each look-up costs three times a plain scan. */
const live = "+expires_at > :now AND last_seen_at > :seenAfter";
/** SQL: FROM and WHERE of all live sessions. */
export const liveSessions = `FROM sessions WHERE ${live}`;
/** SQL: the same for one account. One statement for all and for one would not use the account's index. */
export const liveSessionsOf = `${liveSessions} AND account_id = :account`;

const noSession = new Uint8Array(0);

function searched<Id extends string>(
  listing: Listing,
  { limit, search = "", after }: ListQuery<Position<Id>>,
  item: (row: Row) => Id,
): Fact<IdPage<Id>> {
  const values = { search, ...startByTime(after, { nothing: "" }) };
  return readPage(listing, { limit }, { values, item, cursor: (row) => positionIn(row, item) });
}

function statements(engine: Engine) {
  const { sql, contains } = engine;
  // Ids are random, so a few letters occur in many of them by chance. Only a whole id matches.
  const found = (table: string, columns: readonly string[]) =>
    listingByTime(engine, {
      from: `FROM ${table} WHERE (${contains(columns, ":search")} OR id = :search OR :search = '')`,
      time: "created_at",
    });
  const enabledClients = "SELECT count(*) AS count FROM clients WHERE NOT is_disabled AND";
  const live = (from: string) => listingByTime(engine, { from, time: "last_seen_at", isNewestFirst: true });
  return {
    clients: found("clients", ["name", "redirect_uris"]),
    clientCount: sql("SELECT count(*) AS count FROM clients"),
    exposedSecrets: sql(`${enabledClients} secret_exposed_at IS NOT NULL`),
    doubledSecrets: sql(
      `${enabledClients} previous_secret_digest IS NOT NULL AND updated_at < :changedBefore`,
    ),
    accountCount: sql("SELECT count(*) AS count FROM accounts"),
    oldPasswordCount: sql("SELECT count(*) AS count FROM accounts WHERE has_old_password"),
    sessions: live(liveSessions),
    sessionsOf: live(liveSessionsOf),
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
