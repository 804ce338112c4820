import { hasAll } from "../beginning.ts";
import {
  claim,
  createdAt,
  displayName,
  email,
  type FieldTable,
  flag,
  passedOver,
  readFields,
  subject,
} from "../fields.ts";
import { eachRow } from "../file-readers.ts";
import type { Source } from "../source.ts";

/** Users as `GET /user_management/users` lists them (https://workos.com/docs/reference/authkit/user). WorkOS gives no hashes. */
const fields: FieldTable = {
  id: subject,
  email,
  email_verified: flag("isEmailVerified"),
  name: displayName,
  first_name: claim("given_name"),
  last_name: claim("family_name"),
  profile_picture_url: claim("picture"),
  locale: claim("locale"),
  created_at: createdAt,
  metadata: {},
  ...passedOver("object", "last_sign_in_at", "updated_at"),
};

export const workos: Source = {
  called: "the users of WorkOS",
  recognises: (beginning) => hasAll(beginning, "email", "profile_picture_url", "first_name"),
  read: eachRow((row) => readFields(row, fields), ["", "data"]),
  fields,
};
