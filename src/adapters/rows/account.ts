import type { Account } from "../../identity/account.ts";
import type { AccountName } from "../../identity/account-name.ts";
import type { PasswordHash } from "../../identity/password.ts";
import type { PhoneNumber } from "../../identity/phone-number.ts";
import type { PostalAddress } from "../../identity/postal-address.ts";
import { type AccountId, parseAccountId } from "../../values/ids.ts";
import { instantOf } from "../../values/time.ts";
import { jsonStrings, jsonTexts } from "./json.ts";
import type { Row } from "./rows.ts";
import { flag, has, integer, parsed, text } from "./rows.ts";

/** Reads the id of an account out of a row that has nothing more of it. */
export function accountIdIn(row: Row): AccountId {
  return parsed("id", parseAccountId(text(row, "id")));
}

/**
 * Reads an account out of a row, out of the columns that begin with `prefix` where others stand beside them. All texts were
 * checked before they were stored.
 */
export function accountOf(row: Row, prefix = ""): Account {
  const [email, name, hash] = [`${prefix}email`, `${prefix}name`, `${prefix}password_hash`];
  const [phoneNumber, address, claims] = [`${prefix}phone_number`, `${prefix}address`, `${prefix}claims`];
  const groups = `${prefix}group_names`;
  return {
    id: parsed("id", parseAccountId(text(row, `${prefix}id`))),
    username: text(row, `${prefix}username`) as AccountName,
    ...(has(row, email) && { email: text(row, email) as AccountName }),
    ...(has(row, name) && { name: text(row, name) }),
    ...(has(row, phoneNumber) && { phoneNumber: text(row, phoneNumber) as PhoneNumber }),
    ...(has(row, address) && { address: text(row, address) as PostalAddress }),
    ...(has(row, claims) && { claims: jsonTexts(row, claims) }),
    ...(has(row, groups) && { groups: jsonStrings(row, groups) }),
    ...(has(row, hash) && { passwordHash: text(row, hash) as PasswordHash }),
    epoch: integer(row, `${prefix}epoch`),
    isDisabled: flag(row, `${prefix}is_disabled`),
    isAdmin: flag(row, `${prefix}is_admin`),
    createdAt: instantOf(integer(row, `${prefix}created_at`)),
    updatedAt: instantOf(integer(row, `${prefix}updated_at`)),
  };
}
