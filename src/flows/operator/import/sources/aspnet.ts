import { hasAll } from "../beginning.ts";
import {
  disabledUntil,
  email,
  type FieldTable,
  flag,
  passed,
  passedOver,
  passwordHash,
  phone,
  readFields,
  subject,
  username,
} from "../fields.ts";
import { eachRow } from "../file-readers.ts";
import type { Source } from "../source.ts";

/** Rows of the table `AspNetUsers`: dotnet/aspnetcore, src/Identity/Extensions.Stores/src/IdentityUser.cs, 39ddeea. */
const fields: FieldTable = {
  Id: subject,
  UserName: username,
  Email: email,
  EmailConfirmed: flag("isEmailVerified"),
  PasswordHash: passwordHash,
  PhoneNumber: phone,
  LockoutEnd: disabledUntil,
  LockoutEndDateUtc: disabledUntil,
  // The secrets of authenticator apps are in another table, AspNetUserTokens.
  TwoFactorEnabled: passed,
  ...passedOver(
    "NormalizedUserName",
    "NormalizedEmail",
    "SecurityStamp",
    "ConcurrencyStamp",
    "PhoneNumberConfirmed",
  ),
  ...passedOver("LockoutEnabled", "AccessFailedCount"),
};

export const aspnet: Source = {
  called: "the users of ASP.NET Identity",
  recognises: (beginning) => hasAll(beginning, "PasswordHash", "SecurityStamp"),
  read: eachRow((row) => readFields(row, fields)),
  fields,
};
