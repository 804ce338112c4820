import { type JsonObject, parseJson } from "../../../../values/json-object.ts";
import { readBase32 } from "../base32.ts";
import { hasAll } from "../beginning.ts";
import { unlessDeleted } from "../deleted-person.ts";
import {
  claim,
  createdAt,
  displayName,
  email,
  type FieldTable,
  flag,
  groups,
  left,
  made,
  passed,
  passedOver,
  phone,
  readFields,
  subject,
  username,
} from "../fields.ts";
import { eachRow } from "../file-readers.ts";
import { textIn } from "../json-members.ts";
import type { Source } from "../source.ts";

/**
 * Rows of the table `user` (casdoor/casdoor, object/user.go, struct User, 611fc9b): the API answers with `***` for each hash. The
 * names are those of the API and, with underscores, those of the database.
 */
const camel: FieldTable = {
  id: subject,
  name: username,
  displayName,
  firstName: claim("given_name"),
  lastName: claim("family_name"),
  email,
  emailVerified: flag("isEmailVerified"),
  phone,
  avatar: claim("picture"),
  homepage: claim("website"),
  gender: claim("gender"),
  birthday: claim("birthdate"),
  language: claim("locale"),
  password: made("password hash", (value, row) => {
    if (value === "***") return { leftOut: ["password hash (the API hides it: export the table)"] };
    const isClear = (row.passwordType ?? row.password_type) === "plain";
    return { texts: isClear ? { password: String(value) } : { passwordHash: hashOf(row) } };
  }),
  totpSecret: made("authenticator app", (value) => ({
    texts: { totpSecret: readBase32(String(value)) ?? "unusable" },
  })),
  groups: groups(),
  isForbidden: flag("isDisabled"),
  createdTime: createdAt,
  webauthnCredentials: made("", (value) =>
    ["null", "[]"].includes(String(value)) ? "passed" : { leftOut: ["passkeys"] },
  ),
  recoveryCodes: made("", (value) =>
    JSON.stringify(parseJson(String(value)) ?? value) === "[]" ? "passed" : { leftOut: ["recovery codes"] },
  ),
  isAdmin: left("the right of an administrator"),
  isGlobalAdmin: left("the right of an administrator"),
  owner: passed,
  ...passedOver(
    "updatedTime",
    "passwordSalt",
    "passwordType",
    "permanentAvatar",
    "avatarType",
    "hash",
    "preHash",
  ),
  ...passedOver(
    "type",
    "score",
    "karma",
    "ranking",
    "isDefaultAvatar",
    "isOnline",
    "signupApplication",
    "registerType",
  ),
  ...passedOver(
    "createdIp",
    "lastSigninTime",
    "lastSigninIp",
    "lastSigninWrongTime",
    "signinWrongTimes",
    "balance",
  ),
  ...passedOver(
    "externalId",
    "countryCode",
    "needUpdatePassword",
    "preferredMfaType",
    "mfaPhoneEnabled",
    "mfaEmailEnabled",
  ),
};

const fields: FieldTable = { ...camel, ...withUnderscores(camel) };

export const casdoor: Source = {
  called: "the users of Casdoor",
  recognises: (beginning) =>
    hasAll(beginning, "owner", "isForbidden") || hasAll(beginning, "owner", "is_forbidden", "created_time"),
  read: eachRow(
    unlessDeleted(
      "isDeleted",
      unlessDeleted("is_deleted", (row) => readFields(row, fields)),
    ),
    ["", "data"],
  ),
  fields: camel,
};

function withUnderscores(table: FieldTable): FieldTable {
  return Object.fromEntries(Object.entries(table).map(([name, field]) => [underscored(name), field]));
}

function underscored(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The types of casdoor/casdoor, cred/: those that join a salt to a digest in hex (md5-salt, sha512-salt) are not known here. */
function hashOf(row: JsonObject): string {
  const password = textIn(row, "password") ?? "";
  const salt = textIn(row, "passwordSalt") ?? textIn(row, "password_salt") ?? "";
  const type = textIn(row, "passwordType") ?? textIn(row, "password_type") ?? "";
  if (type === "pbkdf2-salt")
    return `$pbkdf2-sha256$i=27500$${salt.replaceAll("=", "")}$${password.replaceAll("=", "")}`;
  const isKnown =
    type === "bcrypt" || type === "argon2id" || type === "pbkdf2-django" || (type === "salt" && salt === "");
  return isKnown ? password : `${type}:${password}`.slice(0, 100);
}
