import type { JsonObject } from "../../../../values/json-object.ts";
import { readBase32 } from "../base32.ts";
import { hasAll } from "../beginning.ts";
import {
  claim,
  createdAt,
  displayName,
  email,
  type FieldTable,
  flag,
  left,
  made,
  notFlag,
  passed,
  passedOver,
  phone,
  readFields,
  subject,
  username,
} from "../fields.ts";
import { eachObject } from "../file-readers.ts";
import { flagIn, objectIn, objectsIn, textIn, wordIn } from "../json-members.ts";
import { passwordToChange } from "../person-texts.ts";
import type { Source } from "../source.ts";

/**
 * Users as `GET /api/user/search` lists them, and those of a file for `POST /api/user/import`, which can have hashes
 * (https://fusionauth.io/docs/apis/users; User, SecureIdentity and UserIdentity of FusionAuth/fusionauth-java-client; schemes as in
 * FusionAuth/terraform-provider-fusionauth, encryption_scheme of a user).
 */
const fields: FieldTable = {
  id: subject,
  username,
  email,
  verified: flag("isEmailVerified"),
  // Since 1.56.0 each way to name the person is verified for itself.
  identities: made("whether the address is verified", (_, record) => {
    const address = objectsIn(record, "identities").find(({ type }) => type === "email");
    return address === undefined ? "passed" : { texts: { isEmailVerified: flagIn(address, "verified") } };
  }),
  active: notFlag("isDisabled"),
  fullName: displayName,
  firstName: claim("given_name"),
  middleName: claim("middle_name"),
  lastName: claim("family_name"),
  imageUrl: claim("picture"),
  birthDate: claim("birthdate"),
  timezone: claim("zoneinfo"),
  preferredLanguages: made("claim `locale`", (value) => {
    const [first] = Array.isArray(value) ? value : [];
    return typeof first === "string" ? { claims: { locale: first.replace("_", "-") } } : {};
  }),
  mobilePhone: phone,
  password: made("password hash", (_, record) =>
    record.passwordChangeRequired === true
      ? { leftOut: [replacedPassword] }
      : { texts: { passwordHash: hashOf(record) } },
  ),
  insertInstant: createdAt,
  twoFactor: {
    methods: made("authenticator app", (_, record) => {
      const [first, ...others] = objectsIn(record, "methods");
      const further = others.length > 0 ? { leftOut: ["further second factors"] } : {};
      if (first?.method !== "authenticator") return { leftOut: ["second factors"] };
      return { texts: { totpSecret: secretOf(first) }, ...further };
    }),
    recoveryCodes: left("recovery codes"),
  },
  registrations: left("registrations"),
  memberships: left("memberships"),
  data: {},
  ...passedOver(
    "tenantId",
    "connectorId",
    "usernameStatus",
    "uniqueUsername",
    "lastLoginInstant",
    "lastUpdateInstant",
  ),
  ...passedOver("passwordLastUpdateInstant", "breachedPasswordLastCheckedInstant", "passwordChangeReason"),
  ...passedOver("encryptionScheme", "factor", "salt", "twoFactorEnabled", "verifiedInstant", "cleanSpeakId"),
  passwordChangeRequired: passed,
};

export const fusionauth: Source = {
  called: "the users of FusionAuth",
  recognises: (beginning) =>
    hasAll(beginning, "encryptionScheme") ||
    hasAll(beginning, "insertInstant", "tenantId") ||
    hasAll(beginning, "insertInstant", "usernameStatus"),
  read: eachObject((json) => readFields(json, fields)),
  fields,
};

const replacedPassword = passwordToChange(
  "FusionAuth would have asked for a new one (passwordChangeRequired)",
);

/** Of its schemes, those with a salt and a digest of one round (salted-md5 and others) are not known well enough to be wrapped. */
function hashOf(record: JsonObject): string {
  const [password = "", salt = "", factor = ""] = [
    textIn(record, "password"),
    textIn(record, "salt"),
    wordIn(record, "factor"),
  ];
  const scheme = textIn(record, "encryptionScheme") ?? "salted-pbkdf2-hmac-sha256";
  if (scheme === "bcrypt") return `$2a$${factor.padStart(2, "0")}$${salt}${password}`;
  if (scheme === "salted-pbkdf2-hmac-sha256" || scheme === "salted-pbkdf2-hmac-sha256-512")
    return `$pbkdf2-sha256$i=${factor}$${salt.replaceAll("=", "")}$${password.replaceAll("=", "")}`;
  return `${scheme}:${password}`.slice(0, 100);
}

/** FusionAuth writes the secret in base64. */
function secretOf(method: JsonObject): Uint8Array | "unusable" {
  const { algorithm = "HmacSHA1", codeLength = 6, timeStep = 30 } = objectIn(method, "authenticator");
  if (algorithm !== "HmacSHA1" || codeLength !== 6 || timeStep !== 30) return "unusable";
  const base32 = textIn(method, "secretBase32Encoded");
  return base32 === undefined
    ? Buffer.from(textIn(method, "secret") ?? "", "base64")
    : (readBase32(base32) ?? "unusable");
}
