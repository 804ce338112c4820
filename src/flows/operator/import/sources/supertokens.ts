import type { JsonObject } from "../../../../values/json-object.ts";
import { readBase32 } from "../base32.ts";
import { hasAll } from "../beginning.ts";
import {
  createdAt,
  type FieldTable,
  left,
  made,
  passed,
  passedOver,
  phone,
  readFields,
  subject,
} from "../fields.ts";
import { eachObject } from "../file-readers.ts";
import { objectIn, objectsIn, textIn } from "../json-members.ts";
import type { Source } from "../source.ts";

/**
 * Users of a file for bulk import, which can have hashes and authenticator apps (supertokens/supertokens-core,
 * bulkimport/BulkImportUserUtils.java, ab7d2bf), and users as `GET /users` lists them, which have neither.
 */
const fields: FieldTable = {
  externalUserId: subject,
  id: subject,
  loginMethods: made("e-mail address, password hash, telephone number, links to providers", (_, record) => {
    const methods = objectsIn(record, "loginMethods");
    const primary = methods.find((each) => each.isPrimary === true) ?? methods[0] ?? {};
    const password = methods.find((each) => textIn(each, "passwordHash") !== undefined) ?? {};
    const address = textIn(primary, "email");
    const number = textIn(primary, "phoneNumber");
    const hash = textIn(password, "passwordHash");
    const others = methods.some(
      (each) => textIn(each, "email") !== undefined && textIn(each, "email") !== address,
    );
    const said = number === undefined ? {} : phone.read(number, primary);
    return {
      texts: {
        ...(address !== undefined && { email: address }),
        isEmailVerified: primary.isVerified === true || primary.verified === true,
        ...(hash !== undefined && { passwordHash: hash }),
        ...(said !== "passed" && said.texts),
      },
      identities: methods.flatMap(identityOf),
      leftOut: others ? ["further e-mail addresses"] : [],
    };
  }),
  totpDevices: made("authenticator app", (_, record) => {
    const [first, ...others] = objectsIn(record, "totpDevices");
    const secret =
      first && (first.period ?? 30) === 30 ? readBase32(textIn(first, "secretKey") ?? "") : undefined;
    return {
      texts: { totpSecret: secret ?? "unusable" },
      leftOut: others.length > 0 ? ["further authenticator apps"] : [],
    };
  }),
  timeJoined: createdAt,
  userMetadata: {},
  userRoles: left("roles"),
  webauthn: { credentialIds: left("passkeys") },
  isPrimaryUser: passed,
  ...passedOver("tenantIds", "emails", "phoneNumbers", "thirdParty"),
};

export const supertokens: Source = {
  called: "the users of SuperTokens",
  recognises: (beginning) => hasAll(beginning, "loginMethods"),
  read: eachObject((json) => readFields(json, fields)),
  fields,
};

/** The bulk import names the provider in the method, the list of users in an object of its own. */
function identityOf(method: JsonObject) {
  const { id, userId } = objectIn(method, "thirdParty");
  const [upstream, subject] = [method.thirdPartyId ?? id, method.thirdPartyUserId ?? userId];
  return typeof upstream === "string" && typeof subject === "string" ? [{ upstream, subject }] : [];
}
