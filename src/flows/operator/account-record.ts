import type { Account } from "../../identity/account.ts";
import { isAttributeName } from "../../protocol/openid/person-claims.ts";
import type { Secret } from "../../values/secret.ts";
import { isoTime } from "../../values/time.ts";
import type { Person } from "../people-ports.ts";

/** A person for programs: the record of the account, with what only lists and pages show. */
export function personRecord({ account, lastSignInAt, isImported }: Person) {
  return {
    ...accountRecord(account),
    last_sign_in_at: lastSignInAt === undefined ? null : isoTime(lastSignInAt),
    imported: isImported,
  };
}

/** An account for programs. `password` is one that was just made: the only moment at which it can be seen. */
export function accountRecord(account: Account, password?: Secret) {
  return {
    user_id: account.id,
    sub: account.subject ?? account.id,
    username: account.username,
    ...(password === undefined ? {} : { password: password.reveal() }),
    email: account.email ?? null,
    email_verified: account.email === undefined ? null : account.isEmailUnverified !== true,
    name: account.name ?? null,
    phone_number: account.phoneNumber ?? null,
    address: account.address ?? null,
    ...claimsAndAttributes(account),
    groups: account.groups ?? [],
    require: account.requires ?? "one",
    totp: account.hasTotp ?? false,
    passkey: account.hasPasskey ?? false,
    admin: account.isAdmin,
    disabled: account.isDisabled,
    locked_at: account.lockedAt === undefined ? null : isoTime(account.lockedAt),
    delete_after: account.deleteAfter === undefined ? null : isoTime(account.deleteAfter),
    created_at: isoTime(account.createdAt),
  };
}

/** The claims and the attributes of an account, which are kept together. */
export function claimsAndAttributes({ claims = {} }: Account) {
  const [own, others] = [true, false].map((isOwn) =>
    Object.fromEntries(Object.entries(claims).filter(([name]) => isAttributeName(name) === isOwn)),
  );
  return { claims: others ?? {}, attributes: own ?? {} };
}
