import type { EndedSession, SessionFacts, SessionStart, Sessions } from "../../flows/ports.ts";
import type { Session } from "../../identity/session.ts";
import { type AccountId, equalIds, parseClientId, type SessionId } from "../../values/ids.ts";
import type { Instant } from "../../values/time.ts";
import { blob, integer, parsed, text } from "../rows/rows.ts";
import { sessionOf } from "../rows/session.ts";
import { accountColumns, accountOf } from "../sql/accounts.ts";
import type { PostgresAttempts } from "./attempts.ts";
import { type Database, type Row, type Runner, Undo } from "./database.ts";

const sessionsPerAccountMax = 100;

type Started = "started" | "account-changed" | "session-gone";

/**
 * Signed-in browsers. Each look-up reads session and account by their primary keys, so that every node sees every change at
 * once; the look-ups of a turn go out as one statement.
 */
export class PostgresSessions implements Sessions {
  readonly #database: Database;
  readonly #attempts: PostgresAttempts;
  readonly #sql: ReturnType<typeof statements>;
  readonly #find: (id: SessionId) => Promise<SessionFacts | undefined>;

  constructor(database: Database, attempts: PostgresAttempts) {
    this.#database = database;
    this.#attempts = attempts;
    this.#sql = statements(database);
    this.#find = database.batch((runner, ids) => this.#findGroup(runner, ids), {
      underWayMax: 2,
      factsMax: 500,
    });
  }

  find(id: SessionId): Promise<SessionFacts | undefined> {
    return this.#find(id);
  }

  async list(account?: AccountId): Promise<readonly SessionFacts[]> {
    return (await this.#database.all(this.#sql.list, account)).map(factsOf);
  }

  start(start: SessionStart): Promise<Started> {
    return this.#database.transaction<Started>("durable", async (runner) => {
      const { session, accountEpoch, replaced, refunds } = start;
      // The lock on the account's row puts sign-ins and changes of the account into one order.
      if (!(await runner.get(this.#sql.lockAccount, session.accountId, accountEpoch)))
        return "account-changed";
      const renews = replaced !== undefined && equalIds(replaced, session.id);
      // A session that is renewed keeps its row, and with it the clients that took part.
      if (renews && (await runner.run(this.#sql.renew, ...columnsOf(session))) === 0)
        return new Undo("session-gone");
      if (replaced !== undefined && !renews) await runner.run(this.#sql.end, replaced);
      const othersMax = renews ? sessionsPerAccountMax : sessionsPerAccountMax - 1;
      await runner.run(this.#sql.removeSurplus, session.accountId, othersMax);
      if (!renews) await runner.run(this.#sql.start, ...columnsOf(session));
      await this.#attempts.takeBack(runner, refunds);
      return "started";
    });
  }

  async touch(id: SessionId, lastSeenAt: Instant): Promise<void> {
    await this.#database.transaction("relaxed", (runner) => runner.run(this.#sql.touch, lastSeenAt, id));
  }

  end(id: SessionId): Promise<EndedSession | undefined> {
    return this.#database.transaction<EndedSession | undefined>("durable", async (runner) => {
      // Once the row is locked no client can be noted any more, and the next statement sees all that were.
      const session = await runner.get(this.#sql.lock, id);
      if (!session) return undefined;
      const rows =
        integer(session, "notes_clients") === 0 ? undefined : await runner.all(this.#sql.clients, id);
      await runner.run(this.#sql.end, id);
      return { clients: rows?.map((row) => parsed("client_id", parseClientId(text(row, "client_id")))) };
    });
  }

  endAll(account: AccountId, at: Instant): Promise<number> {
    return this.#database.transaction("durable", async (runner) => {
      await runner.run(this.#sql.raiseEpoch, at, account);
      return this.removeAllOf(runner, account);
    });
  }

  /** Part of another fact's transaction, after the account's row was changed: ends every session of it and answers how many. */
  removeAllOf(runner: Runner, account: AccountId): Promise<number> {
    return runner.run(this.#sql.removeAllOf, account);
  }

  /** Removes up to `rowsMax` expired sessions and answers how many. */
  removeExpired(now: Instant, rowsMax: number): Promise<number> {
    return this.#database.run(this.#sql.removeExpired, now, rowsMax);
  }

  async #findGroup(
    runner: Runner,
    ids: readonly SessionId[],
  ): Promise<readonly (SessionFacts | undefined)[]> {
    const rows = await runner.all(this.#sql.find, ids);
    const found = new Map(rows.map((row) => [blob(row, "id").toHex(), row]));
    return ids.map((id) => {
      const row = found.get(id.toHex());
      return row && factsOf(row);
    });
  }
}

const columns =
  "id, cookie_digest, account_id, authenticated_at, methods, expires_at, last_seen_at, user_agent" as const;

function statements(database: Database) {
  const facts = `SELECT ${columns.replaceAll(/\w+/g, "sessions.$&")}, ${accountColumns("account_row_")}
    FROM sessions JOIN accounts ON accounts.id = sessions.account_id`;
  return {
    find: database.prepare(`${facts} WHERE sessions.id = ANY($1::bytea[])`),
    list: database.prepare(
      `${facts} WHERE $1::text IS NULL OR sessions.account_id = $1
       ORDER BY sessions.last_seen_at DESC, sessions.id`,
    ),
    lockAccount: database.prepare(
      "SELECT 1 AS stands FROM accounts WHERE id = $1 AND epoch = $2 AND NOT is_disabled FOR NO KEY UPDATE",
    ),
    renew: database.prepare(
      `UPDATE sessions SET cookie_digest = $2, authenticated_at = $4, methods = $5, expires_at = $6, last_seen_at = $7,
         user_agent = $8
       WHERE id = $1 AND account_id = $3`,
    ),
    removeSurplus: database.prepare(
      `DELETE FROM sessions WHERE id IN
         (SELECT id FROM sessions WHERE account_id = $1 ORDER BY last_seen_at DESC, id OFFSET $2)`,
    ),
    start: database.prepare(
      `INSERT INTO sessions (${columns}, notes_clients) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1)`,
    ),
    touch: database.prepare("UPDATE sessions SET last_seen_at = greatest(last_seen_at, $1) WHERE id = $2"),
    lock: database.prepare("SELECT notes_clients FROM sessions WHERE id = $1 FOR UPDATE"),
    clients: database.prepare(
      "SELECT client_id FROM session_clients WHERE session_id = $1 ORDER BY client_id",
    ),
    end: database.prepare("DELETE FROM sessions WHERE id = $1"),
    removeAllOf: database.prepare("DELETE FROM sessions WHERE account_id = $1"),
    // Rows that somebody else is about to remove or change are left to the next sweep.
    removeExpired: database.prepare(
      `DELETE FROM sessions WHERE id IN
         (SELECT id FROM sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    ),
    raiseEpoch: database.prepare("UPDATE accounts SET epoch = epoch + 1, updated_at = $1 WHERE id = $2"),
  };
}

function columnsOf(session: Session) {
  return [
    session.id,
    session.cookieDigest,
    session.accountId,
    session.authenticatedAt,
    session.methods.join(" "),
    session.expiresAt,
    session.lastSeenAt,
    session.userAgent,
  ] as const;
}

function factsOf(row: Row): SessionFacts {
  return { session: sessionOf(row), account: accountOf(row, "account_row_") };
}
