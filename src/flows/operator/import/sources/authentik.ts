import { isJsonObject, type JsonObject } from "../../../../values/json-object.ts";
import { hasAll } from "../beginning.ts";
import {
  claim,
  createdAt,
  displayName,
  email,
  type FieldTable,
  groups,
  left,
  notFlag,
  passed,
  passedIf,
  passedOver,
  passwordHash,
  readFields,
  subject,
  username,
} from "../fields.ts";
import { eachObject } from "../file-readers.ts";
import { isSaid, textIn } from "../json-members.ts";
import { notAPerson, type ReadRecord } from "../person-texts.ts";
import type { Source } from "../source.ts";

/**
 * Users as `GET /api/v3/core/users/` lists them (https://docs.goauthentik.io/developer-docs/api/reference/core-users-retrieve), which
 * has no hashes, and objects of `ak dumpdata authentik_core.user`, which has them in the spelling of Django. `uid` is what
 * authentik gives as `sub` by default.
 */
const fields: FieldTable = {
  uid: subject,
  username,
  email,
  name: displayName,
  is_active: notFlag("isDisabled"),
  password: passwordHash,
  groups_obj: groups(),
  date_joined: createdAt,
  attributes: { locale: claim("locale"), settings: passed },
  is_superuser: left("the right of an administrator"),
  type: passedIf("internal", "type"),
  path: passedIf("users", "path"),
  ...passedOver("pk", "uuid", "groups", "avatar", "last_login", "last_updated", "password_change_date"),
  ...passedOver("roles", "roles_obj", "user_permissions"),
};

export const authentik: Source = {
  called: "the users of authentik",
  recognises: (beginning) =>
    hasAll(beginning, "groups_obj", "uid") || /^authentik_core\.user$/i.test(String(beginning.record?.model)),
  read: eachObject(readUser, ["", "results"]),
  fields,
};

function readUser(json: JsonObject): ReadRecord {
  const row = isJsonObject(json.fields) ? json.fields : json;
  if (json.model !== undefined && !/^authentik_core\.user$/i.test(String(json.model))) return [];
  if (row.type === "service_account" || row.type === "internal_service_account") return [];
  if (textIn(row, "username") === undefined) return notAPerson;
  // An unusable password begins with an exclamation mark, as in Django.
  const { password, ...rest } = row;
  return readFields(isSaid(password) && String(password).startsWith("!") ? rest : row, fields);
}
