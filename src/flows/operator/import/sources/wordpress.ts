import { hasAll } from "../beginning.ts";
import { unlessDeleted } from "../deleted-person.ts";
import {
  claim,
  createdAt,
  displayName,
  email,
  type FieldTable,
  left,
  passedIf,
  passedOver,
  passwordHash,
  readFields,
  username,
} from "../fields.ts";
import { eachRow } from "../file-readers.ts";
import type { Source } from "../source.ts";

/** Users as `wp user list` prints them, or rows of `wp_users` (https://developer.wordpress.org/cli/commands/user/list/). */
const fields: FieldTable = {
  user_login: username,
  user_email: email,
  display_name: displayName,
  first_name: claim("given_name"),
  last_name: claim("family_name"),
  nickname: claim("nickname"),
  user_url: claim("website"),
  url: claim("website"),
  user_pass: passwordHash,
  user_registered: createdAt,
  roles: left("roles"),
  user_status: passedIf("0", "user_status"),
  spam: passedIf("0", "spam"),
  ...passedOver("ID", "user_nicename", "user_activation_key", "caps", "cap_key", "allcaps", "filter"),
};

export const wordpress: Source = {
  called: "the users of WordPress",
  recognises: (beginning) => hasAll(beginning, "user_login", "user_email"),
  read: eachRow(unlessDeleted("deleted", (row) => readFields(row, fields))),
  fields,
};
