import type { EndedSession, SessionFacts, Sessions } from "../../flows/ports.ts";
import type { ClaimedSideEffects } from "../../flows/side-effect-ports.ts";
import type { Account } from "../../identity/account.ts";
import type { Reservation } from "../../identity/rate-limit.ts";
import type { Session } from "../../identity/session.ts";
import { digestOf } from "../../values/digest.ts";
import {
  type AccountId,
  equalIds,
  parseAccountId,
  parseClientId,
  type SessionId,
  sessionIdOf,
} from "../../values/ids.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { accountColumns, accountOf } from "./account-row.ts";
import { laterVersion } from "./account-version.ts";
import { assignments, columnList } from "./columns.ts";
import { all, type Cache, type Engine, type Fact, get, run, type Value } from "./fact.ts";
import {
  blob,
  blobAs,
  flag,
  has,
  integer,
  parsed,
  type Row,
  text,
  textOfWords,
  wordsOrNone,
} from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";

/** Finds a session and its account. Every page and every code needs this, so each engine has its own fast way. */
export interface SessionLookUp extends Pick<Sessions, "find"> {
  /** Part of every fact that changes or ends the session. */
  forget(id: Uint8Array): Fact<void>;
}

interface Parts {
  readonly lookUp: SessionLookUp;
  readonly accounts: Cache<AccountId, Account>;
  readonly effects: SideEffectFacts;
  /** `Attempts.refund`, as part of a fact. */
  readonly refund: (reservations: readonly Reservation[]) => Fact<void>;
}

/** The sessions as other facts need them. */
export interface StoredSessions extends Sessions {
  /** Part of another fact, after the account's row was changed: ends every session of it and returns how many. */
  removeAllOf(account: AccountId): Fact<number>;
  /** Part of a fact: removes up to `rowsMax` expired sessions and returns how many. */
  removeExpired(now: Instant, rowsMax: number): Fact<number>;
}

/** SQLite knows no OFFSET without a LIMIT. */
const everything = 2_147_483_647;
/** Milliseconds. The last sign-in of an account is noted at most once a minute, so that busy accounts cost few extra writes. */
const signInsApart = 60_000;

const renewed = [
  "cookie_digest",
  "authenticated_at",
  "methods",
  "expires_at",
  "last_seen_at",
  "user_agent",
  "network",
  "is_vouched_for",
] as const;
const columns = ["id", "account_id", "first_seen_at", ...renewed] as const;

/** Signed-in browsers. The clients that took part in a session go with its row: ON DELETE CASCADE. */
export function sessionsOn(engine: Engine, { lookUp, accounts, effects, refund }: Parts): StoredSessions {
  const sql = statements(engine);

  /** Runs a statement that returns the ids of the sessions that it removed. */
  function* removing(removed: Fact<readonly Row[]>): Fact<number> {
    const rows = yield* removed;
    for (const row of rows) yield* lookUp.forget(blob(row, "id"));
    return rows.length;
  }

  /** The clients that took part in the session with this row. */
  function* noted(id: SessionId, session: Row): Fact<EndedSession> {
    if (!flag(session, "notes_clients")) return { clients: undefined };
    const rows = yield* all(sql.clients, { id });
    return { clients: rows.map((row) => parsed("client_id", parseClientId(text(row, "client_id")))) };
  }

  /** Ends one session; undefined if it is not there. While its row is locked no client can be noted, and then all that were are seen. */
  function* ending(id: SessionId): Fact<EndedSession | undefined> {
    const session = yield* get(sql.hold, { id });
    const ended = session && (yield* noted(id, session));
    yield* removing(all(sql.remove, { id }));
    return ended;
  }

  const removeAllOf = (account: AccountId) => removing(all(sql.removeAllOf, { account }));

  const end = (id: SessionId, sideEffects: ClaimedSideEffects = {}) =>
    engine.write<EndedSession | undefined | "claim-lost">("durable", function* () {
      if (!(yield* effects.claim(sideEffects))) return "claim-lost";
      const ended = yield* ending(id);
      if (ended !== undefined) yield* effects.record(sideEffects);
      return ended;
    });

  const endAll = (account: AccountId, at: Instant, sideEffects: ClaimedSideEffects = {}) =>
    engine.write<number | "claim-lost">("durable", function* () {
      yield* accounts.forget(account);
      if (!(yield* effects.claim(sideEffects))) return "claim-lost";
      yield* run(sql.raiseEpoch, { account, at });
      const ended = yield* removeAllOf(account);
      yield* effects.record(sideEffects);
      return ended;
    });

  return {
    find: (id) => lookUp.find(id),
    list: (account) => {
      const statement = account === undefined ? sql.list : sql.listOf;
      return engine.all(statement, { account }, (rows) => rows.map(sessionFactsOf));
    },
    start: ({ session, accountEpoch, replaced, refunds, sessionsMax, ...sideEffects }) =>
      engine.write<Awaited<ReturnType<Sessions["start"]>>>("durable", function* () {
        const { id, accountId } = session;
        // The lock on the account's row puts sign-ins and account changes into one order.
        const account = yield* get(sql.holdAccount, { accountId, accountEpoch });
        if (account === undefined) return "account-changed";
        const renews = replaced !== undefined && equalIds(replaced, id);
        if (sideEffects.claims !== undefined) {
          // A claim is not spent on a session that has ended: the same proof then begins another one.
          if (renews && !(yield* get(sql.hold, { id }))) return "session-gone";
          if (!(yield* effects.claim(sideEffects))) return "claim-lost";
        }
        let ended: EndedSession | undefined;
        if (renews) {
          // A session that is renewed keeps its row, and with it the clients that took part.
          yield* lookUp.forget(id);
          if ((yield* run(sql.renew, columnsOfSession(session))) === 0) return "session-gone";
        } else if (replaced !== undefined) ended = yield* ending(replaced);
        const kept = renews ? sessionsMax : sessionsMax - 1;
        yield* removing(all(sql.removeSurplus, { account: accountId, kept }));
        if (!renews) yield* run(sql.start, columnsOfSession(session));
        const { authenticatedAt: at } = session;
        if (at >= integer(account, "last_sign_in_at") + signInsApart)
          yield* run(sql.noteSignIn, { accountId, at });
        yield* refund(refunds);
        yield* effects.record(sideEffects);
        return ended ?? "started";
      }),
    touch: (id, lastSeenAt) =>
      engine.write("relaxed", function* () {
        yield* lookUp.forget(id);
        yield* run(sql.touch, { id, lastSeenAt });
      }),
    // Without claims none can be lost, which is what the first signature of each says.
    end: end as Sessions["end"],
    endAll: endAll as Sessions["endAll"],
    removeAllOf,
    removeExpired: (now, rowsMax) => removing(all(sql.removeExpired, { now, rowsMax })),
  };
}

