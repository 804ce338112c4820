import type { Account } from "../../identity/account.ts";
import type { AccountName } from "../../identity/account-name.ts";
import type { PasswordHash } from "../../identity/password.ts";
import { parseAccountId } from "../../values/ids.ts";
import { instantOf } from "../../values/time.ts";
import type { Row } from "./rows.ts";
import { flag, has, integer, parsed, text } from "./rows.ts";

/** Reads an account out of a row, out of the columns that begin with `prefix` where others stand beside them. The names and the hash were checked before they were stored. */
export function accountOf(row: Row, prefix = ""): Account {
  const [email, name, hash] = [`${prefix}email`, `${prefix}name`, `${prefix}password_hash`];
  return {
    id: parsed("id", parseAccountId(text(row, `${prefix}id`))),
    username: text(row, `${prefix}username`) as AccountName,
    ...(has(row, email) && { email: text(row, email) as AccountName }),
    ...(has(row, name) && { name: text(row, name) }),
    ...(has(row, hash) && { passwordHash: text(row, hash) as PasswordHash }),
    epoch: integer(row, `${prefix}epoch`),
    isDisabled: flag(row, `${prefix}is_disabled`),
    isAdmin: flag(row, `${prefix}is_admin`),
    createdAt: instantOf(integer(row, `${prefix}created_at`)),
    updatedAt: instantOf(integer(row, `${prefix}updated_at`)),
  };
}
