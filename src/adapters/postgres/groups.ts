import type { GroupMembers, Groups } from "../../flows/account-ports.ts";
import type { Group, GroupName } from "../../identity/group.ts";
import type { AccountId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { accountIdIn } from "../rows/account.ts";
import { groupOf } from "../rows/group.ts";
import type { Database } from "./database.ts";

/** Groups of people. A membership goes with its account or group: ON DELETE CASCADE. */
export class PostgresGroups implements Groups {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
  }

  async find(name: GroupName): Promise<GroupMembers | undefined> {
    const row = await this.#database.get(this.#sql.find, name);
    return row && groupOf(row);
  }

  async list(): Promise<readonly GroupMembers[]> {
    return (await this.#database.all(this.#sql.list)).map(groupOf);
  }

  async members(name: GroupName, limit: number): Promise<readonly AccountId[]> {
    return (await this.#database.all(this.#sql.members, name, limit)).map(accountIdIn);
  }

  create({ name, createdAt }: Group, max: number): Promise<Result<void, "exists" | "too-many">> {
    return this.#database.transaction<Result<void, "exists" | "too-many">>("durable", async (runner) => {
      if ((await runner.all(this.#sql.list)).length >= max)
        return refuse((await runner.get(this.#sql.find, name)) === undefined ? "too-many" : "exists");
      return (await runner.run(this.#sql.create, name, createdAt)) === 1 ? ok(undefined) : refuse("exists");
    });
  }

  remove(name: GroupName): Promise<Result<void, "unknown">> {
    return this.#database.transaction<Result<void, "unknown">>("durable", async (runner) =>
      (await runner.run(this.#sql.remove, name)) === 1 ? ok(undefined) : refuse("unknown"),
    );
  }

  add(name: GroupName, account: AccountId): Promise<Result<boolean, "unknown">> {
    return this.#database.transaction<Result<boolean, "unknown">>("durable", async (runner) => {
      if ((await runner.run(this.#sql.add, name, account)) === 1) return ok(true);
      const isMember = (await runner.get(this.#sql.isMember, name, account)) !== undefined;
      return isMember ? ok(false) : refuse("unknown");
    });
  }

  removeMember(name: GroupName, account: AccountId): Promise<boolean> {
    return this.#database.transaction("durable", async (runner) => {
      return (await runner.run(this.#sql.removeMember, name, account)) === 1;
    });
  }
}

function statements(database: Database) {
  const groups = `SELECT name, created_at,
    (SELECT count(*) FROM group_members WHERE group_name = groups.name) AS members FROM groups`;
  return {
    find: database.prepare(`${groups} WHERE name = $1`),
    list: database.prepare(`${groups} ORDER BY name`),
    members: database.prepare(
      `SELECT accounts.id FROM group_members JOIN accounts ON accounts.id = account_id
       WHERE group_name = $1 ORDER BY accounts.created_at, accounts.id LIMIT $2`,
    ),
    isMember: database.prepare(
      "SELECT 1 AS stands FROM group_members WHERE group_name = $1 AND account_id = $2",
    ),
    create: database.prepare("INSERT INTO groups (name, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING"),
    remove: database.prepare("DELETE FROM groups WHERE name = $1"),
    // A group or account that was removed a moment ago gets nobody; one that is being removed is waited for.
    add: database.prepare(
      `INSERT INTO group_members (group_name, account_id)
       SELECT groups.name, accounts.id FROM groups, accounts
       WHERE groups.name = $1 AND accounts.id = $2 FOR KEY SHARE
       ON CONFLICT DO NOTHING`,
    ),
    removeMember: database.prepare("DELETE FROM group_members WHERE group_name = $1 AND account_id = $2"),
  };
}
