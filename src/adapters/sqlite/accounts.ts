import type { Accounts } from "../../flows/account-ports.ts";
import type { Account } from "../../identity/account.ts";
import type { AccountName } from "../../identity/account-name.ts";
import type { PasswordHash } from "../../identity/password.ts";
import type { AccountId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import { BoundedCache } from "../bounded-cache.ts";
import { accountOf } from "../rows/account.ts";
import type { Database } from "./database.ts";
import type { SqliteGrants } from "./grants.ts";
import type { SqliteSessions } from "./sessions.ts";

const cachedMax = 50_000;

/** An account with the groups that it is in; null for none. They are in order by the primary key. */
const accountColumns = `accounts.*,
  (SELECT nullif(json_group_array(group_name), '[]') FROM group_members WHERE account_id = accounts.id) AS group_names`;

/** The accounts that live sessions belong to, in memory: what a session look-up must know as it stands now. */
export class AccountCache {
  readonly #database: Database;
  readonly #entries = new BoundedCache<AccountId, Account>(cachedMax);
  readonly #find;

  constructor(database: Database) {
    this.#database = database;
    this.#find = database.prepare(`SELECT ${accountColumns} FROM accounts WHERE id = ?`);
    database.onForeignCommit(() => this.#entries.clear());
  }

  /** The account as committed; call `database.watch()` first. */
  find(id: AccountId): Account | undefined {
    const cached = this.#entries.get(id);
    if (cached) return cached;
    const account = this.#database.read(() => {
      const row = this.#find.get(id);
      return row && accountOf(row);
    });
    if (account) this.#entries.set(id, account);
    return account;
  }

  forget(id: AccountId): void {
    this.#entries.delete(id);
  }
}

/** What accounts change together with themselves. */
interface Parts {
  readonly cache: AccountCache;
  readonly sessions: SqliteSessions;
  readonly grants: SqliteGrants;
}

/** People who can sign in. */
export class SqliteAccounts implements Accounts {
  readonly #database: Database;
  readonly #parts: Parts;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database, parts: Parts) {
    this.#database = database;
    this.#parts = parts;
    this.#sql = statements(database);
  }

  async find(id: AccountId): Promise<Account | undefined> {
    this.#database.watch();
    return this.#parts.cache.find(id);
  }

  async findByName(name: AccountName): Promise<Account | undefined> {
    return this.#database.read(() => {
      const row = this.#sql.findByName.get(name);
      return row && accountOf(row);
    });
  }

  async list(): Promise<readonly Account[]> {
    return this.#database.read(() => this.#sql.list.all().map((row) => accountOf(row)));
  }

  create(account: Account): Promise<Result<void, "name-taken">> {
    return this.#database.write("durable", () => {
      const names = namesOf(account);
      for (const name of names) if (this.#sql.nameTaken.get(name)) return refuse("name-taken");
      this.#sql.create.run(columnsOf(account));
      for (const name of names) this.#sql.addName.run(name, account.id);
      return ok(undefined);
    });
  }

  update(account: Account, at: Instant): Promise<Result<Account, "unknown" | "conflict" | "name-taken">> {
    const { id, updatedAt } = account;
    return this.#database.write("durable", () => {
      const stored = this.#sql.find.get(id);
      if (stored === undefined) return refuse("unknown");
      if (accountOf(stored).updatedAt !== updatedAt) return refuse("conflict");
      const names = namesOf(account);
      for (const name of names) if (this.#sql.nameTakenByOther.get(name, id)) return refuse("name-taken");
      this.#parts.cache.forget(id);
      this.#sql.removeNames.run(id);
      for (const name of names) this.#sql.addName.run(name, id);
      const { username, email, name, phoneNumber, address, claims } = columnsOf(account);
      this.#sql.update.run({ id, username, email, name, phoneNumber, address, claims, at });
      const row = this.#sql.find.get(id);
      if (row === undefined) throw new Error("A row that was read in this transaction is gone.");
      return ok(accountOf(row));
    });
  }

  setPassword(id: AccountId, passwordHash: PasswordHash, at: Instant): Promise<Result<void, "unknown">> {
    return this.#database.write("durable", () => {
      this.#parts.cache.forget(id);
      if (this.#sql.setPassword.run(passwordHash, at, id).changes !== 1) return refuse("unknown");
      this.#parts.sessions.removeAllOf(id);
      return ok(undefined);
    });
  }

  rehashPassword(id: AccountId, from: PasswordHash, to: PasswordHash): Promise<void> {
    return this.#database.write("relaxed", () => {
      this.#parts.cache.forget(id);
      this.#sql.rehash.run(to, id, from);
    });
  }

  setDisabled(id: AccountId, isDisabled: boolean, at: Instant): Promise<Result<void, "unknown">> {
    return this.#database.write("durable", () => {
      this.#parts.cache.forget(id);
      const set = isDisabled ? this.#sql.disable : this.#sql.enable;
      if (set.run(at, id).changes !== 1) return refuse("unknown");
      if (isDisabled) this.#parts.sessions.removeAllOf(id);
      return ok(undefined);
    });
  }

  remove(id: AccountId): Promise<Result<void, "unknown">> {
    return this.#database.write("durable", () => {
      this.#parts.cache.forget(id);
      this.#parts.sessions.removeAllOf(id);
      // The names go with the row: ON DELETE CASCADE.
      if (this.#sql.remove.run(id).changes !== 1) return refuse("unknown");
      this.#parts.grants.removeAllOf({ accountId: id });
      return ok(undefined);
    });
  }
}

