import { encode } from "../../../../identity/hash-spellings.ts";
import { type JsonObject, parseJson } from "../../../../values/json-object.ts";
import { readBase32 } from "../base32.ts";
import { hasAll } from "../beginning.ts";
import {
  claim,
  createdAt,
  displayName,
  type Field,
  type FieldTable,
  flag,
  left,
  made,
  passedOver,
  phone,
  readFields,
  subject,
  username,
} from "../fields.ts";
import { eachRow } from "../file-readers.ts";
import { objectIn, objectsIn, textIn } from "../json-members.ts";
import type { Source } from "../source.ts";

/** Logto's profile has the claims of OpenID Connect, in camel case. */
const profile: FieldTable = {
  givenName: claim("given_name"),
  familyName: claim("family_name"),
  middleName: claim("middle_name"),
  nickname: claim("nickname"),
  profile: claim("profile"),
  website: claim("website"),
  gender: claim("gender"),
  birthdate: claim("birthdate"),
  zoneinfo: claim("zoneinfo"),
  locale: claim("locale"),
  preferredUsername: left("the claim preferred_username"),
};

/** Logto says `email_verified` for each primary address. */
const verifiedEmail: Field = made("e-mail address, as verified", (value) =>
  typeof value === "string" ? { texts: { email: value, isEmailVerified: true } } : {},
);

/** An object with a member for each provider. */
const identities: Field = made("links to providers", (_, record) => ({
  identities: Object.entries(objectIn(record, "identities")).flatMap(([upstream, identity]) => {
    const id =
      typeof identity === "object" && identity !== null
        ? textIn(identity as JsonObject, "userId")
        : undefined;
    return id === undefined ? [] : [{ upstream, subject: id }];
  }),
}));

const factors: Field = made("authenticator app", (value) => {
  const list = typeof value === "string" ? parseJson(value) : value;
  const all = objectsIn({ list }, "list");
  const secret = all
    .map((each) => (each.type === "Totp" ? textIn(each, "key") : undefined))
    .find((key) => key !== undefined);
  return {
    texts: secret === undefined ? {} : { totpSecret: readBase32(secret) ?? "unusable" },
    leftOut: [
      ...(all.some(({ type }) => type === "WebAuthn") ? ["passkeys"] : []),
      ...(all.some(({ type }) => type === "BackupCode") ? ["recovery codes"] : []),
    ],
  };
});

/**
 * Rows of the table `users` (logto-io/logto, packages/schemas/tables/users.sql, 744b517), and users of the Management API, which
 * have the same names in camel case and no hashes.
 */
const fields: FieldTable = {
  id: subject,
  username,
  primary_email: verifiedEmail,
  primaryEmail: verifiedEmail,
  primary_phone: phone,
  primaryPhone: phone,
  name: displayName,
  avatar: claim("picture"),
  profile,
  password_encrypted: made("password hash", (_, row) => ({ texts: { passwordHash: hashOf(row) } })),
  identities,
  mfa_verifications: factors,
  is_suspended: flag("isDisabled"),
  isSuspended: flag("isDisabled"),
  created_at: createdAt,
  createdAt,
  custom_data: {},
  customData: {},
  logto_config: {},
  logtoConfig: {},
  ssoIdentities: left("SSO identities"),
  ...passedOver("tenant_id", "application_id", "applicationId", "password_encryption_method", "hasPassword"),
  ...passedOver("last_sign_in_at", "lastSignInAt", "updated_at", "updatedAt"),
};

export const logto: Source = {
  called: "the users of Logto",
  recognises: (beginning) =>
    hasAll(beginning, "password_encryption_method") || hasAll(beginning, "primaryEmail", "customData"),
  read: eachRow((row) => readFields(row, fields)),
  fields,
};

/** The method "Legacy" is written as JSON: a digest, the parts that are joined, of which `@` is the password, and the result in hex. */
function hashOf(row: JsonObject): string {
  const text = textIn(row, "password_encrypted") ?? "";
  if (row.password_encryption_method !== "Legacy") return text;
  const [name, parts, result] = (parseJson(text) ?? []) as [unknown, unknown, unknown];
  const known =
    typeof name === "string" &&
    /^(?:md5|sha1|sha256|sha384|sha512)$/.test(name) &&
    typeof result === "string";
  if (!known || !Array.isArray(parts) || parts.length > 2 || !parts.includes("@")) return "Legacy";
  const salt = encode(Buffer.from(parts.filter((part) => part !== "@").join("")));
  return `$${name}-salt-${parts.at(-1) === "@" ? "first" : "last"}$${salt}$${encode(Buffer.from(result, "hex"))}`;
}
