import type { Totps } from "../../flows/factor-ports.ts";
import type { Account } from "../../identity/account.ts";
import type { Totp } from "../../identity/totp.ts";
import { type AccountId, parseAccountId } from "../../values/ids.ts";
import { instantOf } from "../../values/time.ts";
import { nextVersion } from "./account-version.ts";
import { type Cache, type Engine, type Fact, get, run } from "./fact.ts";
import { integer, parsed, type Row, text } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";

/** The authenticator apps as other facts need them. */
export interface StoredTotps extends Totps {
  /** `claimStep`, as part of a fact. */
  takeStep(totp: Totp, step: number): Fact<boolean>;
  /** Keeps an app as part of a fact that made or holds its account; it takes the place of an earlier one. */
  keepWithin(totp: Totp): Fact<void>;
}

interface Parts {
  readonly accounts: Cache<AccountId, Account>;
  readonly effects: SideEffectFacts;
}

/** The authenticator apps of accounts, which know whether they have one. A row goes with its account: ON DELETE CASCADE. */
export function totpsOn(engine: Engine, { accounts, effects }: Parts): StoredTotps {
  const sql = statements(engine);
  const { claim, record } = effects;

  function* takeStep({ accountId, sealedSecret }: Totp, step: number): Fact<boolean> {
    return (yield* run(sql.claimStep, { accountId, sealedSecret, step })) === 1;
  }

  function* keepWithin({ accountId, sealedSecret, lastStep, createdAt }: Totp): Fact<void> {
    yield* accounts.forget(accountId);
    yield* run(sql.keep, { accountId, sealedSecret, lastStep, createdAt });
  }

  return {
    keepWithin,
    find: (accountId) => engine.get(sql.find, { accountId }, totpOf),
    keep: (totp, { accountEpoch, ...sideEffects }) =>
      engine.write("durable", function* () {
        const { accountId } = totp;
        yield* accounts.forget(accountId);
        if (!(yield* get(sql.holdAccount, { accountId, accountEpoch }))) return false;
        yield* keepWithin(totp);
        yield* run(sql.nextVersion, { id: accountId });
        yield* record(sideEffects);
        return true;
      }),
    claimStep: (totp, step) => engine.write("durable", () => takeStep(totp, step)),
    remove: (accountId, { restsOnPasskey = false, accountEpoch, ...sideEffects } = {}) =>
      engine.write<Awaited<ReturnType<Totps["remove"]>>>("durable", function* () {
        yield* accounts.forget(accountId);
        // The lock puts this and the removal of passkeys into one order.
        const held =
          accountEpoch === undefined
            ? yield* get(sql.hold, { accountId })
            : yield* get(sql.holdAccount, { accountId, accountEpoch });
        if (!held) return "none";
        if (!(yield* claim(sideEffects))) return "claim-lost";
        if (restsOnPasskey && !(yield* get(sql.findPasskey, { accountId }))) return "last";
        yield* run(sql.distrust, { accountId });
        if ((yield* run(sql.remove, { accountId })) === 0) return "none";
        yield* run(sql.nextVersion, { id: accountId });
        yield* record(sideEffects);
        return "removed";
      }),
    takeStep,
  };
}

function statements({ sql, rowLock }: Engine) {
  return {
    find: sql(
      "SELECT account_id, sealed_secret, last_step, created_at FROM totp WHERE account_id = :accountId",
    ),
    holdAccount: sql(
      `SELECT id FROM accounts WHERE id = :accountId AND epoch = :accountEpoch AND NOT is_disabled${rowLock}`,
    ),
    hold: sql(`SELECT id FROM accounts WHERE id = :accountId${rowLock}`),
    findPasskey: sql("SELECT 1 AS found FROM passkeys WHERE account_id = :accountId LIMIT 1"),
    keep: sql(
      `INSERT INTO totp (account_id, sealed_secret, last_step, created_at)
       VALUES (:accountId, :sealedSecret, :lastStep, :createdAt)
       ON CONFLICT (account_id) DO UPDATE SET sealed_secret = excluded.sealed_secret,
         last_step = excluded.last_step, created_at = excluded.created_at`,
    ),
    claimStep: sql(
      `UPDATE totp SET last_step = :step
       WHERE account_id = :accountId AND sealed_secret = :sealedSecret AND last_step < :step`,
    ),
    distrust: sql("DELETE FROM trusted_browsers WHERE account_id = :accountId"),
    nextVersion: sql(nextVersion),
    remove: sql("DELETE FROM totp WHERE account_id = :accountId"),
  };
}

function totpOf(row: Row): Totp {
  return {
    accountId: parsed("account_id", parseAccountId(text(row, "account_id"))),
    sealedSecret: text(row, "sealed_secret"),
    lastStep: integer(row, "last_step"),
    createdAt: instantOf(integer(row, "created_at")),
  };
}
