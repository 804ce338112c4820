import { encode } from "../../../../identity/hash-spellings.ts";
import { isJsonObject, type JsonObject } from "../../../../values/json-object.ts";
import { readBase32 } from "../base32.ts";
import { shown } from "../check-person.ts";
import { eachObject } from "../file-readers.ts";
import { claimsOf } from "../foreign-claims.ts";
import { flagIn, objectIn, objectsIn, textIn, textsOf, wordIn } from "../json-members.ts";
import { nobody, notAPerson, type ReadRecord } from "../person-texts.ts";
import type { Source } from "../source.ts";

/** https://auth0.com/docs/manage-users/user-migration: the export, the bulk import and the file of password hashes. */
export const auth0: Source = {
  called: "an export of Auth0",
  recognises: ({ record }) => record !== undefined && isOfAuth0(record),
  read: eachObject(readAuth0User),
};

/** Reads a user of Auth0: a line of an export, an element of a bulk import, or a line of the hashes that its support hands over. */
function readAuth0User(json: JsonObject): ReadRecord {
  const username = textIn(json, "username");
  const nickname = textIn(json, "nickname") ?? textIn(json, "Nickname");
  const email = textIn(json, "email") ?? textIn(json, "Email");
  const name = textIn(json, "name") ?? textIn(json, "Name");
  const hash = textIn(json, "passwordHash") ?? textIn(json, "password_hash");
  const totp = objectsIn(json, "mfa_factors").map((factor) => textIn(objectIn(factor, "totp"), "secret"))[0];
  const { claims, leftOut } = claimsOf({
    given_name: textIn(json, "given_name") ?? textIn(json, "Given Name"),
    family_name: textIn(json, "family_name") ?? textIn(json, "Family Name"),
    nickname,
    picture: textIn(json, "picture") ?? textIn(json, "Picture"),
  });
  if (email === undefined && username === undefined && nickname === undefined) return notAPerson;
  return [
    {
      ...nobody,
      ...textsOf({
        // Somebody with neither username nor address has the nickname alone.
        username: username ?? (email === undefined ? nickname : undefined),
        email,
        name: name === email ? undefined : name,
        phoneNumber: textIn(json, "phone_number"),
        passwordHash: isJsonObject(json.custom_password_hash) ? customHash(json.custom_password_hash) : hash,
        subject: textIn(json, "user_id"),
        createdAt: textIn(json, "created_at") ?? textIn(json, "Created At"),
      }),
      claims,
      isEmailVerified:
        flagIn(json, "email_verified") ?? flagIn(json, "emailVerified") ?? flagIn(json, "Email Verified"),
      isDisabled: flagIn(json, "blocked"),
      ...(totp !== undefined && { totpSecret: readBase32(totp) ?? "unusable" }),
      identities: objectsIn(json, "identities").flatMap((identity) => {
        const [connection, subject] = [textIn(identity, "connection"), wordIn(identity, "user_id")];
        const isHere = connection === undefined || identity.provider === "auth0";
        return isHere || subject === undefined ? [] : [{ upstream: connection, subject }];
      }),
      leftOut: [...leftOut, ...metadataIn(json)],
    },
  ];
}

function metadataIn(json: JsonObject): readonly string[] {
  return ["user_metadata", "app_metadata"].flatMap((member) =>
    Object.keys(objectIn(json, member)).map((name) => `${member} ${shown(name)}`),
  );
}

/** The algorithms of a bulk import (`custom_password_hash`). HMAC and MD4 are not kept. */
function customHash(custom: JsonObject): string {
  const algorithm = textIn(custom, "algorithm") ?? "";
  const hash = objectIn(custom, "hash");
  const salt = objectIn(custom, "salt");
  const value = textIn(hash, "value") ?? "";
  if (value.startsWith("$") && ["bcrypt", "argon2", "pbkdf2", "scrypt"].includes(algorithm)) return value;
  if (algorithm === "ldap") return value;
  if (/^(?:md5|sha1|sha256|sha512)$/.test(algorithm)) {
    const place = textIn(salt, "position") === "suffix" ? "last" : "first";
    return `$${algorithm}-salt-${place}$${bytesOf(salt)}$${bytesOf(hash)}`;
  }
  if (algorithm !== "scrypt") return algorithm;
  const cost = Math.log2(Number(custom.cost ?? 16384));
  const parts = `ln=${cost},r=${Number(custom.blockSize ?? 8)},p=${Number(custom.parallelization ?? 1)}`;
  return `$scrypt$${parts}$${bytesOf(salt)}$${bytesOf(hash)}`;
}

function bytesOf(part: JsonObject): string {
  const encoding = textIn(part, "encoding") ?? "utf8";
  const known = encoding === "hex" || encoding === "base64" ? encoding : "utf8";
  return encode(Buffer.from(textIn(part, "value") ?? "", known));
}

/** Auth0 calls the id of a person `user_id` or `_id`. Others that have members of the same names call it `id`, and Auth0 never does. */
function isOfAuth0(json: JsonObject): boolean {
  if (
    "id" in json ||
    "localId" in json ||
    (!("email" in json) && !("Email" in json) && !("username" in json))
  )
    return false;
  const identities = objectsIn(json, "identities");
  return (
    textIn(json, "user_id")?.includes("|") === true ||
    isJsonObject(json._id) ||
    isJsonObject(json.custom_password_hash) ||
    (Array.isArray(json.identities) &&
      identities.every((each) => textIn(each, "connection") !== undefined)) ||
    textIn(json, "passwordHash")?.startsWith("$2") === true ||
    ["connection", "Connection", "Email Verified", "logins_count", "app_metadata"].some(
      (name) => name in json,
    )
  );
}