/** The columns of a session, each under its name, and those of its account. */
export const sessionFactsColumns = `${columnList(columns, { table: "sessions", prefix: "" })}, ${accountColumns("account_row_")}`;

/** Reads what `sessionFactsColumns` selects. */
export function sessionFactsOf(row: Row): SessionFacts {
  return { session: sessionOf(row), account: accountOf(row, "account_row_") };
}

/** The columns that `sessionOf` reads. */
export const sessionColumns = columnList(columns);

/** Reads a row of `sessions`. */
export function sessionOf(row: Row): Session {
  return {
    id: blobAs(row, "id", sessionIdOf),
    cookieDigest: blobAs(row, "cookie_digest", digestOf),
    accountId: parsed("account_id", parseAccountId(text(row, "account_id"))),
    authenticatedAt: instantOf(integer(row, "authenticated_at")),
    methods: wordsOrNone(row, "methods"),
    ...(flag(row, "is_vouched_for") && { isVouchedFor: true }),
    expiresAt: instantOf(integer(row, "expires_at")),
    lastSeenAt: instantOf(integer(row, "last_seen_at")),
    userAgent: text(row, "user_agent"),
    ...(has(row, "first_seen_at") && { firstSeenAt: instantOf(integer(row, "first_seen_at")) }),
    ...(has(row, "network") && { network: text(row, "network") }),
  };
}

function columnsOfSession(session: Session): Readonly<Record<(typeof columns)[number], Value>> {
  return {
    id: session.id,
    account_id: session.accountId,
    cookie_digest: session.cookieDigest,
    authenticated_at: session.authenticatedAt,
    methods: textOfWords(session.methods),
    expires_at: session.expiresAt,
    last_seen_at: session.lastSeenAt,
    user_agent: session.userAgent,
    first_seen_at: session.firstSeenAt,
    network: session.network,
    is_vouched_for: session.isVouchedFor === true,
  };
}

function statements(engine: Engine) {
  const { sql, greatest, rowLock, removalLock, skipLocked } = engine;
  const facts = `SELECT ${sessionFactsColumns} FROM sessions JOIN accounts ON accounts.id = sessions.account_id`;
  return {
    list: sql(`${facts} ORDER BY sessions.last_seen_at DESC, sessions.id`),
    listOf: sql(
      `${facts} WHERE sessions.account_id = :account ORDER BY sessions.last_seen_at DESC, sessions.id`,
    ),
    holdAccount: sql(
      `SELECT last_sign_in_at FROM accounts WHERE id = :accountId AND epoch = :accountEpoch AND NOT is_disabled${rowLock}`,
    ),
    noteSignIn: sql("UPDATE accounts SET last_sign_in_at = :at WHERE id = :accountId"),
    renew: sql(`UPDATE sessions SET ${assignments(renewed)} WHERE id = :id AND account_id = :account_id`),
    removeSurplus: sql(
      `DELETE FROM sessions WHERE id IN
         (SELECT id FROM sessions WHERE account_id = :account ORDER BY last_seen_at DESC, id
          LIMIT ${everything} OFFSET :kept)
       RETURNING id`,
    ),
    // 0 stands for a session that 0.1.0 began, which noted no clients.
    start: sql(
      `INSERT INTO sessions (${sessionColumns}, notes_clients)
       VALUES (${columns.map((column) => `:${column}`).join(", ")}, 1)`,
    ),
    touch: sql(
      `UPDATE sessions SET last_seen_at = ${greatest("last_seen_at", ":lastSeenAt")} WHERE id = :id`,
    ),
    hold: sql(`SELECT notes_clients FROM sessions WHERE id = :id${removalLock}`),
    clients: sql("SELECT client_id FROM session_clients WHERE session_id = :id ORDER BY client_id"),
    remove: sql("DELETE FROM sessions WHERE id = :id RETURNING id"),
    removeAllOf: sql("DELETE FROM sessions WHERE account_id = :account RETURNING id"),
    removeExpired: sql(
      `DELETE FROM sessions WHERE id IN
         (SELECT id FROM sessions WHERE expires_at <= :now ORDER BY expires_at LIMIT :rowsMax${skipLocked})
       RETURNING id`,
    ),
    raiseEpoch: sql(
      `UPDATE accounts SET epoch = epoch + 1, ${laterVersion(engine, ":at")} WHERE id = :account`,
    ),
  };
}
