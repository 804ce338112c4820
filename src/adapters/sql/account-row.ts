import type { Account } from "../../identity/account.ts";
import type { AccountName } from "../../identity/account-name.ts";
import type { PasswordHash } from "../../identity/password.ts";
import type { PhoneNumber } from "../../identity/phone-number.ts";
import type { PostalAddress } from "../../identity/postal-address.ts";
import { type AccountId, parseAccountId, parseKeptSubject } from "../../values/ids.ts";
import { strengths } from "../../values/strength.ts";
import { instantOf } from "../../values/time.ts";
import { columnList } from "./columns.ts";
import type { Value } from "./fact.ts";
import { jsonTexts } from "./json.ts";
import { flag, has, integer, parsed, type Row, text } from "./rows.ts";

/** The columns that an operator may change. */
export const editable = [
  "username",
  "email",
  "is_email_unverified",
  "name",
  "phone_number",
  "address",
  "claims",
  "requires",
  "is_admin",
] as const;
/** The columns that every account has. */
export const columns = [
  "id",
  "subject",
  ...editable,
  "password_hash",
  "has_old_password",
  "epoch",
  "is_disabled",
  "locked_at",
  "delete_after",
  "created_at",
  "updated_at",
] as const;

/**
 * The columns of an account and the names of its groups, NULL for none, each under `prefix` and its name. NOTE: PostgreSQL may answer
 * EXISTS in a list of columns by reading the whole other table, once for a statement; LIMIT makes it a look-up by key (ADR 0076).
 */
export function accountColumns(prefix = ""): string {
  return `${columnList(columns, { table: "accounts", prefix })},
    (SELECT string_agg(group_name, ' ' ORDER BY group_name) FROM group_members
     WHERE account_id = accounts.id) AS ${prefix}group_names,
    (SELECT 1 FROM passkeys WHERE account_id = accounts.id LIMIT 1) IS NOT NULL AS ${prefix}has_passkey,
    (SELECT 1 FROM totp WHERE account_id = accounts.id LIMIT 1) IS NOT NULL AS ${prefix}has_totp`;
}

/** Reads the account's id from a row of another table. */
export function accountIdIn(row: Row): AccountId {
  return parsed("id", parseAccountId(text(row, "id")));
}

/** Reads what `accountColumns` selects. All texts were checked before they were stored. */
export function accountOf(row: Row, prefix = ""): Account {
  const [email, name, hash] = [`${prefix}email`, `${prefix}name`, `${prefix}password_hash`];
  const [phoneNumber, address, claims] = [`${prefix}phone_number`, `${prefix}address`, `${prefix}claims`];
  const subject = `${prefix}subject`;
  const [groups, requires] = [`${prefix}group_names`, `${prefix}requires`];
  return {
    id: parsed("id", parseAccountId(text(row, `${prefix}id`))),
    ...(has(row, subject) && { subject: parsed(subject, parseKeptSubject(text(row, subject))) }),
    username: text(row, `${prefix}username`) as AccountName,
    ...(has(row, email) && { email: text(row, email) as AccountName }),
    ...(flag(row, `${prefix}is_email_unverified`) && { isEmailUnverified: true }),
    ...(has(row, name) && { name: text(row, name) }),
    ...(has(row, phoneNumber) && { phoneNumber: text(row, phoneNumber) as PhoneNumber }),
    ...(has(row, address) && { address: text(row, address) as PostalAddress }),
    ...(has(row, claims) && { claims: jsonTexts(row, claims) }),
    ...(has(row, groups) && { groups: text(row, groups).split(" ") }),
    ...(flag(row, `${prefix}has_passkey`) && { hasPasskey: true }),
    ...(has(row, hash) && { passwordHash: text(row, hash) as PasswordHash }),
    ...(flag(row, `${prefix}has_old_password`) && { hasOldPassword: true }),
    ...(flag(row, `${prefix}has_totp`) && { hasTotp: true }),
    ...(has(row, requires) && {
      requires: parsed(
        requires,
        strengths.find((one) => one === row[requires]),
      ),
    }),
    epoch: integer(row, `${prefix}epoch`),
    isDisabled: flag(row, `${prefix}is_disabled`),
    ...(has(row, `${prefix}locked_at`) && { lockedAt: instantOf(integer(row, `${prefix}locked_at`)) }),
    ...(has(row, `${prefix}delete_after`) && {
      deleteAfter: instantOf(integer(row, `${prefix}delete_after`)),
    }),
    isAdmin: flag(row, `${prefix}is_admin`),
    createdAt: instantOf(integer(row, `${prefix}created_at`)),
    updatedAt: instantOf(integer(row, `${prefix}updated_at`)),
  };
}

/** The column values of an account to be stored. */
export function columnsOfAccount(account: Account): Readonly<Record<(typeof columns)[number], Value>> {
  return {
    id: account.id,
    subject: account.subject,
    username: account.username,
    email: account.email,
    is_email_unverified: account.isEmailUnverified === true,
    name: account.name,
    phone_number: account.phoneNumber,
    address: account.address,
    claims: account.claims && JSON.stringify(account.claims),
    requires: account.requires,
    password_hash: account.passwordHash,
    has_old_password: account.hasOldPassword === true,
    epoch: account.epoch,
    is_disabled: account.isDisabled,
    locked_at: account.lockedAt,
    delete_after: account.deleteAfter,
    is_admin: account.isAdmin,
    created_at: account.createdAt,
    updated_at: account.updatedAt,
  };
}

/** Reads the account's password hash, if it has one, from a row of another table. */
export function storedHashOf(row: Row): { readonly passwordHash?: PasswordHash } {
  return has(row, "password_hash") ? { passwordHash: text(row, "password_hash") as PasswordHash } : {};
}
