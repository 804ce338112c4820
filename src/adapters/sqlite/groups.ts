import type { GroupMembers, Groups } from "../../flows/account-ports.ts";
import type { Group, GroupName } from "../../identity/group.ts";
import type { AccountId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { accountIdIn } from "../rows/account.ts";
import { groupOf } from "../rows/group.ts";
import type { AccountCache } from "./accounts.ts";
import type { Database } from "./database.ts";

/** Groups of people. A membership goes with its account or group: ON DELETE CASCADE. */
export class SqliteGroups implements Groups {
  readonly #database: Database;
  readonly #cache: AccountCache;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database, cache: AccountCache) {
    this.#database = database;
    this.#cache = cache;
    this.#sql = statements(database);
  }

  async find(name: GroupName): Promise<GroupMembers | undefined> {
    return this.#database.read(() => {
      const row = this.#sql.find.get(name);
      return row && groupOf(row);
    });
  }

  async list(): Promise<readonly GroupMembers[]> {
    return this.#database.read(() => this.#sql.list.all().map(groupOf));
  }

  async members(name: GroupName, limit: number): Promise<readonly AccountId[]> {
    return this.#database.read(() => this.#sql.members.all(name, limit).map(accountIdIn));
  }

  create({ name, createdAt }: Group, max: number): Promise<Result<void, "exists" | "too-many">> {
    return this.#database.write("durable", () => {
      if (this.#sql.find.get(name)) return refuse("exists");
      if (this.#sql.list.all().length >= max) return refuse("too-many");
      this.#sql.create.run(name, createdAt);
      return ok(undefined);
    });
  }

  remove(name: GroupName): Promise<Result<void, "unknown">> {
    return this.#database.write("durable", () => {
      for (const row of this.#sql.members.all(name, -1)) this.#cache.forget(accountIdIn(row));
      return this.#sql.remove.run(name).changes === 1 ? ok(undefined) : refuse("unknown");
    });
  }

  add(name: GroupName, account: AccountId): Promise<Result<boolean, "unknown">> {
    return this.#database.write("durable", () => {
      this.#cache.forget(account);
      if (this.#sql.add.run(name, account).changes === 1) return ok(true);
      return this.#sql.isMember.get(name, account) ? ok(false) : refuse("unknown");
    });
  }

  removeMember(name: GroupName, account: AccountId): Promise<boolean> {
    return this.#database.write("durable", () => {
      this.#cache.forget(account);
      return this.#sql.removeMember.run(name, account).changes === 1;
    });
  }
}

function statements(database: Database) {
  const groups = `SELECT name, created_at,
    (SELECT count(*) FROM group_members WHERE group_name = groups.name) AS members FROM groups`;
  return {
    find: database.prepare(`${groups} WHERE name = ?`),
    list: database.prepare(`${groups} ORDER BY name`),
    members: database.prepare(
      `SELECT accounts.id FROM group_members JOIN accounts ON accounts.id = account_id
       WHERE group_name = ? ORDER BY accounts.created_at, accounts.id LIMIT ?`,
    ),
    isMember: database.prepare("SELECT 1 FROM group_members WHERE group_name = ? AND account_id = ?"),
    create: database.prepare("INSERT INTO groups (name, created_at) VALUES (?, ?)"),
    remove: database.prepare("DELETE FROM groups WHERE name = ?"),
    // A group or account that was removed a moment ago gets nobody.
    add: database.prepare(
      `INSERT INTO group_members (group_name, account_id)
       SELECT groups.name, accounts.id FROM groups, accounts WHERE groups.name = ? AND accounts.id = ?
       ON CONFLICT DO NOTHING`,
    ),
    removeMember: database.prepare("DELETE FROM group_members WHERE group_name = ? AND account_id = ?"),
  };
}
