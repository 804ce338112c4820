import { encode } from "../../../identity/foreign-hash.ts";
import { isJsonObject, type JsonObject } from "../../../values/json-object.ts";
import { readBase32 } from "./base32.ts";
import { objectIn, objectsIn, textIn, textsIn, wordIn } from "./json-members.ts";
import { nobody, type ReadRecord, type TextsOfPerson } from "./person-texts.ts";

/** Reads a user of a realm export. Service accounts, which have no person behind them, are left out. */
export function readKeycloakUser(json: JsonObject): ReadRecord {
  const username = textIn(json, "username");
  if (username === undefined) return "unreadable";
  if (textIn(json, "serviceAccountClientId") !== undefined) return [];
  const credentials = objectsIn(json, "credentials");
  const [password] = credentials.filter(({ type }) => type === "password");
  const [app, ...furtherApps] = credentials.filter(({ type }) => type === "otp" || type === "totp");
  const others = credentials.filter(({ type }) => type !== "password" && type !== "otp" && type !== "totp");
  const name = [textIn(json, "firstName"), textIn(json, "lastName")].filter(Boolean).join(" ");
  return [
    {
      ...nobody,
      username,
      ...texts({ email: textIn(json, "email"), name: name === "" ? undefined : name }),
      isEmailVerified: json.emailVerified === true,
      groups: textsIn(json, "groups").map((path) => path.replace(/^\//, "")),
      isDisabled: json.enabled === false,
      ...(password !== undefined && { passwordHash: hashOf(password) }),
      ...(app !== undefined && { totpSecret: secretOf(app) }),
      identities: objectsIn(json, "federatedIdentities").flatMap(identityOf),
      leftOut: [
        ...(furtherApps.length > 0 ? ["further authenticator apps"] : []),
        ...new Set(others.map(({ type }) => `credential ${String(type).slice(0, 40)}`)),
      ],
    },
  ];
}

function texts(values: Readonly<Record<string, string | undefined>>): Partial<TextsOfPerson> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function identityOf(json: JsonObject): TextsOfPerson["identities"] {
  const [upstream, subject] = [textIn(json, "identityProvider"), wordIn(json, "userId")];
  const label = textIn(json, "userName");
  if (upstream === undefined || subject === undefined) return [];
  return [{ upstream, subject, ...(label !== undefined && { label }) }];
}

/** Current releases keep two JSON texts, older ones the members of the credential itself. */
function hashOf(credential: JsonObject): string {
  const secret = { ...credential, ...objectIn(credential, "secretData") };
  const data = { ...credential, ...objectIn(credential, "credentialData") };
  const value = textIn(secret, "value") ?? textIn(secret, "hashedSaltedValue") ?? "";
  const salt = textIn(secret, "salt") ?? "";
  const iterations = wordIn(data, "hashIterations") ?? "";
  const algorithm = textIn(data, "algorithm") ?? "";
  const digest = /^pbkdf2(?:-(sha256|sha512))?$/.exec(algorithm);
  if (digest !== null) return `$pbkdf2-${digest[1] ?? "sha1"}$i=${iterations}$${plain(salt)}$${plain(value)}`;
  if (algorithm !== "argon2") return `${algorithm}:${value}`.slice(0, 100);
  const of = (name: string) => firstOf(data.additionalParameters, name);
  const version = of("version") === "1.0" ? "16" : "19";
  const cost = `m=${of("memory") ?? ""},t=${iterations},p=${of("parallelism") ?? ""}`;
  return `$argon2${of("type") ?? "id"}$v=${version}$${cost}$${plain(salt)}$${plain(value)}`;
}

/** A parameter of a credential is a list of one text. */
function firstOf(parameters: unknown, name: string): string | undefined {
  const value = isJsonObject(parameters) ? parameters[name] : undefined;
  const [first] = Array.isArray(value) ? value : [value];
  return typeof first === "string" || typeof first === "number" ? String(first) : undefined;
}

function plain(base64: string): string {
  return encode(Buffer.from(base64, "base64"));
}

function secretOf(credential: JsonObject): Uint8Array | "unusable" {
  const data = { ...credential, ...objectIn(credential, "credentialData") };
  const value = textIn({ ...credential, ...objectIn(credential, "secretData") }, "value") ?? "";
  const isOurs =
    (data.subType ?? data.type) === "totp" &&
    Number(data.digits) === 6 &&
    Number(data.period) === 30 &&
    (data.algorithm ?? "HmacSHA1") === "HmacSHA1";
  if (!isOurs) return "unusable";
  return data.secretEncoding === "BASE32" ? (readBase32(value) ?? "unusable") : Buffer.from(value);
}
