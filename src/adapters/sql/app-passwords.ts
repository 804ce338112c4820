import type { AppPasswords } from "../../flows/app-password-ports.ts";
import type { AppPassword } from "../../identity/app-password.ts";
import { type Digest, digestOf } from "../../values/digest.ts";
import { toHex } from "../../values/hex.ts";
import {
  type AccountId,
  type ClientId,
  parseAccountId,
  parseAppPasswordId,
  parseClientId,
} from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { instantOf } from "../../values/time.ts";
import { columnList, insertInto } from "./columns.ts";
import { all, type Engine, type Fact, get, run } from "./fact.ts";
import { blobAs, has, integer, parsed, type Row, text } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";

const columns = [
  "id",
  "digest",
  "account_id",
  "client_id",
  "account_epoch",
  "name",
  "created_at",
  "last_used_at",
] as const;

interface StoredAppPasswords extends AppPasswords {
  /** Part of a fact: those of the person for this application end. */
  removeAllOf(of: { readonly accountId: AccountId; readonly clientId: ClientId }): Fact<void>;
  /** Part of a fact: those of everybody for this application end. */
  removeAllFor(clientId: ClientId): Fact<void>;
}

/** The app passwords of people, kept in memory once read. They go with their account or client: ON DELETE CASCADE. */
export function appPasswordsOn(engine: Engine, { claim, record }: SideEffectFacts): StoredAppPasswords {
  const sql = statements(engine);
  const cache = engine.cache<string, AppPassword>({
    max: { rows: 20_000 },
    mayLag: false,
    statement: sql.find,
    values: (digest) => ({ digest: Buffer.from(digest, "hex") }),
    read: appPasswordOf,
  });
  const forget = (digest: Digest) => cache.forget(toHex(digest));

  return {
    find: (digest) => cache.find(toHex(digest)),
    list: (accountId) => engine.all(sql.list, { accountId }, (rows) => rows.map(appPasswordOf)),
    add: ({ appPassword, max, ...effects }) =>
      engine.write<Result<void, "too-many" | "account-changed">>("durable", function* () {
        const { accountId, clientId, accountEpoch } = appPassword;
        // The lock on the account's row puts additions of one account into one order.
        const isHeld = yield* get(sql.holdAccount, { accountId, accountEpoch });
        if (!isHeld || !(yield* get(sql.holdClient, { clientId }))) return refuse("account-changed");
        yield* run(sql.removeDead, { accountId, accountEpoch });
        const count = integer(parsed("count", yield* get(sql.count, { accountId })), "count");
        if (count >= max) return refuse("too-many");
        yield* run(sql.add, {
          id: appPassword.id,
          digest: appPassword.digest,
          account_id: accountId,
          client_id: clientId,
          account_epoch: accountEpoch,
          name: appPassword.name,
          created_at: appPassword.createdAt,
          last_used_at: appPassword.lastUsedAt,
        });
        yield* record(effects);
        return ok(undefined);
      }),
    revoke: (accountId, id, effects = {}) =>
      engine.write<Awaited<ReturnType<AppPasswords["revoke"]>>>("durable", function* () {
        const row = yield* get(sql.findOf, { accountId, id });
        if (row === undefined) return "none";
        if (!(yield* claim(effects))) return "claim-lost";
        yield* forget(appPasswordOf(row).digest);
        if ((yield* run(sql.remove, { accountId, id })) === 0) return "none";
        yield* record(effects);
        return "revoked";
      }),
    noteFirstUse: (digest, at) =>
      engine.write("durable", function* () {
        yield* forget(digest);
        return (yield* run(sql.noteFirstUse, { digest, at })) === 1;
      }),
    noteUse: (digest, at) =>
      engine.write("relaxed", function* () {
        yield* forget(digest);
        yield* run(sql.noteUse, { digest, at });
      }),
    *removeAllFor(clientId) {
      for (const row of yield* all(sql.listFor, { clientId })) yield* forget(appPasswordOf(row).digest);
      yield* run(sql.removeFor, { clientId });
    },
    *removeAllOf(of) {
      for (const row of yield* all(sql.listOfPair, of)) yield* forget(appPasswordOf(row).digest);
      yield* run(sql.removeOfPair, of);
    },
  };
}

function statements({ sql, rowLock, jsonMember, jsonFalse }: Engine) {
  const selected = `SELECT ${columnList(columns)} FROM app_passwords`;
  const ofAccount = "account_id = :accountId AND id = :id";
  const ofPair = "account_id = :accountId AND client_id = :clientId";
  return {
    find: sql(`${selected} WHERE digest = :digest`),
    findOf: sql(`${selected} WHERE ${ofAccount}`),
    list: sql(`${selected} WHERE account_id = :accountId ORDER BY created_at, id`),
    listOfPair: sql(`${selected} WHERE ${ofPair}`),
    listFor: sql(`${selected} WHERE client_id = :clientId`),
    removeFor: sql("DELETE FROM app_passwords WHERE client_id = :clientId"),
    holdAccount: sql(
      `SELECT id FROM accounts WHERE id = :accountId AND epoch = :accountEpoch AND NOT is_disabled${rowLock}`,
    ),
    holdClient: sql(
      `SELECT id FROM clients WHERE id = :clientId AND NOT is_disabled
         AND ${jsonMember("metadata", "hasAppPasswords")} <> ${jsonFalse}${rowLock}`,
    ),
    removeDead: sql(
      "DELETE FROM app_passwords WHERE account_id = :accountId AND account_epoch <> :accountEpoch",
    ),
    count: sql("SELECT count(*) AS count FROM app_passwords WHERE account_id = :accountId"),
    add: sql(insertInto("app_passwords", columns)),
    remove: sql(`DELETE FROM app_passwords WHERE ${ofAccount}`),
    removeOfPair: sql(`DELETE FROM app_passwords WHERE ${ofPair}`),
    noteFirstUse: sql(
      "UPDATE app_passwords SET last_used_at = :at WHERE digest = :digest AND last_used_at IS NULL",
    ),
    noteUse: sql("UPDATE app_passwords SET last_used_at = :at WHERE digest = :digest AND last_used_at < :at"),
  };
}

/** The name was checked before it was stored. */
function appPasswordOf(row: Row): AppPassword {
  return {
    id: parsed("id", parseAppPasswordId(text(row, "id"))),
    digest: blobAs(row, "digest", digestOf),
    accountId: parsed("account_id", parseAccountId(text(row, "account_id"))),
    clientId: parsed("client_id", parseClientId(text(row, "client_id"))),
    accountEpoch: integer(row, "account_epoch"),
    name: text(row, "name"),
    createdAt: instantOf(integer(row, "created_at")),
    ...(has(row, "last_used_at") && { lastUsedAt: instantOf(integer(row, "last_used_at")) }),
  };
}
