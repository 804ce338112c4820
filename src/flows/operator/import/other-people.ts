import { encode } from "../../../identity/foreign-hash.ts";
import { isJsonObject, type JsonObject } from "../../../values/json-object.ts";
import { readBase32 } from "./base32.ts";
import { objectIn, objectsIn, textIn, textsIn, wordIn } from "./json-members.ts";
import { nobody, type ReadRecord, type TextsOfPerson } from "./person-texts.ts";

/** Reads a line of this service's own format; docs/importing.md describes it. */
export function readOwnPerson(json: JsonObject): ReadRecord {
  const claims = objectIn(json, "claims");
  const totp = textIn(json, "totp_secret");
  const requires = textIn(json, "require");
  if (requires !== undefined && !["one", "two", "phr"].includes(requires)) return "unreadable";
  const given = Object.entries(claims).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return [
    {
      ...nobody,
      ...textsOfOwn(json),
      claims: Object.fromEntries(given),
      isEmailVerified: json.email_verified === true,
      groups: textsIn(json, "groups"),
      isDisabled: json.disabled === true,
      isAdmin: json.admin === true,
      ...(requires !== undefined && { requires: requires as "one" | "two" | "phr" }),
      ...(totp !== undefined && { totpSecret: readBase32(totp) ?? "unusable" }),
      identities: objectsIn(json, "upstreams").flatMap(identityOf),
    },
  ];
}

function textsOfOwn(json: JsonObject): Partial<TextsOfPerson> {
  const members = {
    username: textIn(json, "username"),
    email: textIn(json, "email"),
    name: textIn(json, "name"),
    phoneNumber: textIn(json, "phone_number"),
    address: textIn(json, "address"),
    passwordHash: textIn(json, "password_hash"),
    password: textIn(json, "password"),
    userId: textIn(json, "user_id"),
    createdAt: textIn(json, "created_at"),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function identityOf(json: JsonObject): TextsOfPerson["identities"] {
  const [upstream, subject, label] = [
    textIn(json, "upstream"),
    textIn(json, "subject"),
    textIn(json, "label"),
  ];
  if (upstream === undefined || subject === undefined) return [];
  return [{ upstream, subject, ...(label !== undefined && { label }) }];
}

/** Reads a user of Auth0: a line of an export, an element of a bulk import, or a line of the hashes that its support hands over. */
export function readAuth0User(json: JsonObject): ReadRecord {
  const email = textIn(json, "email") ?? textIn(json, "Email");
  const username = textIn(json, "username") ?? textIn(json, "nickname");
  if (email === undefined && username === undefined) return "unreadable";
  const custom = objectIn(json, "custom_password_hash");
  const hash = textIn(json, "passwordHash") ?? textIn(json, "password_hash");
  const name = textIn(json, "name") ?? textIn(json, "Name");
  const phone = textIn(json, "phone_number");
  const totp = objectsIn(json, "mfa_factors").map((factor) => textIn(objectIn(factor, "totp"), "secret"))[0];
  return [
    {
      ...nobody,
      ...(textIn(json, "username") !== undefined && { username }),
      ...(email !== undefined ? { email } : { username }),
      ...(name !== undefined && name !== email && { name }),
      ...(phone !== undefined && { phoneNumber: phone }),
      isEmailVerified: (json.email_verified ?? json.emailVerified ?? json["Email Verified"]) === true,
      isDisabled: json.blocked === true,
      ...(hash !== undefined && { passwordHash: hash }),
      ...(isJsonObject(json.custom_password_hash) && { passwordHash: customHash(custom) }),
      ...(totp !== undefined && { totpSecret: readBase32(totp) ?? "unusable" }),
      identities: objectsIn(json, "identities").flatMap((identity) => {
        const [connection, subject] = [textIn(identity, "connection"), wordIn(identity, "user_id")];
        const isHere = connection === undefined || identity.provider === "auth0";
        return isHere || subject === undefined ? [] : [{ upstream: connection, subject }];
      }),
    },
  ];
}

/** Any algorithm but those with a string of their own (bcrypt, PHC) is digest and salt apart, and these are all too fast to keep. */
function customHash(custom: JsonObject): string {
  const algorithm = textIn(custom, "algorithm") ?? "";
  const hash = objectIn(custom, "hash");
  const salt = objectIn(custom, "salt");
  const value = textIn(hash, "value") ?? "";
  if (value.startsWith("$") && ["bcrypt", "argon2", "pbkdf2", "scrypt"].includes(algorithm)) return value;
  if (algorithm !== "scrypt") return /^(?:md|sha|hmac|ldap)/.test(algorithm) ? "{SHA}" : algorithm;
  const cost = Math.log2(Number(custom.cost ?? 16384));
  const parts = `ln=${cost},r=${Number(custom.blockSize ?? 8)},p=${Number(custom.parallelization ?? 1)}`;
  return `$scrypt$${parts}$${bytesOf(salt)}$${bytesOf(hash)}`;
}

function bytesOf(part: JsonObject): string {
  const encoding = textIn(part, "encoding") ?? "utf8";
  const known = encoding === "hex" || encoding === "base64" ? encoding : "utf8";
  return encode(Buffer.from(textIn(part, "value") ?? "", known));
}

/** Reads the users of Authelia's file: one object with a member for each. */
export function readAutheliaUsers(json: JsonObject): ReadRecord {
  if (!isJsonObject(json.users)) return "unreadable";
  return Object.entries(json.users).map(([username, value]) => {
    const user = isJsonObject(value) ? value : {};
    const [email, name] = [textIn(user, "email"), textIn(user, "displayname")];
    const phone = textIn(user, "phone_number");
    return {
      ...nobody,
      username,
      ...(email !== undefined && { email }),
      ...(name !== undefined && { name }),
      ...(phone !== undefined && { phoneNumber: phone }),
      // The administrator writes this file, and vouches for the addresses in it.
      isEmailVerified: true,
      groups: textsIn(user, "groups"),
      isDisabled: user.disabled === true,
      passwordHash: textIn(user, "password"),
    };
  });
}

/** Reads a line of an htpasswd file. */
export function readHtpasswdLine(line: string): ReadRecord {
  if (line.startsWith("#")) return [];
  const colon = line.indexOf(":");
  if (colon < 1) return "unreadable";
  // Digest files have the realm between name and hash, and comments follow a further colon.
  const [passwordHash = ""] = line.slice(colon + 1).split(":");
  return [{ ...nobody, username: line.slice(0, colon), passwordHash }];
}
