import type { Consent, Consents } from "../../flows/ports.ts";
import type { AccountId, ClientId } from "../../values/ids.ts";
import type { Instant } from "../../values/time.ts";
import { consentOf } from "../rows/consent.ts";
import { integer } from "../rows/rows.ts";
import { type Database, Undo } from "./database.ts";
import type { Revocations } from "./revocations.ts";

/** What people allowed clients. A consent goes with its account or client: ON DELETE CASCADE. */
export class PostgresConsents implements Consents {
  readonly #database: Database;
  readonly #revocations: Revocations;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database, revocations: Revocations) {
    this.#database = database;
    this.#revocations = revocations;
    this.#sql = statements(database);
  }

  async find(accountId: AccountId, clientId: ClientId): Promise<Consent | undefined> {
    const row = await this.#database.get(this.#sql.find, accountId, clientId);
    return row && consentOf(row);
  }

  async list(accountId: AccountId): Promise<readonly Consent[]> {
    return (await this.#database.all(this.#sql.list, accountId)).map(consentOf);
  }

  allow({ accountId, clientId, scope, grantedAt }: Consent, shownAt: Instant): Promise<boolean> {
    const values = [...new Set(scope)].join(" ");
    return this.#database.transaction("durable", async (runner) => {
      // Written first, because a withdrawal locks the same row: whichever comes second sees the other.
      await runner.run(this.#sql.allow, accountId, clientId, values, grantedAt);
      const [withdrawal] = await runner.all(this.#sql.withdrawal, accountId, clientId);
      const isWithdrawn = withdrawal !== undefined && integer(withdrawal, "withdrawn_at") > shownAt;
      return isWithdrawn ? new Undo(false) : true;
    });
  }

  withdraw(accountId: AccountId, clientId: ClientId, at: Instant): Promise<boolean> {
    return this.#database.transaction("durable", async (runner) => {
      // Every revocation costs look-ups time, so repeating this must not leave one behind each time.
      if ((await runner.run(this.#sql.forget, accountId, clientId)) === 0) return false;
      await this.#revocations.record(runner, { accountId, clientId }, at, "all");
      await runner.run(this.#sql.withdraw, accountId, clientId, at);
      return true;
    });
  }
}

function statements(database: Database) {
  const columns = "account_id, client_id, scope, granted_at";
  return {
    find: database.prepare(`SELECT ${columns} FROM consents WHERE account_id = $1 AND client_id = $2`),
    list: database.prepare(
      `SELECT ${columns} FROM consents WHERE account_id = $1 ORDER BY granted_at DESC, client_id`,
    ),
    // An account or client that was removed a moment ago gets none; one that is being removed is waited for. The scope
    // values are added here, each in its first place, because somebody else may add some at the same moment.
    allow: database.prepare(
      `INSERT INTO consents (${columns})
       SELECT accounts.id, clients.id, $3::text, $4::bigint FROM accounts, clients
       WHERE accounts.id = $1 AND clients.id = $2 FOR KEY SHARE
       ON CONFLICT (account_id, client_id) DO UPDATE SET
         granted_at = greatest(consents.granted_at, excluded.granted_at),
         scope = (SELECT coalesce(string_agg(value, ' ' ORDER BY place), '') FROM (
           SELECT value, min(place) AS place
           FROM unnest(string_to_array(consents.scope || ' ' || excluded.scope, ' ')) WITH ORDINALITY AS t (value, place)
           WHERE value <> '' GROUP BY value) AS merged)`,
    ),
    withdrawal: database.prepare(
      "SELECT withdrawn_at FROM withdrawals WHERE account_id = $1 AND client_id = $2",
    ),
    withdraw: database.prepare(
      `INSERT INTO withdrawals (account_id, client_id, withdrawn_at) VALUES ($1, $2, $3)
       ON CONFLICT (account_id, client_id) DO UPDATE
         SET withdrawn_at = greatest(withdrawals.withdrawn_at, excluded.withdrawn_at)`,
    ),
    forget: database.prepare("DELETE FROM consents WHERE account_id = $1 AND client_id = $2"),
  };
}
