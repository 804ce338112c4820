import type { EndedSession, SessionFacts, SessionStart, Sessions } from "../../flows/ports.ts";
import type { Account } from "../../identity/account.ts";
import type { Session } from "../../identity/session.ts";
import { type AccountId, equalIds, type SessionId } from "../../values/ids.ts";
import type { Instant } from "../../values/time.ts";
import { BoundedCache } from "../bounded-cache.ts";
import { blob } from "../rows/rows.ts";
import { sessionOf } from "../rows/session.ts";
import type { SqliteAttempts } from "./attempts.ts";
import type { Database, Row } from "./database.ts";
import type { SqliteCache } from "./engine.ts";
import type { SessionClients } from "./session-clients.ts";

const cachedMax = 50_000;
const sessionsPerAccountMax = 100;

/** Signed-in browsers; live ones are found from memory, which the hot path relies on. */
export class SqliteSessions implements Sessions {
  readonly #database: Database;
  readonly #accounts: SqliteCache<AccountId, Account>;
  readonly #attempts: SqliteAttempts;
  readonly #clients: SessionClients;
  readonly #cache = new BoundedCache<string, Session>(cachedMax);
  readonly #sql: ReturnType<typeof statements>;

  constructor(
    database: Database,
    {
      accounts,
      attempts,
      clients,
    }: {
      readonly accounts: SqliteCache<AccountId, Account>;
      readonly attempts: SqliteAttempts;
      readonly clients: SessionClients;
    },
  ) {
    this.#database = database;
    this.#accounts = accounts;
    this.#attempts = attempts;
    this.#clients = clients;
    this.#sql = statements(database);
    database.onForeignCommit(() => this.#cache.clear());
  }

  async find(id: SessionId): Promise<SessionFacts | undefined> {
    this.#database.watch();
    const key = id.toHex();
    const session = this.#cache.get(key) ?? this.#load(id, key);
    return session && this.#factsOf(session);
  }

  async list(account?: AccountId): Promise<readonly SessionFacts[]> {
    this.#database.watch();
    const rows = this.#database.read(() =>
      account === undefined ? this.#sql.list.all() : this.#sql.listOf.all(account),
    );
    return rows.flatMap((row) => this.#factsOf(sessionOf(row)) ?? []);
  }

  start(start: SessionStart): Promise<"started" | "account-changed" | "session-gone"> {
    const { session, accountEpoch, replaced, refunds } = start;
    const renews = replaced !== undefined && equalIds(replaced, session.id);
    return this.#database.write("durable", () => {
      if (!this.#sql.accountStands.get(session.accountId, accountEpoch)) return "account-changed";
      if (renews && !this.#sql.isOf.get(session.id, session.accountId)) return "session-gone";
      if (replaced && !renews) this.#remove(replaced);
      // A session that is renewed keeps its row, and with it the clients that took part.
      if (renews) this.#renew(session);
      const othersMax = renews ? sessionsPerAccountMax : sessionsPerAccountMax - 1;
      this.#forget(this.#sql.removeSurplus.all(session.accountId, othersMax));
      if (!renews) this.#sql.start.run(columnsOf(session));
      this.#attempts.takeBack(refunds);
      return "started";
    });
  }

  touch(id: SessionId, lastSeenAt: Instant): Promise<void> {
    return this.#database.write("relaxed", () => {
      this.#cache.delete(id.toHex());
      this.#sql.touch.run(lastSeenAt, id);
    });
  }

  end(id: SessionId): Promise<EndedSession | undefined> {
    return this.#database.write("durable", () => {
      const ended = this.#clients.of(id);
      this.#remove(id);
      return ended;
    });
  }

  endAll(account: AccountId, at: Instant): Promise<number> {
    return this.#database.write("durable", () => {
      this.#accounts.forgetNow(account);
      this.#sql.raiseEpoch.run(at, account);
      return this.removeAllOf(account);
    });
  }

  /** Part of another fact's transaction: ends every session of the account and answers how many. */
  removeAllOf(account: AccountId): number {
    return this.#forget(this.#sql.removeAllOf.all(account));
  }

  /** Part of another fact's transaction: removes up to `rowsMax` expired sessions and answers how many. */
  removeExpired(now: Instant, rowsMax: number): number {
    return this.#forget(this.#sql.removeExpired.all(now, rowsMax));
  }

  #load(id: SessionId, key: string): Session | undefined {
    const session = this.#database.read(() => {
      const row = this.#sql.find.get(id);
      return row && sessionOf(row);
    });
    if (session) this.#cache.set(key, session);
    return session;
  }

  #factsOf(session: Session): SessionFacts | undefined {
    const account = this.#accounts.findNow(session.accountId);
    return account && { session, account };
  }

  #renew(session: Session): void {
    this.#cache.delete(session.id.toHex());
    this.#sql.renew.run(columnsOf(session));
  }

  #remove(id: SessionId): void {
    this.#cache.delete(id.toHex());
    this.#sql.remove.run(id);
  }

  #forget(removed: readonly Row[]): number {
    for (const row of removed) this.#cache.delete(blob(row, "id").toHex());
    return removed.length;
  }
}

function statements(database: Database) {
  return {
    find: database.prepare("SELECT * FROM sessions WHERE id = ?"),
    list: database.prepare("SELECT * FROM sessions ORDER BY last_seen_at DESC, id"),
    listOf: database.prepare("SELECT * FROM sessions WHERE account_id = ? ORDER BY last_seen_at DESC, id"),
    accountStands: database.prepare("SELECT 1 FROM accounts WHERE id = ? AND epoch = ? AND is_disabled = 0"),
    isOf: database.prepare("SELECT 1 FROM sessions WHERE id = ? AND account_id = ?"),
    removeSurplus: database.prepare(
      `DELETE FROM sessions WHERE id IN
         (SELECT id FROM sessions WHERE account_id = ? ORDER BY last_seen_at DESC, id LIMIT -1 OFFSET ?) RETURNING id`,
    ),
    start: database.prepare(
      `INSERT INTO sessions (id, cookie_digest, account_id, authenticated_at, methods, expires_at, last_seen_at, user_agent,
         notes_clients)
       VALUES (:id, :cookieDigest, :accountId, :authenticatedAt, :methods, :expiresAt, :lastSeenAt, :userAgent, 1)`,
    ),
    renew: database.prepare(
      `UPDATE sessions SET cookie_digest = :cookieDigest, authenticated_at = :authenticatedAt, methods = :methods,
         expires_at = :expiresAt, last_seen_at = :lastSeenAt, user_agent = :userAgent
       WHERE id = :id AND account_id = :accountId`,
    ),
    touch: database.prepare("UPDATE sessions SET last_seen_at = max(last_seen_at, ?) WHERE id = ?"),
    remove: database.prepare("DELETE FROM sessions WHERE id = ?"),
    removeAllOf: database.prepare("DELETE FROM sessions WHERE account_id = ? RETURNING id"),
    removeExpired: database.prepare(
      "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at <= ? LIMIT ?) RETURNING id",
    ),
    raiseEpoch: database.prepare("UPDATE accounts SET epoch = epoch + 1, updated_at = ? WHERE id = ?"),
  };
}

function columnsOf(session: Session) {
  return {
    id: session.id,
    cookieDigest: session.cookieDigest,
    accountId: session.accountId,
    authenticatedAt: session.authenticatedAt,
    methods: session.methods.join(" "),
    expiresAt: session.expiresAt,
    lastSeenAt: session.lastSeenAt,
    userAgent: session.userAgent,
  };
}
