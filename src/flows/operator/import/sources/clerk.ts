import { encode } from "../../../../identity/hash-spellings.ts";
import type { JsonObject } from "../../../../values/json-object.ts";
import { hasAll } from "../beginning.ts";
import {
  app,
  claim,
  createdAt,
  email,
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
import { identitiesIn, objectIn, objectsIn, textIn } from "../json-members.ts";
import type { Source } from "../source.ts";

/** The addresses of a CSV file are in one cell; those of the API are objects, one of which is the primary one. */
function addressesIn(value: unknown): readonly string[] {
  return typeof value === "string"
    ? value
        .split(/[,;|]/)
        .map((each) => each.trim())
        .filter(Boolean)
    : [];
}

const verified: Field = made("whether the address is verified", (value, row) => {
  const [addresses, primary] = [addressesIn(value), textIn(row, "primary_email_address")];
  return {
    texts: { isEmailVerified: addresses.includes(primary ?? "") },
    leftOut: addresses.some((each) => each !== primary) ? ["further e-mail addresses"] : [],
  };
});

const objects: Field = made("e-mail address", (_, row) => {
  const all = objectsIn(row, "email_addresses");
  const primary = all.find(({ id }) => id === row.primary_email_address_id) ?? all[0];
  const address = primary && textIn(primary, "email_address");
  return {
    texts: {
      ...(address !== undefined && { email: address }),
      isEmailVerified: primary !== undefined && objectIn(primary, "verification").status === "verified",
    },
    leftOut: all.length > 1 ? ["further e-mail addresses"] : [],
  };
});

/**
 * The CSV file of the dashboard, which has hashes and authenticator apps, and users of the Backend API, which have neither
 * (https://clerk.com/docs/guides/development/migrating/export-from-clerk; columns as in clerk/migration-tool, samples/clerk.csv).
 */
const fields: FieldTable = {
  id: subject,
  username,
  primary_email_address: email,
  verified_email_addresses: verified,
  unverified_email_addresses: made("", (value, row) =>
    addressesIn(value).some((each) => each !== textIn(row, "primary_email_address"))
      ? { leftOut: ["further e-mail addresses"] }
      : "passed",
  ),
  email_addresses: objects,
  first_name: claim("given_name"),
  last_name: claim("family_name"),
  primary_phone_number: phone,
  phone_numbers: made("telephone number", (_, row) => {
    const all = objectsIn(row, "phone_numbers");
    const primary = all.find(({ id }) => id === row.primary_phone_number_id) ?? all[0];
    const number = primary && textIn(primary, "phone_number");
    return number === undefined ? {} : phone.read(number, row);
  }),
  image_url: claim("picture"),
  locale: claim("locale"),
  banned: flag("isDisabled"),
  password_digest: made("password hash", (_, row) => ({ texts: { passwordHash: hashOf(row) } })),
  totp_secret: app,
  created_at: createdAt,
  external_accounts: made("links to providers", (value) => ({
    identities: identitiesIn(value, (account) => ({
      upstream: textIn(account, "provider")?.replace(/^oauth_/, ""),
      subject: textIn(account, "provider_user_id"),
    })),
  })),
  public_metadata: {},
  private_metadata: {},
  unsafe_metadata: {},
  passkeys: left("passkeys"),
  web3_wallets: left("wallets"),
  saml_accounts: left("SAML accounts"),
  enterprise_accounts: left("SAML accounts"),
  ...passedOver(
    "object",
    "password_hasher",
    "primary_email_address_id",
    "primary_phone_number_id",
    "primary_web3_wallet_id",
  ),
  ...passedOver(
    "verified_phone_numbers",
    "unverified_phone_numbers",
    "profile_image_url",
    "has_image",
    "updated_at",
  ),
  ...passedOver(
    "last_sign_in_at",
    "last_active_at",
    "password_enabled",
    "password_last_updated_at",
    "two_factor_enabled",
  ),
  ...passedOver(
    "totp_enabled",
    "backup_code_enabled",
    "mfa_enabled_at",
    "mfa_disabled_at",
    "verification_attempts_remaining",
  ),
  ...passedOver("locked", "lockout_expires_in_seconds", "delete_self_enabled", "create_organization_enabled"),
  ...passedOver(
    "create_organizations_limit",
    "legal_accepted_at",
    "bypass_client_trust",
    "requires_password_reset",
  ),
};

export const clerk: Source = {
  called: "the users of Clerk",
  recognises: (beginning) =>
    hasAll(beginning, "primary_email_address", "password_hasher") ||
    hasAll(beginning, "email_addresses", "primary_email_address_id"),
  read: eachRow((row) => readFields(row, fields), ["", "data"]),
  fields,
};

/** The digests of `password_hasher` that are spelt in Clerk's own way; the others are spelt as their products do. */
function hashOf(row: JsonObject): string {
  const digest = textIn(row, "password_digest") ?? "";
  const parts = digest.split("$");
  switch (row.password_hasher) {
    case "pbkdf2_sha256": {
      const [, rounds, salt = "", hash = ""] = parts;
      return `$pbkdf2-sha256$i=${rounds}$${plain(salt)}$${plain(hash)}`;
    }
    case "pbkdf2_sha1": {
      const [, rounds, salt = "", hash = ""] = parts;
      return `$pbkdf2-sha1$i=${rounds}$${encode(Buffer.from(salt))}$${encode(Buffer.from(hash, "hex"))}`;
    }
    case "scrypt_firebase": {
      const [hash = "", salt = "", key = "", separator = "", rounds, cost] = parts;
      const head = `$firebase-scrypt$ln=${cost},r=${rounds},p=1,ss=${plain(separator)},sk=${plain(key)}`;
      return `${head}$${plain(salt)}$${plain(hash)}`;
    }
    default:
      return digest;
  }
}

function plain(base64: string): string {
  return encode(Buffer.from(base64, "base64"));
}
