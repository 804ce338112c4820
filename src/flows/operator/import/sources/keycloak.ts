import { encode } from "../../../../identity/hash-spellings.ts";
import { readPhoneNumber } from "../../../../identity/phone-number.ts";
import { attributesMax, givenClaims, readAttribute } from "../../../../protocol/openid/person-claims.ts";
import { isJsonObject, type JsonObject } from "../../../../values/json-object.ts";
import { instantOf, isoTime } from "../../../../values/time.ts";
import { readBase32 } from "../base32.ts";
import { shown } from "../check-person.ts";
import { eachObject } from "../file-readers.ts";
import { claimsOf } from "../foreign-claims.ts";
import { flagIn, isSaid, objectIn, objectsIn, textIn, textsIn, textsOf, wordIn } from "../json-members.ts";
import {
  type Flag,
  nobody,
  notAPerson,
  passwordToChange,
  type ReadRecord,
  type TextsOfPerson,
} from "../person-texts.ts";
import type { Source } from "../source.ts";

/** https://www.keycloak.org/server/importExport: a realm with its users, or a file of users. */
export const keycloak: Source = {
  called: "a realm export of Keycloak",
  recognises: ({ members, record }) => members.has("realm") || (record !== undefined && isOfKeycloak(record)),
  read: eachObject(readKeycloakUser),
};

function isOfKeycloak(json: JsonObject): boolean {
  const signs = ["emailVerified", "enabled", "requiredActions", "federatedIdentities"];
  const hasSign = signs.some((member) => member in json) || Array.isArray(json.credentials);
  return textIn(json, "username") !== undefined && hasSign;
}

/** Roles that every user has, of the realm and of the client `account`. */
const commonRole = /^(?:default-roles-|offline_access$|uma_authorization$)/;
const commonAccountRole = /^(?:manage-account|view-profile)$/;

/** Members of a user that are read, and those that follow from others or mean nothing outside Keycloak. */
const readMembers: ReadonlySet<string> = new Set([
  ...["id", "username", "email", "emailVerified", "enabled", "createdTimestamp", "firstName", "lastName"],
  ...["attributes", "credentials", "requiredActions", "federatedIdentities", "groups"],
  ...["realmRoles", "clientRoles", "clientConsents"],
]);
const passedMembers: ReadonlySet<string> = new Set([
  ...["totp", "disableableCredentialTypes", "notBefore", "access", "origin", "self", "userProfileMetadata"],
]);

/** Reads a user of a realm export. Service accounts, which have no person behind them, are left out. */
function readKeycloakUser(json: JsonObject): ReadRecord {
  const username = textIn(json, "username");
  if (username === undefined) return notAPerson;
  if (textIn(json, "serviceAccountClientId") !== undefined) return [];
  const credentials = objectsIn(json, "credentials");
  const [password] = credentials.filter(({ type }) => type === "password");
  const [app, ...furtherApps] = credentials.filter(({ type }) => type === "otp" || type === "totp");
  const others = credentials.filter(({ type }) => type !== "password" && type !== "otp" && type !== "totp");
  const [given, family] = [textIn(json, "firstName"), textIn(json, "lastName")];
  const name = [given, family].filter(Boolean).join(" ");
  const attributes = readAttributes(objectIn(json, "attributes"));
  const { claims, leftOut } = claimsOf({ given_name: given, family_name: family, ...attributes.claims });
  const actions = textsIn(json, "requiredActions");
  const mustChange = actions.includes("UPDATE_PASSWORD");
  return [
    {
      ...nobody,
      username,
      ...textsOf({
        email: textIn(json, "email"),
        name: name === "" ? undefined : name,
        phoneNumber: attributes.phoneNumber,
        subject: textIn(json, "id"),
        createdAt: createdAtOf(json),
        passwordHash: password === undefined || mustChange ? undefined : hashOf(password),
      }),
      claims,
      attributes: attributes.kept,
      isEmailVerified: flagIn(json, "emailVerified"),
      groups: textsIn(json, "groups").map((path) => path.replace(/^\//, "")),
      isDisabled: disabledOf(json),
      ...(app !== undefined && { totpSecret: secretOf(app) }),
      identities: objectsIn(json, "federatedIdentities").flatMap(identityOf),
      leftOut: [
        ...(mustChange && password ? [replacedPassword] : []),
        ...actions
          .filter((each) => each !== "UPDATE_PASSWORD")
          .map((each) => `required action ${shown(each)}`),
        ...(furtherApps.length > 0 ? ["further authenticator apps"] : []),
        ...new Set(others.map(({ type }) => `credential ${String(type).slice(0, 40)}`)),
        ...leftOut,
        ...attributes.leftOut,
        ...rolesIn(json),
        ...(isSaid(json.clientConsents) ? ["consents"] : []),
        ...otherMembers(json)
          .filter((name) => !passedMembers.has(name))
          .map((name) => `field ${shown(name)}`),
      ],
      passedOver: otherMembers(json).filter((name) => passedMembers.has(name)),
    },
  ];
}

const replacedPassword = passwordToChange("Keycloak would have asked for a new one (UPDATE_PASSWORD)");

function disabledOf(json: JsonObject): Flag {
  const enabled = flagIn(json, "enabled");
  return typeof enabled === "boolean" ? !enabled : enabled;
}

/** ECMAScript has no later date. */
const instantMax = 8.64e15;

function createdAtOf({ createdTimestamp: at }: JsonObject): string | undefined {
  const isInstant = typeof at === "number" && Number.isSafeInteger(at) && at >= 0 && at < instantMax;
  return isInstant ? isoTime(instantOf(at)) : undefined;
}

/** Members beyond those that are read, with a value that says something. */
function otherMembers(json: JsonObject): readonly string[] {
  return Object.entries(json).flatMap(([name, value]) =>
    readMembers.has(name) || value === false || value === 0 || !isSaid(value) ? [] : [name],
  );
}

/** The attributes with one value as claims, phone number and attributes, and the names of the others. */
function readAttributes(attributes: JsonObject) {
  const claims: Record<string, string> = {};
  const kept: Record<string, string> = {};
  const leftOut: string[] = [];
  let phoneNumber: string | undefined;
  for (const [attribute, value] of Object.entries(attributes)) {
    const name = attribute === "middleName" ? "middle_name" : attribute;
    const text = firstOf(attributes, attribute);
    const isOne = text !== undefined && (!Array.isArray(value) || value.length === 1);
    if (isOne && givenClaims.some((claim) => claim.name === name)) claims[name] = text;
    else if (isOne && name === "phoneNumber" && readPhoneNumber(text).ok) phoneNumber = text;
    else if (isOne && readAttribute(name, text).ok && Object.keys(kept).length < attributesMax)
      kept[name] = text;
    else if (isSaid(value)) leftOut.push(`attribute ${shown(attribute)}`);
  }
  return { claims, kept, phoneNumber, leftOut };
}

function rolesIn(json: JsonObject): readonly string[] {
  const ofRealm = textsIn(json, "realmRoles").filter((role) => !commonRole.test(role));
  const byClient = objectIn(json, "clientRoles");
  const ofClients = Object.keys(byClient).flatMap((client) =>
    textsIn(byClient, client)
      .filter((role) => client !== "account" || !commonAccountRole.test(role))
      .map((role) => `role ${shown(role)} of the client ${shown(client)}`),
  );
  return [...ofRealm.map((role) => `role ${shown(role)}`), ...ofClients];
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
