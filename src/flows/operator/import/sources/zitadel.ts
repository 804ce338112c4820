import { hasAll } from "../beginning.ts";
import {
  app,
  claim,
  displayName,
  email,
  type FieldTable,
  flag,
  flagIf,
  made,
  passed,
  passedOver,
  phone,
  readFields,
  subject,
  username,
} from "../fields.ts";
import { begun, eachObject } from "../file-readers.ts";
import { identitiesIn, objectIn, textIn } from "../json-members.ts";
import { passwordToChange } from "../person-texts.ts";
import type { Source } from "../source.ts";

const profile: FieldTable = {
  displayName,
  firstName: claim("given_name"),
  givenName: claim("given_name"),
  lastName: claim("family_name"),
  familyName: claim("family_name"),
  nickName: claim("nickname"),
  preferredLanguage: claim("locale"),
  avatarUrl: claim("picture"),
  gender: passed,
};
const address: FieldTable = {
  email,
  isEmailVerified: flag("isEmailVerified"),
  isVerified: flag("isEmailVerified"),
};
const telephone: FieldTable = { phone, ...passedOver("isPhoneVerified", "isVerified") };

const replacedPassword = passwordToChange("Zitadel would have asked for a new one (passwordChangeRequired)");

/**
 * People of `POST /admin/v1/export` (zitadel/zitadel, proto/zitadel/v1.proto, DataOrg and DataHumanUser, 13bd37e; as JSON in lower
 * camel case), which has hashes if it is asked for them, and users of `POST /v2/users`, which has none.
 */
const fields: FieldTable = {
  userId: subject,
  user: {
    userName: username,
    profile,
    email: address,
    phone: telephone,
    hashedPassword: made("password hash", (_, user) => {
      if (user.passwordChangeRequired === true) return { leftOut: [replacedPassword] };
      const hash = textIn(objectIn(user, "hashedPassword"), "value");
      return hash === undefined ? {} : { texts: { passwordHash: hash } };
    }),
    otpCode: app,
    idps: made("links to providers", (value) => ({
      identities: identitiesIn(value, (json) => ({
        upstream: textIn(json, "configId"),
        subject: textIn(json, "externalUserId"),
      })),
    })),
    ...passedOver("passwordChangeRequired", "requestPasswordlessRegistration"),
  },
  username,
  state: flagIf("isDisabled", (state) => state !== "USER_STATE_ACTIVE" && state !== "USER_STATE_INITIAL"),
  human: { profile, email: address, phone: telephone, passwordChanged: passed, mfaInitSkipped: passed },
  ...passedOver("details", "loginNames", "preferredLoginName"),
};

export const zitadel: Source = {
  called: "an export of Zitadel",
  recognises: (beginning) =>
    beginning.members.has("orgs") ||
    hasAll(beginning, "userId", "human") ||
    hasAll(beginning, "userId", "loginNames"),
  read: async function* (file) {
    const { start, all } = await begun(file.chunks);
    // In an export, the people are in a list of each organisation: four brackets deep.
    const depth = /^\s*\{\s*"orgs"/.test(start) ? 4 : 2;
    yield* eachObject(
      (json) => readFields(json, fields),
      ["", "humanUsers", "result"],
      depth,
    )({ ...file, chunks: all });
  },
  fields,
};
