import type { Account } from "../../identity/account.ts";
import type { AccountId } from "../../values/ids.ts";
import { accountColumns, accountOf } from "./account-row.ts";
import type { Cached, Engine } from "./fact.ts";

/** About 15,000 accounts. */
const cachedBytesMax = 16 * 1024 * 1024;

/** Accounts in memory, for session look-ups, which must see their present state. */
export function cachedAccounts({ sql }: Engine): Cached<AccountId, Account> {
  return {
    max: { bytes: cachedBytesMax },
    mayLag: false,
    statement: sql(`SELECT ${accountColumns()} FROM accounts WHERE id = :id`),
    values: (id) => ({ id }),
    read: (row) => accountOf(row),
  };
}
