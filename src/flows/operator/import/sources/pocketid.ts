import { givenClaims } from "../../../../protocol/openid/person-claims.ts";
import { hasAll } from "../beginning.ts";
import {
  claim,
  displayName,
  email,
  type FieldTable,
  flag,
  groups,
  left,
  made,
  passed,
  readFields,
  subject,
  username,
} from "../fields.ts";
import { eachObject } from "../file-readers.ts";
import { objectsIn, textIn } from "../json-members.ts";
import type { Source } from "../source.ts";

/**
 * Users as `GET /api/users` lists them: pocket-id/pocket-id, backend/internal/dto/user_dto.go, 1c117bd. Pocket ID has passkeys only,
 * which belong to its own domain.
 */
const fields: FieldTable = {
  id: subject,
  username,
  email,
  emailVerified: flag("isEmailVerified"),
  displayName,
  firstName: claim("given_name"),
  lastName: claim("family_name"),
  locale: claim("locale"),
  disabled: flag("isDisabled"),
  userGroups: groups(),
  customClaims: made("claims", (_, record) => {
    const pairs = objectsIn(record, "customClaims").map(
      (each) => [textIn(each, "key") ?? "", textIn(each, "value") ?? ""] as const,
    );
    const isOurs = ([key]: readonly [string, string]) => givenClaims.some(({ name }) => name === key);
    return {
      claims: Object.fromEntries(pairs.filter(isOurs)),
      leftOut: pairs
        .filter((pair) => !isOurs(pair))
        .map(([key]) => `custom claim ${JSON.stringify(key.slice(0, 80))}`),
    };
  }),
  isAdmin: left("the right of an administrator"),
  ldapId: passed,
};

export const pocketid: Source = {
  called: "the users of Pocket ID",
  recognises: (beginning) => hasAll(beginning, "userGroups", "customClaims"),
  read: eachObject((json) => readFields(json, fields), ["", "data"]),
  fields,
};
