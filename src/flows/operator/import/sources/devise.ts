import { hasAll } from "../beginning.ts";
import { unlessDeleted } from "../deleted-person.ts";
import {
  claim,
  createdAt,
  displayName,
  email,
  type FieldTable,
  flagIfSaid,
  left,
  passedOver,
  passwordHash,
  readFields,
  username,
} from "../fields.ts";
import { eachRow } from "../file-readers.ts";
import type { Source } from "../source.ts";

/** Rows of the table of a Devise model: heartcombo/devise, lib/generators/active_record/devise_generator.rb, 0720bc7. */
const fields: FieldTable = {
  username,
  login: username,
  email,
  confirmed_at: flagIfSaid("isEmailVerified"),
  encrypted_password: passwordHash,
  name: displayName,
  first_name: claim("given_name"),
  last_name: claim("family_name"),
  locale: claim("locale"),
  time_zone: claim("zoneinfo"),
  created_at: createdAt,
  provider: left("link to a provider"),
  otp_secret: left("authenticator app (encrypted by the application)"),
  encrypted_otp_secret: left("authenticator app (encrypted by the application)"),
  otp_backup_codes: left("recovery codes"),
  ...passedOver("id", "updated_at", "reset_password_token", "reset_password_sent_at", "remember_created_at"),
  ...passedOver(
    "sign_in_count",
    "current_sign_in_at",
    "last_sign_in_at",
    "current_sign_in_ip",
    "last_sign_in_ip",
  ),
  ...passedOver(
    "confirmation_token",
    "confirmation_sent_at",
    "unconfirmed_email",
    "failed_attempts",
    "unlock_token",
  ),
  ...passedOver(
    "locked_at",
    "uid",
    "jti",
    "encrypted_otp_secret_iv",
    "encrypted_otp_secret_salt",
    "consumed_timestep",
  ),
};

export const devise: Source = {
  called: "the users of Devise",
  recognises: (beginning) =>
    hasAll(beginning, "email", "encrypted_password", "reset_password_token") &&
    !hasAll(beginning, "raw_user_meta_data"),
  read: eachRow(unlessDeleted("deleted_at", (row) => readFields(row, fields))),
  fields,
};
