import { hasAll } from "../beginning.ts";
import { unlessDeleted } from "../deleted-person.ts";
import {
  claim,
  createdAt,
  disabledUntil,
  displayName,
  email,
  type FieldTable,
  flagIfSaid,
  left,
  made,
  passed,
  passedIf,
  passedOver,
  passwordHash,
  phone,
  readFields,
  subject,
} from "../fields.ts";
import { eachRow } from "../file-readers.ts";
import { identitiesIn, objectIn, textIn } from "../json-members.ts";
import type { Source } from "../source.ts";

const userMetadata: FieldTable = {
  full_name: displayName,
  name: displayName,
  given_name: claim("given_name"),
  family_name: claim("family_name"),
  avatar_url: claim("picture"),
  picture: claim("picture"),
  user_name: claim("nickname"),
  locale: claim("locale"),
  ...passedOver(
    "email",
    "email_verified",
    "phone_verified",
    "sub",
    "iss",
    "provider_id",
    "preferred_username",
  ),
};
const appMetadata: FieldTable = passedOver("provider", "providers");

/** Rows of `auth.users`, and users of the admin API, which has no hashes: supabase/auth, internal/models/user.go, 008bb4d. */
const fields: FieldTable = {
  id: subject,
  email,
  email_confirmed_at: flagIfSaid("isEmailVerified"),
  phone,
  encrypted_password: passwordHash,
  created_at: createdAt,
  banned_until: disabledUntil,
  raw_user_meta_data: userMetadata,
  user_metadata: userMetadata,
  raw_app_meta_data: appMetadata,
  app_metadata: appMetadata,
  identities: made("links to providers", (value) => ({
    identities: identitiesIn(value, (identity) => ({
      upstream: textIn(identity, "provider"),
      subject: textIn(objectIn(identity, "identity_data"), "sub"),
    })).filter(({ upstream }) => upstream !== "email" && upstream !== "phone"),
  })),
  factors: left("second factors"),
  role: passedIf("authenticated", "role"),
  is_sso_user: passed,
  ...passedOver("instance_id", "aud", "confirmed_at", "phone_confirmed_at", "updated_at", "last_sign_in_at"),
  ...passedOver(
    "invited_at",
    "confirmation_token",
    "confirmation_sent_at",
    "recovery_token",
    "recovery_sent_at",
  ),
  ...passedOver("email_change_token_new", "email_change_token_current", "email_change_sent_at"),
  ...passedOver("email_change", "new_email", "email_change_confirm_status", "phone_change", "new_phone"),
  ...passedOver(
    "phone_change_token",
    "phone_change_sent_at",
    "reauthentication_token",
    "reauthentication_sent_at",
  ),
};

export const supabase: Source = {
  called: "the users of Supabase Auth (GoTrue)",
  recognises: (beginning) =>
    hasAll(beginning, "encrypted_password", "raw_user_meta_data") ||
    hasAll(beginning, "app_metadata", "user_metadata", "aud"),
  read: eachRow(
    unlessDeleted("deleted_at", (row) => readFields(row, fields)),
    ["", "users"],
  ),
  fields,
};
