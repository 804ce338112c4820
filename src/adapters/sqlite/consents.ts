import type { Consent, Consents } from "../../flows/ports.ts";
import type { AccountId, ClientId } from "../../values/ids.ts";
import type { Instant } from "../../values/time.ts";
import { consentOf } from "../rows/consent.ts";
import { integer } from "../rows/rows.ts";
import type { Database } from "./database.ts";
import type { Revocations } from "./revocations.ts";

/** What people allowed clients. A consent goes with its account or client: ON DELETE CASCADE. */
export class SqliteConsents implements Consents {
  readonly #database: Database;
  readonly #revocations: Revocations;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database, revocations: Revocations) {
    this.#database = database;
    this.#revocations = revocations;
    this.#sql = statements(database);
  }

  async find(accountId: AccountId, clientId: ClientId): Promise<Consent | undefined> {
    return this.#database.read(() => this.#find(accountId, clientId));
  }

  async list(accountId: AccountId): Promise<readonly Consent[]> {
    return this.#database.read(() => this.#sql.list.all(accountId).map(consentOf));
  }

  allow({ accountId, clientId, scope, grantedAt }: Consent, shownAt: Instant): Promise<boolean> {
    return this.#database.write("durable", () => {
      const withdrawal = this.#sql.withdrawal.get(accountId, clientId);
      if (withdrawal && integer(withdrawal, "withdrawn_at") > shownAt) return false;
      const before = this.#find(accountId, clientId)?.scope ?? [];
      const all = [...new Set([...before, ...scope])].join(" ");
      this.#sql.allow.run({ account: accountId, client: clientId, scope: all, at: grantedAt });
      return true;
    });
  }

  withdraw(accountId: AccountId, clientId: ClientId, at: Instant): Promise<boolean> {
    return this.#database.write("durable", () => {
      // Every revocation costs look-ups time, so repeating this must not leave one behind each time.
      if (this.#sql.forget.run(accountId, clientId).changes === 0) return false;
      this.#revocations.record({ accountId, clientId }, at, "all");
      this.#sql.withdraw.run(accountId, clientId, at);
      return true;
    });
  }

  #find(accountId: AccountId, clientId: ClientId): Consent | undefined {
    const row = this.#sql.find.get(accountId, clientId);
    return row && consentOf(row);
  }
}

function statements(database: Database) {
  return {
    find: database.prepare("SELECT * FROM consents WHERE account_id = ? AND client_id = ?"),
    list: database.prepare("SELECT * FROM consents WHERE account_id = ? ORDER BY granted_at DESC, client_id"),
    // An account or client that was removed a moment ago gets none.
    allow: database.prepare(
      `INSERT INTO consents (account_id, client_id, scope, granted_at)
       SELECT accounts.id, clients.id, :scope, :at FROM accounts, clients
       WHERE accounts.id = :account AND clients.id = :client
       ON CONFLICT DO UPDATE SET scope = excluded.scope, granted_at = max(granted_at, excluded.granted_at)`,
    ),
    withdrawal: database.prepare(
      "SELECT withdrawn_at FROM withdrawals WHERE account_id = ? AND client_id = ?",
    ),
    withdraw: database.prepare(
      `INSERT INTO withdrawals (account_id, client_id, withdrawn_at) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET withdrawn_at = max(withdrawn_at, excluded.withdrawn_at)`,
    ),
    forget: database.prepare("DELETE FROM consents WHERE account_id = ? AND client_id = ?"),
  };
}
