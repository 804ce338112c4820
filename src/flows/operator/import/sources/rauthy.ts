import { hasAll } from "../beginning.ts";
import {
  claim,
  createdAt,
  email,
  type FieldTable,
  flag,
  groups,
  left,
  notFlag,
  passedOver,
  passwordHash,
  readFields,
  subject,
} from "../fields.ts";
import { eachRow } from "../file-readers.ts";
import type { Source } from "../source.ts";

/** Rows of the table `users`: sebadob/rauthy, src/data/src/entity/users.rs, struct User, 490a449. Its hashes are Argon2id. */
const fields: FieldTable = {
  id: subject,
  email,
  email_verified: flag("isEmailVerified"),
  enabled: notFlag("isDisabled"),
  given_name: claim("given_name"),
  family_name: claim("family_name"),
  language: claim("locale"),
  groups: groups(),
  password: passwordHash,
  created_at: createdAt,
  roles: left("roles"),
  webauthn_user_id: left("passkeys"),
  user_expires: left("the end of the account (user_expires)"),
  federation_uid: left("link to a provider"),
  ...passedOver(
    "password_expires",
    "last_login",
    "last_failed_login",
    "failed_login_attempts",
    "auth_provider_id",
    "picture_id",
  ),
};

export const rauthy: Source = {
  called: "the users of Rauthy",
  recognises: (beginning) => hasAll(beginning, "webauthn_user_id", "federation_uid"),
  read: eachRow((row) => readFields(row, fields)),
  fields,
};