function statements(database: Database) {
  return {
    find: database.prepare(`SELECT ${accountColumns} FROM accounts WHERE id = ?`),
    findByName: database.prepare(
      `SELECT ${accountColumns} FROM account_names JOIN accounts ON accounts.id = account_id
       WHERE account_names.name = ?`,
    ),
    list: database.prepare(`SELECT ${accountColumns} FROM accounts ORDER BY created_at, id`),
    nameTaken: database.prepare("SELECT 1 FROM account_names WHERE name = ?"),
    nameTakenByOther: database.prepare("SELECT 1 FROM account_names WHERE name = ? AND account_id <> ?"),
    removeNames: database.prepare("DELETE FROM account_names WHERE account_id = ?"),
    // A clock that was set back must not bring an old updated_at back: it would let a stale change through.
    update: database.prepare(
      `UPDATE accounts SET username = :username, email = :email, name = :name, phone_number = :phoneNumber,
         address = :address, claims = :claims, updated_at = max(:at, updated_at + 1)
       WHERE id = :id`,
    ),
    addName: database.prepare("INSERT INTO account_names (name, account_id) VALUES (?, ?)"),
    create: database.prepare(
      `INSERT INTO accounts (id, username, email, name, phone_number, address, claims, password_hash, epoch, is_disabled,
         is_admin, created_at, updated_at)
       VALUES (:id, :username, :email, :name, :phoneNumber, :address, :claims, :passwordHash, :epoch, :isDisabled,
         :isAdmin, :createdAt, :updatedAt)`,
    ),
    setPassword: database.prepare(
      "UPDATE accounts SET password_hash = ?, epoch = epoch + 1, updated_at = ? WHERE id = ?",
    ),
    rehash: database.prepare("UPDATE accounts SET password_hash = ? WHERE id = ? AND password_hash = ?"),
    disable: database.prepare(
      "UPDATE accounts SET is_disabled = 1, epoch = epoch + 1, updated_at = ? WHERE id = ?",
    ),
    enable: database.prepare("UPDATE accounts SET is_disabled = 0, updated_at = ? WHERE id = ?"),
    remove: database.prepare("DELETE FROM accounts WHERE id = ?"),
  };
}

/** What the person may type to sign in. */
function namesOf({ username, email }: Account): ReadonlySet<AccountName> {
  return new Set(email === undefined ? [username] : [username, email]);
}

function columnsOf(account: Account) {
  return {
    id: account.id,
    username: account.username,
    email: account.email ?? null,
    name: account.name ?? null,
    phoneNumber: account.phoneNumber ?? null,
    address: account.address ?? null,
    claims: account.claims === undefined ? null : JSON.stringify(account.claims),
    passwordHash: account.passwordHash ?? null,
    epoch: account.epoch,
    isDisabled: Number(account.isDisabled),
    isAdmin: Number(account.isAdmin),
    createdAt: account.createdAt,
    updatedAt: account.updatedAt,
  };
}
