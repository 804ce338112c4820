import { encode } from "../../../identity/foreign-hash.ts";
import { givenClaims } from "../../../protocol/openid/person-claims.ts";
import { isJsonObject, type JsonObject } from "../../../values/json-object.ts";
import { readBase32 } from "./base32.ts";
import { shown } from "./check-person.ts";
import { claimsOf } from "./foreign-claims.ts";
import { flagIn, isSaid, objectIn, objectsIn, textIn, textsIn, textsOf, wordIn } from "./json-members.ts";
import { nobody, notAPerson, type ReadRecord } from "./person-texts.ts";

/** Reads a user of Auth0: a line of an export, an element of a bulk import, or a line of the hashes that its support hands over. */
export function readAuth0User(json: JsonObject): ReadRecord {
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

/** Members of Authelia's users that are kept, beside those that are claims. */
const autheliaMembers: ReadonlySet<string> = new Set(
  ["displayname", "password", "email", "phone_number", "groups", "disabled"].concat(
    givenClaims.map(({ name }) => name),
  ),
);

/** Reads the users of Authelia's file: one object with a member for each. */
export function readAutheliaUsers(json: JsonObject): ReadRecord {
  if (!isJsonObject(json.users)) return notAPerson;
  return Object.entries(json.users).map(([username, value]) => {
    const user = isJsonObject(value) ? value : {};
    const email = textIn(user, "email");
    const { claims, leftOut } = claimsOf(
      Object.fromEntries(givenClaims.map(({ name }) => [name, wordIn(user, name)])),
    );
    return {
      ...nobody,
      username,
      ...textsOf({
        email,
        name: textIn(user, "displayname"),
        phoneNumber: textIn(user, "phone_number"),
        passwordHash: textIn(user, "password"),
      }),
      claims,
      // The administrator writes this file, and vouches for the addresses in it.
      isEmailVerified: email === undefined ? undefined : true,
      groups: textsIn(user, "groups"),
      isDisabled: flagIn(user, "disabled"),
      leftOut: [
        ...leftOut,
        ...Object.keys(user)
          .filter((name) => !autheliaMembers.has(name) && isSaid(user[name]))
          .map(shown),
      ],
    };
  });
}

/** How a hash in an htpasswd file begins, but for that of DES, which has only its length. */
const htpasswdHash = /^(?:\$(?:2[aby]|1|5|6|y|apr1|argon2(?:id|i|d))\$|\{(?:SHA|SSHA)\}|[./A-Za-z0-9]{13}$)/;

/** Reads a line of an htpasswd file. */
export function readHtpasswdLine(line: string): ReadRecord {
  if (line.startsWith("#")) return [];
  const colon = line.indexOf(":");
  // Comments follow a further colon.
  const [passwordHash = ""] = line
    .slice(colon + 1)
    .trimEnd()
    .split(":");
  if (colon < 1 || !htpasswdHash.test(passwordHash)) return notAPerson;
  return [{ ...nobody, username: line.slice(0, colon), passwordHash }];
}
