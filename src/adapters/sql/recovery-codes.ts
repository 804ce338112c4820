import type { RecoveryCodes } from "../../flows/factor-ports.ts";
import type { RecoveryCodeSet } from "../../identity/recovery-codes.ts";
import { type Digest, digestOf } from "../../values/digest.ts";
import type { AccountId } from "../../values/ids.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { type Engine, type Fact, get, run } from "./fact.ts";
import { blobAs, integer } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";

/** The recovery codes as other facts need them. */
export interface StoredRecoveryCodes extends RecoveryCodes {
  /** `claim`, as part of a fact. */
  take(accountId: AccountId, digest: Digest, knownUntil: Instant): Fact<boolean>;
  /** Part of a fact that holds the account: adds the set. The account has no codes yet. */
  insert(set: RecoveryCodeSet): Fact<void>;
}

interface Parts {
  readonly effects: SideEffectFacts;
  /** `ReplayCache.use`, as part of a fact. Its answer does not matter: the code's row is what spends it. */
  readonly remember: (key: Digest, keepUntil: Instant) => Fact<boolean>;
}

/** The recovery codes of accounts. A used one is gone, and the rest go with their account: ON DELETE CASCADE. */
export function recoveryCodesOn(engine: Engine, { effects, remember }: Parts): StoredRecoveryCodes {
  const sql = statements(engine);
  const { claim, record } = effects;

  function* take(accountId: AccountId, digest: Digest, knownUntil: Instant): Fact<boolean> {
    if ((yield* run(sql.take, { accountId, digest })) !== 1) return false;
    yield* remember(digest, knownUntil);
    return true;
  }

  function* insert({ accountId, digests, createdAt }: RecoveryCodeSet): Fact<void> {
    for (const digest of digests) yield* run(sql.add, { accountId, digest, createdAt });
  }

  return {
    find: async (accountId) => {
      const codes = await engine.all(sql.find, { accountId }, (rows) =>
        rows.map((row) => ({
          digest: blobAs(row, "digest", digestOf),
          createdAt: instantOf(integer(row, "created_at")),
        })),
      );
      const [first] = codes;
      if (first === undefined) return undefined;
      return { accountId, digests: codes.map(({ digest }) => digest), createdAt: first.createdAt };
    },
    replace: (set, { accountEpoch, ...sideEffects }) =>
      engine.write("durable", function* () {
        const { accountId } = set;
        // The lock on the account's row puts two new sets into one order, so that no mixture of both stays.
        if (!(yield* get(sql.holdAccount, { accountId, accountEpoch }))) return false;
        yield* run(sql.remove, { accountId });
        yield* insert(set);
        yield* record(sideEffects);
        return true;
      }),
    claim: (accountId, digest, knownUntil) =>
      engine.write("durable", () => take(accountId, digest, knownUntil)),
    remove: (accountId, sideEffects = {}) =>
      engine.write<Awaited<ReturnType<RecoveryCodes["remove"]>>>("durable", function* () {
        if (!(yield* claim(sideEffects))) return "claim-lost";
        if ((yield* run(sql.remove, { accountId })) === 0) return "none";
        yield* record(sideEffects);
        return "removed";
      }),
    take,
    insert,
  };
}

function statements({ sql, rowLock }: Engine) {
  return {
    find: sql("SELECT digest, created_at FROM recovery_codes WHERE account_id = :accountId ORDER BY digest"),
    holdAccount: sql(
      `SELECT id FROM accounts WHERE id = :accountId AND epoch = :accountEpoch AND NOT is_disabled${rowLock}`,
    ),
    add: sql(
      "INSERT INTO recovery_codes (account_id, digest, created_at) VALUES (:accountId, :digest, :createdAt)",
    ),
    take: sql("DELETE FROM recovery_codes WHERE account_id = :accountId AND digest = :digest"),
    remove: sql("DELETE FROM recovery_codes WHERE account_id = :accountId"),
  };
}
