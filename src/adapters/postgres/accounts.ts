import type { Accounts } from "../../flows/account-ports.ts";
import type { Account } from "../../identity/account.ts";
import type { AccountName } from "../../identity/account-name.ts";
import type { PasswordHash } from "../../identity/password.ts";
import type { AccountId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import { accountOf } from "../rows/account.ts";
import { type Database, Undo } from "./database.ts";
import type { PostgresGrants } from "./grants.ts";
import type { PostgresSessions } from "./sessions.ts";

/** What accounts change together with themselves. */
interface Parts {
  readonly sessions: PostgresSessions;
  readonly grants: PostgresGrants;
}

/** People who can sign in. */
export class PostgresAccounts implements Accounts {
  readonly #database: Database;
  readonly #parts: Parts;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database, parts: Parts) {
    this.#database = database;
    this.#parts = parts;
    this.#sql = statements(database);
  }

  async find(id: AccountId): Promise<Account | undefined> {
    const row = await this.#database.get(this.#sql.find, id);
    return row && accountOf(row);
  }

  async findByName(name: AccountName): Promise<Account | undefined> {
    const row = await this.#database.get(this.#sql.findByName, name);
    return row && accountOf(row);
  }

  async list(): Promise<readonly Account[]> {
    return (await this.#database.all(this.#sql.list)).map((row) => accountOf(row));
  }

  create(account: Account): Promise<Result<void, "name-taken">> {
    const names = namesOf(account);
    return this.#database.transaction<Result<void, "name-taken">>("durable", async (runner) => {
      await runner.run(this.#sql.create, ...columnsOf(account));
      const added = await runner.run(this.#sql.addNames, account.id, names);
      return added === names.length ? ok(undefined) : new Undo(refuse("name-taken"));
    });
  }

  update(account: Account, at: Instant): Promise<Result<Account, "unknown" | "conflict" | "name-taken">> {
    const { id, username, email, name, phoneNumber, address, claims, updatedAt } = account;
    const claimsText = claims === undefined ? undefined : JSON.stringify(claims);
    const names = namesOf(account);
    return this.#database.transaction<Result<Account, "unknown" | "conflict" | "name-taken">>(
      "durable",
      async (runner) => {
        const values = [id, username, email, name, phoneNumber, address, claimsText, at, updatedAt];
        const row = await runner.get(this.#sql.update, ...values);
        if (row === undefined)
          return refuse((await runner.get(this.#sql.find, id)) === undefined ? "unknown" : "conflict");
        await runner.run(this.#sql.removeOtherNames, id, names);
        await runner.run(this.#sql.addNames, id, names);
        // A name that was neither there before nor could be added belongs to somebody else.
        const owned = await runner.all(this.#sql.namesOf, id);
        return owned.length === names.length ? ok(accountOf(row)) : new Undo(refuse("name-taken"));
      },
    );
  }

  setPassword(id: AccountId, passwordHash: PasswordHash, at: Instant): Promise<Result<void, "unknown">> {
    return this.#database.transaction("durable", async (runner) => {
      if ((await runner.run(this.#sql.setPassword, passwordHash, at, id)) !== 1) return refuse("unknown");
      await this.#parts.sessions.removeAllOf(runner, id);
      return ok(undefined);
    });
  }

  async rehashPassword(id: AccountId, from: PasswordHash, to: PasswordHash): Promise<void> {
    await this.#database.transaction("relaxed", (runner) => runner.run(this.#sql.rehash, to, id, from));
  }

  setDisabled(id: AccountId, isDisabled: boolean, at: Instant): Promise<Result<void, "unknown">> {
    const set = isDisabled ? this.#sql.disable : this.#sql.enable;
    return this.#database.transaction("durable", async (runner) => {
      if ((await runner.run(set, at, id)) !== 1) return refuse("unknown");
      if (isDisabled) await this.#parts.sessions.removeAllOf(runner, id);
      return ok(undefined);
    });
  }

  remove(id: AccountId): Promise<Result<void, "unknown">> {
    return this.#database.transaction("durable", async (runner) => {
      // Names, sessions and consents go with the row: ON DELETE CASCADE.
      if ((await runner.run(this.#sql.remove, id)) !== 1) return refuse("unknown");
      await this.#parts.grants.removeAllOf(runner, { accountId: id });
      return ok(undefined);
    });
  }
}

/** The columns of an account and its groups, null for none, each under `prefix` and its name, for `accountOf` to read. */
export function accountColumns(prefix = ""): string {
  const own = columns.map((column) => `accounts.${column} AS ${prefix}${column}`).join(", ");
  return `${own}, (SELECT json_agg(group_name ORDER BY group_name)::text FROM group_members
    WHERE account_id = accounts.id) AS ${prefix}group_names`;
}

const columns = [
  "id",
  "username",
  "email",
  "name",
  "phone_number",
  "address",
  "claims",
  "password_hash",
  "epoch",
  "is_disabled",
  "is_admin",
  "created_at",
  "updated_at",
] as const;

function statements(database: Database) {
  return {
    find: database.prepare(`SELECT ${accountColumns()} FROM accounts WHERE id = $1`),
    findByName: database.prepare(
      `SELECT ${accountColumns()} FROM account_names JOIN accounts ON accounts.id = account_id
       WHERE account_names.name = $1`,
    ),
    list: database.prepare(
      `SELECT ${accountColumns()} FROM accounts ORDER BY accounts.created_at, accounts.id`,
    ),
    addNames: database.prepare(
      `INSERT INTO account_names (name, account_id) SELECT name, $1 FROM unnest($2::text[]) AS name
       ON CONFLICT DO NOTHING`,
    ),
    namesOf: database.prepare("SELECT name FROM account_names WHERE account_id = $1"),
    removeOtherNames: database.prepare(
      "DELETE FROM account_names WHERE account_id = $1 AND name <> ALL ($2::text[])",
    ),
    // A clock that was set back must not bring an old updated_at back: it would let a stale change through.
    update: database.prepare(
      `UPDATE accounts SET username = $2, email = $3, name = $4, phone_number = $5, address = $6, claims = $7,
         updated_at = greatest($8::bigint, updated_at + 1)
       WHERE id = $1 AND updated_at = $9
       RETURNING ${accountColumns()}`,
    ),
    create: database.prepare(
      `INSERT INTO accounts (${columns.join(", ")}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    ),
    setPassword: database.prepare(
      "UPDATE accounts SET password_hash = $1, epoch = epoch + 1, updated_at = $2 WHERE id = $3",
    ),
    rehash: database.prepare("UPDATE accounts SET password_hash = $1 WHERE id = $2 AND password_hash = $3"),
    disable: database.prepare(
      "UPDATE accounts SET is_disabled = true, epoch = epoch + 1, updated_at = $1 WHERE id = $2",
    ),
    enable: database.prepare("UPDATE accounts SET is_disabled = false, updated_at = $1 WHERE id = $2"),
    remove: database.prepare("DELETE FROM accounts WHERE id = $1"),
  };
}

/** What the person may type to sign in, in one order everywhere, so that two writers of the same names never deadlock. */
function namesOf({ username, email }: Account): readonly AccountName[] {
  return [...new Set(email === undefined ? [username] : [username, email])].sort();
}

function columnsOf(account: Account) {
  return [
    account.id,
    account.username,
    account.email,
    account.name,
    account.phoneNumber,
    account.address,
    account.claims === undefined ? undefined : JSON.stringify(account.claims),
    account.passwordHash,
    account.epoch,
    account.isDisabled,
    account.isAdmin,
    account.createdAt,
    account.updatedAt,
  ] as const;
}
