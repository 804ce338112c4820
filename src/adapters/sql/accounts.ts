import type { Accounts, FirstCredentials } from "../../flows/account-ports.ts";
import type { Link } from "../../flows/link.ts";
import type { ClaimedSideEffects } from "../../flows/side-effect-ports.ts";
import type { Account } from "../../identity/account.ts";
import type { AccountName } from "../../identity/account-name.ts";
import type { AccountId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import {
  accountColumns,
  accountIdIn,
  accountOf,
  columns,
  columnsOfAccount,
  editable,
  storedHashOf,
} from "./account-row.ts";
import { laterVersion } from "./account-version.ts";
import { assignments, insertInto } from "./columns.ts";
import { type Cache, type Durability, type Engine, type Fact, get, run } from "./fact.ts";
import type { StoredPasskeys } from "./passkeys.ts";
import type { StoredRecoveryCodes } from "./recovery-codes.ts";
import { flag, integer, parsed, text } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";
import { hasIdentityInUse } from "./upstream-identities.ts";

/** The tables of what a person can add to an account, and the column that says when it was added. */
const addedToAccount = [
  ["passkeys", "created_at"],
  ["totp", "created_at"],
  ["recovery_codes", "created_at"],
  ["upstream_identities", "linked_at"],
] as const;

/** The rows in memory and in other tables that change together with an account. */
interface Parts {
  readonly cache: Cache<AccountId, Account>;
  readonly effects: SideEffectFacts;
  readonly addLink: (link: Link) => Fact<void>;
  readonly endSessions: (id: AccountId) => Fact<unknown>;
  readonly removeGrants: (id: AccountId) => Fact<unknown>;
  readonly passkeys: Pick<StoredPasskeys, "isKnown" | "insert">;
  readonly recoveryCodes: Pick<StoredRecoveryCodes, "insert">;
}

/** The account as it stands after a change. */
type Updated = Result<Account, "unknown" | "conflict" | "name-taken" | "claim-lost">;

/** The accounts as other facts need them. */
export interface StoredAccounts extends Accounts {
  /** `create`, as part of another fact. */
  createWithin(
    account: Account,
    sideEffects?: ClaimedSideEffects,
  ): Fact<Result<void, "name-taken" | "claim-lost">>;
  /**
   * Part of an import: `update`, and also replaces the password and whether the account is disabled, raises the epoch with either, and
   * adds groups. Nothing is taken away. Returns the account with the groups that it had before.
   */
  replaceWithin(account: Account, at: Instant, claimed?: Pick<ClaimedSideEffects, "claims">): Fact<Updated>;
}

/** People who can sign in. Names and memberships go with an account's row: ON DELETE CASCADE. */
export function accountsOn(
  engine: Engine,
  { cache, effects, addLink, endSessions, removeGrants, passkeys, recoveryCodes }: Parts,
): StoredAccounts {
  const sql = statements(engine);

  const change = <T>(durability: Durability, id: AccountId, fact: () => Fact<T>): Promise<T> =>
    engine.write(durability, function* () {
      yield* cache.forget(id);
      return yield* fact();
    });

  function* removeHeld(id: AccountId): Fact<void> {
    yield* endSessions(id);
    yield* run(sql.remove, { id });
    yield* removeGrants(id);
  }

  function* areNamesFree(account: Account): Fact<boolean> {
    for (const name of namesOf(account)) {
      const owner = yield* get(sql.ownerOf, { name });
      if (owner && text(owner, "account_id") !== account.id) return false;
    }
    return true;
  }

  function* takeNames(account: Account): Fact<void> {
    yield* run(sql.dropNames, { id: account.id });
    for (const name of namesOf(account)) yield* run(sql.addName, { name, id: account.id });
  }

  function* createWithin(
    account: Account,
    sideEffects: ClaimedSideEffects = {},
    first?: FirstCredentials,
  ): Fact<Result<void, "name-taken" | "claim-lost">> {
    if (!(yield* areNamesFree(account))) return refuse("name-taken");
    if (!(yield* effects.claim(sideEffects))) return refuse("claim-lost");
    yield* run(sql.create, columnsOfAccount(account));
    yield* takeNames(account);
    for (const group of account.groups ?? []) yield* run(sql.addToGroup, { group, id: account.id });
    if (first !== undefined) {
      yield* passkeys.insert(first.passkey);
      yield* recoveryCodes.insert(first.recoveryCodes);
    }
    yield* effects.record(sideEffects);
    return ok(undefined);
  }

  const create = (account: Account, sideEffects: ClaimedSideEffects = {}, first?: FirstCredentials) =>
    engine.write<Result<void, "name-taken" | "passkey-exists" | "claim-lost">>("durable", function* () {
      // Checked before the claims, because a refusal after them would not give them back.
      if (first !== undefined && (yield* passkeys.isKnown(first.passkey.id))) return refuse("passkey-exists");
      return yield* createWithin(account, sideEffects, first);
    });

  function* updateHeld(account: Account, at: Instant, sideEffects: ClaimedSideEffects): Fact<Updated> {
    const stored = yield* get(sql.hold, { id: account.id });
    if (!stored) return refuse("unknown");
    if (integer(stored, "updated_at") !== account.updatedAt) return refuse("conflict");
    if (!(yield* areNamesFree(account))) return refuse("name-taken");
    if (!(yield* effects.claim(sideEffects))) return refuse("claim-lost");
    const isMoved = stored.email !== (account.email ?? null);
    // A thief may have confirmed the new address. The links that went to the old one must still lock the thief out.
    const isByPerson = sideEffects.claims?.some(({ kind }) => kind === "link") ?? false;
    if (isMoved) yield* run(isByPerson ? sql.dropButLocks : sql.dropMailed, { id: account.id });
    if (account.isAdmin && !flag(stored, "is_admin")) {
      yield* run(sql.raiseEpoch, { id: account.id });
      yield* run(sql.dropMailed, { id: account.id });
      yield* endSessions(account.id);
    }
    yield* takeNames(account);
    const updated = yield* get(sql.update, { ...columnsOfAccount(account), at });
    yield* effects.record(sideEffects);
    if (isMoved) yield* run(sql.dropLaterLocks, { id: account.id, address: account.email });
    return ok(accountOf(parsed("id", updated)));
  }

  const update = (account: Account, at: Instant, sideEffects: ClaimedSideEffects = {}) =>
    change("durable", account.id, () => updateHeld(account, at, sideEffects));

  function* replaceWithin(
    account: Account,
    at: Instant,
    claimed: Pick<ClaimedSideEffects, "claims"> = {},
  ): Fact<Updated> {
    const { id, passwordHash, isDisabled } = account;
    yield* cache.forget(id);
    const updated = yield* updateHeld(account, at, claimed);
    if (!updated.ok) return updated;
    const before = updated.value;
    if (passwordHash !== undefined && passwordHash !== before.passwordHash) {
      yield* run(sql.replacePassword, { id, passwordHash, at });
      yield* endSessions(id);
    }
    // Either ends a lock, also where a locked account stays disabled.
    if (isDisabled !== before.isDisabled || account.lockedAt !== before.lockedAt)
      yield* get(isDisabled ? sql.disable : sql.enable, { id, at });
    if (isDisabled && !before.isDisabled) yield* endSessions(id);
    for (const group of account.groups ?? [])
      if (!before.groups?.includes(group)) yield* run(sql.addToGroup, { group, id });
    return updated;
  }

  function* replace(
    { passwordHash: _, ...account }: Account,
    at: Instant,
    { claims, ...effectsOf }: ClaimedSideEffects,
  ): Fact<Updated> {
    const replaced = yield* replaceWithin(account, at, { claims });
    if (!replaced.ok) return replaced;
    const { id, groups = [] } = account;
    for (const group of replaced.value.groups ?? [])
      if (!groups.includes(group)) yield* run(sql.leaveGroup, { group, id });
    const after = accountOf(parsed("id", yield* get(sql.find, { id })));
    yield* effects.record(effectsOf);
    return ok(after);
  }

  function* lock(
    { accountId: id, digest, createdAt, address }: Parameters<Accounts["lock"]>[0],
    { at, since, restore }: Parameters<Accounts["lock"]>[1],
    { recovery, ...sideEffects }: Parameters<Accounts["lock"]>[2],
  ): Fact<Result<Account, "claim-lost">> {
    // The claim holds the account's row until the fact ends.
    if (!(yield* effects.claim({ claims: [{ kind: "link", digest, now: at }] }))) return refuse("claim-lost");
    const stored = accountOf(parsed("id", yield* get(sql.find, { id })));
    const isFree = yield* areNamesFree({ ...stored, email: address });
    const restored = restore(stored, isFree);
    yield* takeNames(restored);
    yield* endSessions(id);
    yield* run(sql.endTrust, { id });
    for (const statement of sql.endAdded) yield* run(statement, { id, since });
    yield* run(sql.endLinks, { id, createdAt, address });
    const locked = accountOf(parsed("id", yield* get(sql.lock, { ...columnsOfAccount(restored), at })));
    yield* addLink({ ...recovery, account: locked });
    yield* effects.record(sideEffects);
    return ok(locked);
  }

  return {
    createWithin,
    replaceWithin,
    find: async (id) => cache.find(id),
    findByName: (name) => engine.get(sql.findByName, { name }, (row) => accountOf(row)),
    findBySubject: (subject) => engine.get(sql.findBySubject, { subject }, (row) => accountOf(row)),
    findHashNear: async (id) => {
      const next = await engine.get(sql.nextHash, { id }, storedHashOf);
      const found = next ?? (await engine.get(sql.firstHash, {}, storedHashOf));
      return found?.passwordHash;
    },
    list: (max, after) =>
      engine.all(sql.list, { max, after: after ?? "" }, (rows) => rows.map((row) => accountOf(row))),
    // The first overloads have fewer refusals: no claim is lost without claims, and no passkey exists without a passkey.
    create: create as Accounts["create"],
    update: update as Accounts["update"],
    replace: (account, at, sideEffects = {}) =>
      change("durable", account.id, () => replace(account, at, sideEffects)),
    setPassword: (id, passwordHash, at, sideEffects = {}) =>
      change<Result<Account, "unknown" | "claim-lost">>("durable", id, function* () {
        if (!(yield* get(sql.hold, { id }))) return refuse("unknown");
        if (!(yield* effects.claim(sideEffects))) return refuse("claim-lost");
        const updated = yield* get(sql.setPassword, { id, passwordHash, at });
        yield* endSessions(id);
        yield* effects.record(sideEffects);
        return ok(accountOf(parsed("id", updated)));
      }),
    removePassword: (id, at, sideEffects = {}) =>
      change<Result<void, "unknown" | "claim-lost" | "last-way">>("durable", id, function* () {
        if (!(yield* get(sql.hold, { id }))) return refuse("unknown");
        if (!(yield* effects.claim(sideEffects))) return refuse("claim-lost");
        if ((yield* run(sql.removePassword, { accountId: id, at })) !== 1) return refuse("last-way");
        yield* endSessions(id);
        yield* effects.record(sideEffects);
        return ok(undefined);
      }),
    rehashPassword: (id, from, to) =>
      change("relaxed", id, function* () {
        yield* run(sql.rehash, { id, from, to });
      }),
    moveOldPassword: (id, passwordHash, sideEffects = {}) =>
      change("durable", id, function* () {
        if ((yield* run(sql.moveOldPassword, { id, passwordHash })) !== 1) return false;
        yield* effects.record(sideEffects);
        return true;
      }),
    setDisabled: (id, isDisabled, at, sideEffects = {}) =>
      change<Result<Account, "unknown" | "claim-lost">>("durable", id, function* () {
        if (!(yield* get(sql.hold, { id }))) return refuse("unknown");
        if (!(yield* effects.claim(sideEffects))) return refuse("claim-lost");
        const updated = yield* get(isDisabled ? sql.disable : sql.enable, { id, at });
        if (isDisabled) yield* endSessions(id);
        yield* effects.record(sideEffects);
        return ok(accountOf(parsed("id", updated)));
      }),
    lock: (link, rule, sideEffects) => change("durable", link.accountId, () => lock(link, rule, sideEffects)),
    askDeletion: (id, { at, deleteAfter }, sideEffects = {}) =>
      change<Result<void, "claim-lost">>("durable", id, function* () {
        if (!(yield* effects.claim(sideEffects))) return refuse("claim-lost");
        if ((yield* run(sql.askDeletion, { id, at, deleteAfter })) !== 1) return refuse("claim-lost");
        yield* endSessions(id);
        yield* run(sql.forgetConsents, { id });
        yield* effects.record(sideEffects);
        return ok(undefined);
      }),
    stopDeletion: (id, sideEffects = {}) =>
      change("durable", id, function* () {
        if ((yield* run(sql.stopDeletion, { id })) !== 1) return false;
        yield* effects.record(sideEffects);
        return true;
      }),
    listDue: (now, max) => engine.all(sql.due, { now, max }, (rows) => rows.map(accountIdIn)),
    removeDue: (id, now, sideEffects = {}) =>
      change("durable", id, function* () {
        if (!(yield* get(sql.holdDue, { id, now }))) return false;
        yield* removeHeld(id);
        yield* effects.record(sideEffects);
        return true;
      }),
    remove: (id, sideEffects = {}) =>
      change<Result<void, "unknown" | "claim-lost">>("durable", id, function* () {
        if (!(yield* get(sql.hold, { id }))) return refuse("unknown");
        if (!(yield* effects.claim(sideEffects))) return refuse("claim-lost");
        yield* removeHeld(id);
        yield* effects.record(sideEffects);
        return ok(undefined);
      }),
  };
}

function statements(engine: Engine) {
  const { sql, rowLock, keyLock } = engine;
  const later = laterVersion(engine, ":at");
  return {
    findByName: sql(
      `SELECT ${accountColumns()} FROM account_names JOIN accounts ON accounts.id = account_id
       WHERE account_names.name = :name`,
    ),
    findBySubject: sql(`SELECT ${accountColumns()} FROM accounts WHERE subject = :subject`),
    nextHash: sql(
      "SELECT password_hash FROM accounts WHERE password_hash IS NOT NULL AND id >= :id ORDER BY id LIMIT 1",
    ),
    firstHash: sql("SELECT password_hash FROM accounts WHERE password_hash IS NOT NULL ORDER BY id LIMIT 1"),
    list: sql(`SELECT ${accountColumns()} FROM accounts WHERE id > :after ORDER BY id LIMIT :max`),
    raiseEpoch: sql("UPDATE accounts SET epoch = epoch + 1 WHERE id = :id"),
    hold: sql(`SELECT updated_at, email, is_admin FROM accounts WHERE id = :id${rowLock}`),
    ownerOf: sql("SELECT account_id FROM account_names WHERE name = :name"),
    dropNames: sql("DELETE FROM account_names WHERE account_id = :id"),
    addName: sql("INSERT INTO account_names (name, account_id) VALUES (:name, :id)"),
    create: sql(insertInto("accounts", columns)),
    // What was mailed proves nothing about the person of the new address.
    dropMailed: sql("DELETE FROM links WHERE account_id = :id"),
    // Back at an address that can lock the account, the person has shut out the readers of those in between.
    dropLaterLocks: sql(
      `DELETE FROM links WHERE account_id = :id AND kind = 'lock' AND address <> :address AND created_at >
         (SELECT min(created_at) FROM links WHERE account_id = :id AND kind = 'lock' AND address = :address)`,
    ),
    dropButLocks: sql("DELETE FROM links WHERE account_id = :id AND kind <> 'lock'"),
    find: sql(`SELECT ${accountColumns()} FROM accounts WHERE id = :id`),
    lock: sql(
      `UPDATE accounts SET username = :username, email = :email, is_email_unverified = FALSE, is_disabled = TRUE,
         locked_at = :at, epoch = epoch + 1, ${later}
       WHERE id = :id RETURNING ${accountColumns()}`,
    ),
    endTrust: sql("DELETE FROM trusted_browsers WHERE account_id = :id"),
    endAdded: addedToAccount.map(([table, since]) =>
      sql(`DELETE FROM ${table} WHERE account_id = :id AND ${since} >= :since`),
    ),
    endLinks: sql(
      `DELETE FROM links
       WHERE account_id = :id AND (kind <> 'lock' OR created_at >= :createdAt OR address = :address)`,
    ),
    addToGroup: sql(
      `INSERT INTO group_members (group_name, account_id)
       SELECT name, :id FROM groups WHERE name = :group${keyLock}`,
    ),
    leaveGroup: sql("DELETE FROM group_members WHERE group_name = :group AND account_id = :id"),
    update: sql(
      `UPDATE accounts SET ${assignments(editable)}, ${later}
       WHERE id = :id RETURNING ${accountColumns()}`,
    ),
    removePassword: sql(
      `UPDATE accounts SET password_hash = NULL, has_old_password = FALSE, epoch = epoch + 1, ${later}
       WHERE id = :accountId AND (${hasIdentityInUse()}
         OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.account_id = accounts.id))`,
    ),
    setPassword: sql(
      `UPDATE accounts SET password_hash = :passwordHash, has_old_password = FALSE, epoch = epoch + 1, ${later},
         is_disabled = (is_disabled AND locked_at IS NULL), locked_at = NULL
       WHERE id = :id RETURNING ${accountColumns()}`,
    ),
    replacePassword: sql(
      `UPDATE accounts SET password_hash = :passwordHash, has_old_password = FALSE, epoch = epoch + 1, ${later}
       WHERE id = :id`,
    ),
    rehash: sql("UPDATE accounts SET password_hash = :to WHERE id = :id AND password_hash = :from"),
    // An older release sets a password without ending the mark, so the missing hash counts too.
    moveOldPassword: sql(
      `UPDATE accounts SET password_hash = :passwordHash, has_old_password = FALSE
       WHERE id = :id AND has_old_password AND password_hash IS NULL AND NOT is_disabled`,
    ),
    disable: sql(
      `UPDATE accounts SET is_disabled = TRUE, locked_at = NULL, epoch = epoch + 1, ${later}
       WHERE id = :id RETURNING ${accountColumns()}`,
    ),
    enable: sql(
      `UPDATE accounts SET is_disabled = FALSE, locked_at = NULL, ${later}
       WHERE id = :id RETURNING ${accountColumns()}`,
    ),
    remove: sql("DELETE FROM accounts WHERE id = :id"),
    askDeletion: sql(
      `UPDATE accounts SET delete_after = :deleteAfter, epoch = epoch + 1, ${later}
       WHERE id = :id AND delete_after IS NULL`,
    ),
    forgetConsents: sql("DELETE FROM consents WHERE account_id = :id"),
    stopDeletion: sql(
      `UPDATE accounts SET delete_after = NULL, updated_at = updated_at + 1
       WHERE id = :id AND delete_after IS NOT NULL`,
    ),
    due: sql("SELECT id FROM accounts WHERE delete_after <= :now ORDER BY delete_after LIMIT :max"),
    holdDue: sql(`SELECT id FROM accounts WHERE id = :id AND delete_after <= :now${rowLock}`),
  };
}

/** The names that sign the person in, always in the same order, so that two accounts that want the same names never deadlock. */
function namesOf({ username, email }: Account): readonly AccountName[] {
  return [...new Set(email === undefined ? [username] : [username, email])].sort();
}
