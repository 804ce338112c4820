import type { AdditionRefusal, Passkeys } from "../../flows/passkey-ports.ts";
import type { Account } from "../../identity/account.ts";
import type { CredentialId, Passkey, PasskeyUse, UserHandle } from "../../identity/passkey.ts";
import { type AccountId, parseAccountId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { instantOf } from "../../values/time.ts";
import { columnList, insertInto } from "./columns.ts";
import { type Cache, type Engine, type Fact, get, run, type Value } from "./fact.ts";
import { blob, flag, has, integer, parsed, type Row, text } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";
import { hasIdentityInUse } from "./upstream-identities.ts";

const columns = [
  "id",
  "account_id",
  "user_handle",
  "public_key",
  "algorithm",
  "counter",
  "transports",
  "is_backup_eligible",
  "is_backed_up",
  "aaguid",
  "name",
  "created_at",
  "last_used_at",
  "counter_went_back_at",
] as const;

/** Part of a sign-in: records the use of a passkey. False if it was removed meanwhile. */
export function recordPasskeyUseOn({ sql }: Engine): (use: PasskeyUse) => Fact<boolean> {
  const used = "counter = :counter, is_backed_up = :isBackedUp, last_used_at = :usedAt";
  const record = sql(`UPDATE passkeys SET ${used} WHERE id = :id`);
  const recordGoingBack = sql(`UPDATE passkeys SET ${used}, counter_went_back_at = :usedAt WHERE id = :id`);
  return function* ({ wentBack, ...use }) {
    return (yield* run(wentBack ? recordGoingBack : record, use)) === 1;
  };
}

/** The passkeys as other facts need them. */
export interface StoredPasskeys extends Passkeys {
  /** Part of a fact: true if the credential is already registered, for any account. */
  isKnown(id: CredentialId): Fact<boolean>;
  /** Part of a fact that holds the account: adds a passkey that is not known. */
  insert(passkey: Passkey): Fact<void>;
}

interface Parts {
  readonly accounts: Cache<AccountId, Account>;
  readonly effects: SideEffectFacts;
}

/** The passkeys of people. They go with their account: ON DELETE CASCADE. */
export function passkeysOn(engine: Engine, { accounts, effects }: Parts): StoredPasskeys {
  const sql = statements(engine);

  function* isKnown(id: CredentialId): Fact<boolean> {
    return (yield* get(sql.find, { id })) !== undefined;
  }

  function* insert(passkey: Passkey): Fact<void> {
    yield* run(sql.add, columnsOfPasskey(passkey));
  }

  return {
    isKnown,
    insert,
    find: (id) => engine.get(sql.find, { id }, passkeyOf),
    list: (accountId) => engine.all(sql.list, { accountId }, (rows) => rows.map(passkeyOf)),
    add: ({ passkey, accountEpoch, max, ...rest }) =>
      engine.write<Result<void, AdditionRefusal>>("durable", function* () {
        const { id, accountId, userHandle } = passkey;
        yield* accounts.forget(accountId);
        // The lock on the account's row puts additions and removals of one account into one order.
        if (!(yield* get(sql.holdLive, { accountId, accountEpoch }))) return refuse("account-changed");
        if (yield* isKnown(id)) return refuse("exists");
        const present = parsed("count", yield* get(sql.count, { accountId, userHandle }));
        if (integer(present, "count") >= max) return refuse("too-many");
        if (integer(present, "others") > 0) return refuse("other-handle");
        if (!(yield* effects.claim(rest))) return refuse("claim-lost");
        yield* insert(passkey);
        yield* effects.record(rest);
        return ok(undefined);
      }),
    rename: (accountId, id, name, sideEffects = {}) =>
      engine.write("durable", function* () {
        if ((yield* run(sql.rename, { accountId, id, name })) !== 1) return false;
        yield* effects.record(sideEffects);
        return true;
      }),
    remove: ({ accountId, id, mayBeLast, restsOnTotp = false, accountEpoch, ...rest }) =>
      engine.write<Awaited<ReturnType<Passkeys["remove"]>>>("durable", function* () {
        yield* accounts.forget(accountId);
        const held = yield* get(sql.hold, { accountId });
        if (held === undefined) return refuse("unknown");
        if (accountEpoch !== undefined && integer(held, "epoch") !== accountEpoch)
          return refuse("account-changed");
        if (!(yield* effects.claim(rest))) return refuse("claim-lost");
        const present = parsed("count", yield* get(sql.count, { accountId, userHandle: "" }));
        const isLast = integer(present, "count") === 1 && (yield* get(sql.findOf, { accountId, id }));
        if (isLast && !mayBeLast) return refuse("last");
        if (isLast && mayBeLast === "with-another-way" && !(yield* get(sql.findOtherWay, { accountId })))
          return refuse("last");
        if (isLast && restsOnTotp && !(yield* get(sql.findTotp, { accountId }))) return refuse("last");
        if ((yield* run(sql.remove, { accountId, id })) === 0) return refuse("unknown");
        yield* effects.record(rest);
        return ok(undefined);
      }),
  };
}

function statements({ sql, rowLock }: Engine) {
  const ofAccount = "account_id = :accountId AND id = :id";
  const passkeys = `SELECT ${columnList(columns)} FROM passkeys`;
  return {
    find: sql(`${passkeys} WHERE id = :id`),
    findOf: sql(`SELECT id FROM passkeys WHERE ${ofAccount}`),
    list: sql(`${passkeys} WHERE account_id = :accountId ORDER BY created_at, id`),
    holdLive: sql(
      `SELECT id FROM accounts WHERE id = :accountId AND epoch = :accountEpoch AND NOT is_disabled${rowLock}`,
    ),
    hold: sql(`SELECT epoch FROM accounts WHERE id = :accountId${rowLock}`),
    findOtherWay: sql(
      `SELECT 1 AS found FROM accounts WHERE id = :accountId
         AND (password_hash IS NOT NULL OR ${hasIdentityInUse()})`,
    ),
    findTotp: sql("SELECT 1 AS found FROM totp WHERE account_id = :accountId"),
    count: sql(
      `SELECT count(*) AS count, count(CASE WHEN user_handle <> :userHandle THEN 1 END) AS others
       FROM passkeys WHERE account_id = :accountId`,
    ),
    add: sql(insertInto("passkeys", columns)),
    rename: sql(`UPDATE passkeys SET name = :name WHERE ${ofAccount}`),
    remove: sql(`DELETE FROM passkeys WHERE ${ofAccount}`),
  };
}

function columnsOfPasskey(passkey: Passkey): Readonly<Record<(typeof columns)[number], Value>> {
  return {
    id: passkey.id,
    account_id: passkey.accountId,
    user_handle: passkey.userHandle,
    public_key: passkey.publicKey,
    algorithm: passkey.algorithm,
    counter: passkey.counter,
    transports: passkey.transports.join(" "),
    is_backup_eligible: passkey.isBackupEligible,
    is_backed_up: passkey.isBackedUp,
    aaguid: passkey.aaguid,
    name: passkey.name,
    created_at: passkey.createdAt,
    last_used_at: passkey.lastUsedAt,
    counter_went_back_at: passkey.counterWentBackAt,
  };
}

/** Ids, handles and names were checked before they were stored. */
function passkeyOf(row: Row): Passkey {
  return {
    id: text(row, "id") as CredentialId,
    accountId: parsed("account_id", parseAccountId(text(row, "account_id"))),
    userHandle: text(row, "user_handle") as UserHandle,
    publicKey: blob(row, "public_key"),
    algorithm: integer(row, "algorithm"),
    counter: integer(row, "counter"),
    transports: text(row, "transports").split(" ").filter(Boolean),
    isBackupEligible: flag(row, "is_backup_eligible"),
    isBackedUp: flag(row, "is_backed_up"),
    aaguid: text(row, "aaguid"),
    name: text(row, "name"),
    createdAt: instantOf(integer(row, "created_at")),
    ...(has(row, "last_used_at") && { lastUsedAt: instantOf(integer(row, "last_used_at")) }),
    ...(has(row, "counter_went_back_at") && {
      counterWentBackAt: instantOf(integer(row, "counter_went_back_at")),
    }),
  };
}
