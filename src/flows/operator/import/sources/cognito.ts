import { type JsonObject, parseJson } from "../../../../values/json-object.ts";
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
  passedIf,
  passedOver,
  phone,
  readFields,
  subject,
  username,
} from "../fields.ts";
import { eachRow } from "../file-readers.ts";
import { identitiesIn, objectsIn, textIn, wordIn } from "../json-members.ts";
import type { ReadRecord } from "../person-texts.ts";
import type { Source } from "../source.ts";

/**
 * Users as `aws cognito-idp list-users` prints them, and the columns of the CSV file for user import
 * (https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_UserType.html, and
 * /developerguide/cognito-user-pools-using-import-tool-csv-header.html). Cognito gives no hashes.
 */
const fields: FieldTable = {
  sub: subject,
  "cognito:username": username,
  Username: username,
  email,
  email_verified: flag("isEmailVerified"),
  Enabled: notFlag("isDisabled"),
  phone_number: phone,
  name: displayName,
  given_name: claim("given_name"),
  family_name: claim("family_name"),
  middle_name: claim("middle_name"),
  nickname: claim("nickname"),
  profile: claim("profile"),
  picture: claim("picture"),
  website: claim("website"),
  gender: claim("gender"),
  birthdate: claim("birthdate"),
  zoneinfo: claim("zoneinfo"),
  locale: claim("locale"),
  UserCreateDate: createdAt,
  identities: made("links to providers", (value) => ({
    identities: identitiesIn(typeof value === "string" ? parseJson(value) : value, (identity) => ({
      upstream: textIn(identity, "providerName"),
      subject: wordIn(identity, "userId"),
    })),
  })),
  UserStatus: passedIf("CONFIRMED", "UserStatus"),
  MFAOptions: left("second factors"),
  ...passedOver(
    "phone_number_verified",
    "updated_at",
    "UserLastModifiedDate",
    "cognito:user_status",
    "cognito:mfa_enabled",
  ),
};

export const cognito: Source = {
  called: "the users of Cognito",
  recognises: (beginning) =>
    hasAll(beginning, "UserStatus", "Username") || hasAll(beginning, "cognito:username"),
  read: eachRow(readUser, ["", "Users"]),
  fields,
};

/** The list of attributes as members. In a pool in which people sign in with addresses, the username is the `sub`. */
function readUser({ Attributes: _, ...json }: JsonObject): ReadRecord {
  const attributes = objectsIn({ Attributes: _ }, "Attributes").map(
    ({ Name, Value }) => [String(Name), Value] as const,
  );
  const { Username: name, ...user } = { ...json, ...Object.fromEntries(attributes) } as JsonObject;
  return readFields(name === user.sub ? user : { ...user, Username: name }, fields);
}
