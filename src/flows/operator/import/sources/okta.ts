import { hasAll } from "../beginning.ts";
import {
  claim,
  createdAt,
  displayName,
  email,
  type FieldTable,
  flagIf,
  left,
  made,
  passed,
  passedOver,
  phone,
  readFields,
  subject,
  username,
} from "../fields.ts";
import { eachRow } from "../file-readers.ts";
import { objectsIn } from "../json-members.ts";
import type { Source } from "../source.ts";

const isDisabled = flagIf("isDisabled", (status) =>
  ["SUSPENDED", "DEPROVISIONED", "STAGED"].includes(String(status)),
);

const profile: FieldTable = {
  login: username,
  email,
  displayName,
  firstName: claim("given_name"),
  lastName: claim("family_name"),
  middleName: claim("middle_name"),
  nickName: claim("nickname"),
  profileUrl: claim("profile"),
  mobilePhone: phone,
  primaryPhone: phone,
  preferredLanguage: claim("locale"),
  locale: claim("locale"),
  timezone: claim("zoneinfo"),
};

/** Users as `GET /api/v1/users` lists them (https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/). */
const fields: FieldTable = {
  id: subject,
  status: isDisabled,
  created: createdAt,
  profile,
  credentials: {
    emails: made("whether the address is verified", (_, credentials) => ({
      texts: {
        isEmailVerified: objectsIn(credentials, "emails").some(
          ({ type, status }) => type === "PRIMARY" && status === "VERIFIED",
        ),
      },
    })),
    recovery_question: left("recovery question"),
    ...passedOver("password", "provider"),
  },
  type: passed,
  ...passedOver(
    "activated",
    "statusChanged",
    "lastLogin",
    "lastUpdated",
    "passwordChanged",
    "_links",
    "_embedded",
    "realmId",
  ),
};

export const okta: Source = {
  called: "the users of Okta",
  recognises: (beginning) => hasAll(beginning, "id", "status", "profile") && !hasAll(beginning, "traits"),
  read: eachRow((row) => readFields(row, fields)),
  fields,
};
