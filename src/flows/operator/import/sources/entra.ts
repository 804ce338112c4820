import { hasAll } from "../beginning.ts";
import {
  claim,
  createdAt,
  displayName,
  email,
  type FieldTable,
  made,
  notFlag,
  passed,
  passedOver,
  phone,
  readFields,
  subject,
  username,
} from "../fields.ts";
import { eachRow } from "../file-readers.ts";
import { objectsIn, textIn } from "../json-members.ts";
import type { Source } from "../source.ts";

/**
 * Users of Microsoft Graph (https://learn.microsoft.com/en-us/graph/api/resources/user), of a workforce or an external tenant, and of
 * the CSV file that the portal downloads. Entra gives no hashes.
 */
const fields: FieldTable = {
  id: subject,
  objectId: subject,
  mail: email,
  identities: made("e-mail address", (_, record) => {
    const [first] = objectsIn(record, "identities").filter(({ signInType }) => signInType === "emailAddress");
    const address = first && textIn(first, "issuerAssignedId");
    return address === undefined ? "passed" : { texts: { email: address } };
  }),
  userPrincipalName: username,
  displayName,
  givenName: claim("given_name"),
  surname: claim("family_name"),
  preferredLanguage: claim("locale"),
  mobilePhone: phone,
  accountEnabled: notFlag("isDisabled"),
  createdDateTime: createdAt,
  "@odata.type": passed,
  ...passedOver(
    "userType",
    "creationType",
    "directorySynced",
    "dirSyncEnabled",
    "isGraphUser",
    "lastPasswordChangeDateTime",
  ),
};

export const entra: Source = {
  called: "the users of Microsoft Entra",
  recognises: (beginning) => hasAll(beginning, "userPrincipalName"),
  read: eachRow((row) => readFields(row, fields), ["", "value"]),
  fields,
};
