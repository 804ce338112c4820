import { hasAll } from "../beginning.ts";
import { unlessDeleted } from "../deleted-person.ts";
import {
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

/**
 * Rows of the table `users` (laravel/laravel, database/migrations/0001_01_01_000000_create_users_table.php), with the columns of
 * Fortify, which encrypts its authenticator apps with the key of the application.
 */
const fields: FieldTable = {
  username,
  email,
  email_verified_at: flagIfSaid("isEmailVerified"),
  name: displayName,
  password: passwordHash,
  created_at: createdAt,
  two_factor_secret: left("authenticator app (encrypted with the key of the application)"),
  two_factor_recovery_codes: left("recovery codes"),
  ...passedOver(
    "id",
    "remember_token",
    "updated_at",
    "two_factor_confirmed_at",
    "current_team_id",
    "profile_photo_path",
  ),
};

export const laravel: Source = {
  called: "the users of a Laravel application",
  recognises: (beginning) => hasAll(beginning, "password", "remember_token"),
  read: eachRow(unlessDeleted("deleted_at", (row) => readFields(row, fields))),
  fields,
};
