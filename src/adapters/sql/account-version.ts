import type { Claim } from "../../flows/side-effect-ports.ts";
import type { AccountId } from "../../values/ids.ts";
import { type Engine, type Fact, get } from "./fact.ts";
import { flag, integer } from "./rows.ts";

/**
 * The assignment of the version that follows: a clock that was set back must not bring an old `updated_at` back, which would let a stale
 * change through. `at` names the parameter with the time of the change.
 */
export function laterVersion({ greatest }: Pick<Engine, "greatest">, at: string): string {
  return `updated_at = ${greatest(at, "updated_at + 1")}`;
}

/** Gives an account its next version, if something of it changes that another table keeps. The person's data stay as old as they are. */
export const nextVersion = "UPDATE accounts SET updated_at = updated_at + 1 WHERE id = :id";

type SeenAccount = Omit<Extract<Claim, { readonly kind: "account-seen" }>, "kind">;

/** The claim that what an operator saw of an account still holds. Nobody changes the account until the fact ends. */
export function seenHeldOn({ sql, rowLock }: Engine) {
  const held = sql(`SELECT updated_at, is_admin FROM accounts WHERE id = :accountId${rowLock}`);
  return function* ({ accountId, updatedAt, isAdmin }: SeenAccount): Fact<boolean> {
    const row = yield* get(held, { accountId });
    if (!row) return false;
    if (updatedAt !== undefined && integer(row, "updated_at") !== updatedAt) return false;
    return isAdmin === undefined || flag(row, "is_admin") === isAdmin;
  };
}

/** The claim that an account still has its epoch. Nobody changes the account until the fact ends. */
export function epochHeldOn({ sql, rowLock }: Engine) {
  const held = sql(
    `SELECT id FROM accounts WHERE id = :accountId AND epoch = :epoch AND NOT is_disabled${rowLock}`,
  );
  return function* ({ accountId, epoch }: { accountId: AccountId; epoch: number }): Fact<boolean> {
    return (yield* get(held, { accountId, epoch })) !== undefined;
  };
}
