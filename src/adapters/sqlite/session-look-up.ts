import type { Account } from "../../identity/account.ts";
import type { Session } from "../../identity/session.ts";
import { toHex } from "../../values/hex.ts";
import type { AccountId, SessionId } from "../../values/ids.ts";
import type { Fact } from "../sql/fact.ts";
import { type SessionLookUp, sessionColumns, sessionOf } from "../sql/sessions.ts";
import type { Database } from "./database.ts";
import type { SqliteCache, SqliteEngine } from "./engine.ts";

/** About 11,000 sessions. */
const bytesMax = 16 * 1024 * 1024;

/** Finds sessions and their accounts in memory. NOTE: a hot path; a sign-in with a live session reads nothing from the database. */
export class SqliteSessionLookUp implements SessionLookUp {
  readonly #database: Database;
  readonly #accounts: SqliteCache<AccountId, Account>;
  readonly #sessions: SqliteCache<string, Session>;

  constructor(database: Database, engine: SqliteEngine, accounts: SqliteCache<AccountId, Account>) {
    this.#database = database;
    this.#accounts = accounts;
    this.#sessions = engine.cache({
      max: { bytes: bytesMax },
      mayLag: false,
      statement: engine.sql(`SELECT ${sessionColumns} FROM sessions WHERE id = :id`),
      values: (key) => ({ id: Buffer.from(key, "hex") }),
      read: sessionOf,
    });
  }

  find(id: SessionId) {
    this.#database.watch();
    const session = this.#sessions.findNow(toHex(id));
    const account = session && this.#accounts.findNow(session.accountId);
    return session && account && { session, account };
  }

  forget(id: Uint8Array): Fact<void> {
    return this.#sessions.forget(toHex(id));
  }
}
