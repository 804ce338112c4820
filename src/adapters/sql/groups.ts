import type { GroupMembers, Groups } from "../../flows/account-ports.ts";
import type { Account } from "../../identity/account.ts";
import type { AccountName } from "../../identity/account-name.ts";
import type { GroupName } from "../../identity/group.ts";
import type { AccountId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { instantOf } from "../../values/time.ts";
import { accountIdIn } from "./account-row.ts";
import { nextVersion } from "./account-version.ts";
import { all, type Cache, type Engine, get, lock, run } from "./fact.ts";
import { readPage } from "./listing.ts";
import { integer, parsed, type Row, text } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";

/** Groups of people. A membership goes with its account or group: ON DELETE CASCADE. */
export function groupsOn(
  engine: Engine,
  accounts: Cache<AccountId, Account>,
  effects: SideEffectFacts,
): Groups {
  const sql = statements(engine);
  const { claim, record } = effects;

  return {
    find: (name) => engine.get(sql.find, { name }, groupOf),
    list: ({ limit, search = "", after = "" }) => {
      const read = { values: { search, after }, item: groupOf, cursor: (row: Row) => groupOf(row).name };
      return engine.read(() => readPage(sql.list, { limit }, read));
    },
    create: ({ name, createdAt }, max, sideEffects = {}) =>
      engine.write<Result<void, "exists" | "too-many">>("durable", function* () {
        yield* lock("groups");
        if (yield* get(sql.find, { name })) return refuse("exists");
        if (integer(parsed("count", yield* get(sql.count)), "count") >= max) return refuse("too-many");
        yield* run(sql.create, { name, createdAt });
        yield* record(sideEffects);
        return ok(undefined);
      }),
    remove: (name, isSeen = () => true, sideEffects = {}) =>
      engine.write<Result<void, "unknown" | "conflict">>("durable", function* () {
        // Accounts are locked before their memberships, as everywhere, so that two transactions never wait for each other.
        yield* all(sql.holdMembers, { name });
        yield* get(sql.hold, { name });
        const row = yield* get(sql.find, { name });
        if (!row) return refuse("unknown");
        if (!isSeen(groupOf(row))) return refuse("conflict");
        for (const row of yield* all(sql.removeMembers, { name })) {
          yield* accounts.forget(accountIdIn(row));
          yield* run(sql.nextVersion, { id: accountIdIn(row) });
        }
        yield* run(sql.remove, { name });
        yield* record(sideEffects);
        return ok(undefined);
      }),
    add: (name, account, max, sideEffects = {}) =>
      engine.write<Awaited<ReturnType<Groups["add"]>>>("durable", function* () {
        yield* accounts.forget(account);
        // Memberships that are added to one account at the same time are counted one after the other.
        if (!(yield* get(sql.holdAccount, { account }))) return refuse("unknown");
        if (!(yield* claim(sideEffects))) return refuse("claim-lost");
        if (yield* get(sql.isMember, { name, account })) return ok(false);
        const count = parsed("count", yield* get(sql.countGroups, { account }));
        if (integer(count, "count") >= max) return refuse("too-many");
        if ((yield* run(sql.add, { name, account })) !== 1) return refuse("unknown");
        yield* run(sql.nextVersion, { id: account });
        yield* record(sideEffects);
        return ok(true);
      }),
    removeMember: (name, account, sideEffects = {}) =>
      engine.write<Awaited<ReturnType<Groups["removeMember"]>>>("durable", function* () {
        yield* accounts.forget(account);
        yield* get(sql.holdAccount, { account });
        if (!(yield* claim(sideEffects))) return "claim-lost";
        if ((yield* run(sql.removeMember, { name, account })) !== 1) return "none";
        yield* run(sql.nextVersion, { id: account });
        yield* record(sideEffects);
        return "removed";
      }),
    administrators: (name) =>
      engine.all(sql.administrators, { name }, (rows) =>
        rows.map((row) => ({ id: accountIdIn(row), username: text(row, "username") as AccountName })),
      ),
    administeredBy: (account) =>
      engine.all(sql.administeredBy, { account }, (rows) =>
        rows.map((row) => text(row, "name") as GroupName),
      ),
    addAdministrator: (name, account, max, sideEffects = {}) =>
      engine.write<Awaited<ReturnType<Groups["addAdministrator"]>>>("durable", function* () {
        if (!(yield* claim(sideEffects))) return refuse("claim-lost");
        // Administrators who are added to one group at the same time are counted one after the other.
        if (!(yield* get(sql.hold, { name }))) return refuse("unknown");
        if (yield* get(sql.isAdministrator, { name, account })) return ok(false);
        const count = parsed("count", yield* get(sql.countAdministrators, { name }));
        if (integer(count, "count") >= max) return refuse("too-many");
        if ((yield* run(sql.addAdministrator, { name, account })) !== 1) return refuse("unknown");
        yield* record(sideEffects);
        return ok(true);
      }),
    removeAdministrator: (name, account, sideEffects = {}) =>
      engine.write<Awaited<ReturnType<Groups["removeAdministrator"]>>>("durable", function* () {
        if (!(yield* claim(sideEffects))) return "claim-lost";
        if ((yield* run(sql.removeAdministrator, { name, account })) !== 1) return "none";
        yield* record(sideEffects);
        return "removed";
      }),
    replaceAdministrators: (name, { seen, wanted }, sideEffects = {}) =>
      engine.write<Awaited<ReturnType<Groups["replaceAdministrators"]>>>("durable", function* () {
        if (!(yield* claim(sideEffects))) return "claim-lost";
        if (!(yield* get(sql.hold, { name }))) return "unknown";
        const present = new Set((yield* all(sql.holdAdministrators, { name })).map(accountIdIn));
        const [before, after] = [new Set(seen), new Set(wanted)];
        if (present.symmetricDifference(before).size > 0) return "conflict";
        const added = [...after.difference(before)].toSorted();
        // All are looked for before the first is written, because a return does not undo what was written.
        for (const account of added) if (!(yield* get(sql.keepAccount, { account }))) return "unknown";
        for (const account of added) yield* run(sql.addAdministrator, { name, account });
        for (const account of before.difference(after))
          yield* run(sql.removeAdministrator, { name, account });
        yield* record(sideEffects);
        return "replaced";
      }),
  };
}

function statements(engine: Engine) {
  const { sql, rowLock, keyLock, removalLock, contains } = engine;
  const found = (columns: readonly string[]) => `(${contains(columns, ":search")} OR :search = '')`;
  const groups = `SELECT name, created_at,
    (SELECT count(*) FROM group_members WHERE group_name = groups.name) AS members FROM groups`;
  return {
    find: sql(`${groups} WHERE name = :name`),
    count: sql("SELECT count(*) AS count FROM groups"),
    list: {
      rows: sql(`${groups} WHERE ${found(["name"])} AND name > :after ORDER BY name LIMIT :limit`),
      count: sql(`SELECT count(*) AS count FROM groups WHERE ${found(["name"])}`),
    },
    isMember: sql("SELECT 1 AS found FROM group_members WHERE group_name = :name AND account_id = :account"),
    holdAccount: sql(`SELECT 1 AS found FROM accounts WHERE id = :account${rowLock}`),
    countGroups: sql("SELECT count(*) AS count FROM group_members WHERE account_id = :account"),
    create: sql("INSERT INTO groups (name, created_at) VALUES (:name, :createdAt)"),
    holdMembers: sql(
      `SELECT id FROM accounts WHERE id IN (SELECT account_id FROM group_members WHERE group_name = :name)
       ORDER BY id${rowLock}`,
    ),
    hold: sql(`SELECT 1 AS found FROM groups WHERE name = :name${removalLock}`),
    removeMembers: sql("DELETE FROM group_members WHERE group_name = :name RETURNING account_id AS id"),
    remove: sql("DELETE FROM groups WHERE name = :name"),
    // The lock waits for a removal of the account or group that is under way; a removed one gets no membership.
    add: sql(
      `INSERT INTO group_members (group_name, account_id)
       SELECT groups.name, accounts.id FROM groups, accounts
       WHERE groups.name = :name AND accounts.id = :account${keyLock}
       ON CONFLICT DO NOTHING`,
    ),
    nextVersion: sql(nextVersion),
    administrators: sql(
      `SELECT accounts.id, accounts.username FROM group_administrators
       JOIN accounts ON accounts.id = group_administrators.account_id
       WHERE group_name = :name ORDER BY accounts.username`,
    ),
    administeredBy: sql(
      "SELECT group_name AS name FROM group_administrators WHERE account_id = :account ORDER BY group_name",
    ),
    isAdministrator: sql(
      "SELECT 1 AS found FROM group_administrators WHERE group_name = :name AND account_id = :account",
    ),
    countAdministrators: sql("SELECT count(*) AS count FROM group_administrators WHERE group_name = :name"),
    addAdministrator: sql(
      `INSERT INTO group_administrators (group_name, account_id)
       SELECT groups.name, accounts.id FROM groups, accounts
       WHERE groups.name = :name AND accounts.id = :account${keyLock}
       ON CONFLICT DO NOTHING`,
    ),
    holdAdministrators: sql(
      `SELECT account_id AS id FROM group_administrators WHERE group_name = :name
       ORDER BY account_id${rowLock}`,
    ),
    keepAccount: sql(`SELECT 1 AS found FROM accounts WHERE id = :account${keyLock}`),
    removeAdministrator: sql(
      "DELETE FROM group_administrators WHERE group_name = :name AND account_id = :account",
    ),
    removeMember: sql("DELETE FROM group_members WHERE group_name = :name AND account_id = :account"),
  };
}

/** The name was checked before it was stored. */
function groupOf(row: Row): GroupMembers {
  return {
    name: text(row, "name") as GroupName,
    createdAt: instantOf(integer(row, "created_at")),
    members: integer(row, "members"),
  };
}
