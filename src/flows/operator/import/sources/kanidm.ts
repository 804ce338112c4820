import { encode } from "../../../../identity/hash-spellings.ts";
import { isJsonObject, type JsonObject } from "../../../../values/json-object.ts";
import { hasAll } from "../beginning.ts";
import {
  displayName,
  email,
  type Field,
  type FieldTable,
  left,
  made,
  passedOver,
  readFields,
  subject,
  username,
} from "../fields.ts";
import { eachObject } from "../file-readers.ts";
import { objectIn, objectsIn } from "../json-members.ts";
import type { ReadRecord } from "../person-texts.ts";
import type { Source } from "../source.ts";

/** A value set has one member, which names its type; most are lists, and an address or number comes before the list of all. */
function firstOf(value: unknown): unknown {
  const [set] = isJsonObject(value) ? Object.values(value) : [];
  return Array.isArray(set) ? set[0] : set;
}

function ofSet(field: Field): Field {
  return { ...field, read: (value, record) => field.read(firstOf(value), record) };
}

/**
 * Entries of `kanidmd database backup` (kanidm/kanidm, server/lib/src/be/dbentry.rs, enum DbBackup V2 to V5, and dbvalue.rs,
 * DbValueSetV2 and DbCred, 67686d4; libs/crypto/src/lib.rs, DbPasswordV1, 04de096). `sub` is the uuid.
 */
const fields: FieldTable = {
  uuid: ofSet(subject),
  name: ofSet(username),
  mail: ofSet(email),
  displayname: ofSet(displayName),
  legalname: left('field "legalname"'),
  primary_credential: made("password hash, authenticator app", (_, record) => credentialIn(record)),
  passkeys: left("passkeys"),
  attested_passkeys: left("passkeys"),
  unix_password: left("UNIX password"),
  memberof: left("groups"),
  ssh_publickey: left("SSH keys"),
  account_expire: left("the end of the account (account_expire)"),
  account_valid_from: left("the beginning of the account (account_valid_from)"),
  ...passedOver(
    "class",
    "spn",
    "directmemberof",
    "version",
    "gidnumber",
    "loginshell",
    "name_history",
    "last_modified_cid",
  ),
  ...passedOver(
    "created_at_cid",
    "source_uuid",
    "id_verification_eckey",
    "key_internal_data",
    "key_provider",
  ),
  ...passedOver(
    "user_auth_token_session",
    "oauth2_session",
    "api_token_session",
    "credential_update_intent_token",
  ),
};

export const kanidm: Source = {
  called: "a backup of Kanidm",
  recognises: (beginning) => hasAll(beginning, "ent") || beginning.members.has("db_s_uuid"),
  read: eachObject(readEntry, ["", "entries"]),
  fields,
};

/** Entries of other classes than person are the directory's own, or service accounts. */
function readEntry(json: JsonObject): ReadRecord {
  const [version] = Object.values(objectIn(json, "ent"));
  const attributes = isJsonObject(version) ? objectIn(version, "attrs") : {};
  const classes = Object.values(objectIn(attributes, "class")).flat();
  const isGone = classes.includes("recycled") || classes.includes("tombstone");
  return classes.includes("person") && !isGone ? readFields(attributes, fields) : [];
}

function credentialIn(record: JsonObject) {
  const credential = objectIn(record, "primary_credential");
  const data = objectIn(objectsIn(credential, "CR")[0] ?? {}, "d");
  const password = hashOf(objectIn(data, "password"));
  const totp = Array.isArray(data.totp)
    ? data.totp.map((each: unknown) => (Array.isArray(each) ? each[1] : each))
    : [];
  const [app, ...furtherApps] = totp.filter(isJsonObject);
  return {
    texts: {
      ...(password !== undefined && { passwordHash: password }),
      ...(app && { totpSecret: secretOf(app) }),
    },
    leftOut: [
      ...(furtherApps.length > 0 ? ["further authenticator apps"] : []),
      ...(isJsonObject(data.backup_code) ? ["recovery codes"] : []),
      ...(Array.isArray(data.webauthn) && data.webauthn.length > 0 ? ["passkeys"] : []),
    ],
  };
}

/** In a totp, `k` is the key as bytes, `s` the step, `a` the algorithm and `d` the digits. */
function secretOf({ k, s, a, d = 6 }: JsonObject): Uint8Array | "unusable" {
  const isOurs = s === 30 && a === "S1" && (d === 6 || d === null) && Array.isArray(k);
  return isOurs ? Uint8Array.from(k as number[]) : "unusable";
}

/** One member, which names the algorithm. `TPM_ARGON2ID` needs the key of the machine, and NT hashes are unsalted MD4. */
function hashOf(password: JsonObject): string | undefined {
  const [[kind, value] = []] = Object.entries(password);
  if (kind === undefined) return undefined;
  if (kind === "ARGON2ID" && isJsonObject(value)) {
    const { m, t, p, v, s, k } = value;
    return `$argon2id$v=${String(v)}$m=${String(m)},t=${String(t)},p=${String(p)}$${plain(s)}$${plain(k)}`;
  }
  const parts = Array.isArray(value) ? value : [];
  const digest = { PBKDF2: "sha256", PBKDF2_SHA1: "sha1", PBKDF2_SHA512: "sha512" }[kind];
  if (digest !== undefined)
    return `$pbkdf2-${digest}$i=${String(parts[0])}$${bytes(parts[1])}$${bytes(parts[2])}`;
  const salted = /^SSHA(1|256|512)$/.exec(kind);
  if (salted !== null) return `$sha${salted[1]}-salt-last$${bytes(parts[0])}$${bytes(parts[1])}`;
  return kind;
}

/** Kanidm's base64 is that of URLs. */
function plain(base64: unknown): string {
  return encode(Buffer.from(String(base64), "base64url"));
}

function bytes(list: unknown): string {
  return encode(Uint8Array.from(Array.isArray(list) ? (list as number[]) : []));
}
