import { z } from "zod";
import { groupsPerAccountMax } from "../identity/group.ts";
import { languages } from "../protocol/language.ts";
import { strengths } from "../values/strength.ts";
import { time } from "./schema.ts";

/** The record of an account. */
export const userSchema = z
  .strictObject({
    user_id: z.string(),
    sub: z.string().meta({
      description:
        "The subject by which applications without pairwise subjects know the person: the user_id, or the one that an import brought.",
    }),
    username: z.string(),
    password: z.string().optional().meta({ description: "Returned only in the response that generates it." }),
    email: z.string().nullable(),
    email_verified: z.boolean().nullable().meta({
      description:
        "False if the address was imported and nobody has verified or vouched for it yet; null if there is none.",
    }),
    name: z.string().nullable(),
    phone_number: z.string().nullable(),
    address: z.string().nullable(),
    claims: z.record(z.string(), z.string()),
    attributes: z.record(z.string(), z.string()).meta({
      description:
        "What the installation keeps beyond claims. Clients learn it by their rules for claims alone.",
    }),
    groups: z.array(z.string()),
    require: z.enum(strengths),
    totp: z.boolean().meta({ description: "True if the person has an authenticator app." }),
    passkey: z.boolean().meta({ description: "True if the person has a passkey." }),
    admin: z.boolean(),
    disabled: z.boolean(),
    locked_at: time.nullable().meta({
      description:
        "When the person locked the account with the link in a notice (“this was not me”). A locked account is disabled until they set a new password by a mailed link, or an operator enables it.",
    }),
    delete_after: time.nullable(),
    created_at: time,
  })
  .meta({ id: "User" });

/** The record of a person, as lists and `latchkey user show --json` have it. */
export const personSchema = z
  .strictObject({
    ...userSchema.shape,
    last_sign_in_at: time.nullable().meta({
      description: "To the minute. Null if there was none since this service notes them.",
    }),
    imported: z.boolean().meta({ description: "True if an import brought the account." }),
  })
  .meta({ id: "Person" });

const text = z.string().max(1_000);
const password = z
  .string()
  .min(1)
  .max(1_024)
  .meta({ description: "If absent, one is generated and returned, only this once.", format: "password" });

const details = {
  email: text
    .nullable()
    .optional()
    .meta({ description: "Works at sign-in like the username; you vouch for it." }),
  name: text.nullable().optional().meta({ description: "The name shown on pages." }),
  phone_number: text.nullable().optional().meta({ description: "With country code, like +49 30 1234567." }),
  address: text.nullable().optional().meta({ description: "The postal address, including line breaks." }),
  claims: z
    .record(z.string(), text.nullable())
    .optional()
    .meta({ description: "Claims like given_name, for applications that ask." }),
  attributes: z
    .record(z.string(), text.nullable())
    .optional()
    .meta({ description: "Details of your own, such as department. null takes one away." }),
  require: z
    .enum(strengths)
    .optional()
    .meta({ description: "How strongly the person proves who they are at every sign-in." }),
  admin: z.boolean().optional().meta({
    description:
      "The admin right; needs `admins:write`. Granting it ends every session and link of the account.",
  }),
};

/** The content that creates an account. */
export const newUserSchema = z
  .strictObject({
    username: z.string().min(1).max(320).meta({ description: "The name that the person signs in with." }),
    password: password.optional(),
    groups: z
      .array(z.string().max(100))
      .max(groupsPerAccountMax)
      .optional()
      .meta({ description: "The person's groups, by name; needs `groups:write`." }),
    ...details,
  })
  .meta({ id: "NewUser" });

/** The content that changes an account. */
export const userChangesSchema = z.strictObject(details).meta({ id: "UserChanges" });

/** The content that sets a password. */
export const newPasswordSchema = z
  .strictObject({ password: password.optional() })
  .meta({ id: "NewPassword" });

/** How a person is recovered. */
export const recoverySchema = z
  .strictObject({
    mail: z.boolean().optional().meta({ description: "Also mails the link to the person." }),
    drop_second_factor: z
      .boolean()
      .optional()
      .meta({ description: "The link also removes the authenticator app and recovery codes." }),
    language: z.enum(languages).optional().meta({ description: "The language of the mail; en by default." }),
  })
  .meta({ id: "Recovery" });

/** The link, which is answered once. */
export const recoveryLinkSchema = z
  .strictObject({
    user_id: z.string(),
    username: z.string(),
    link: z.string().meta({ format: "uri" }),
    mailed: z.boolean(),
    drops_second_factor: z.boolean(),
    expires_at: time,
  })
  .meta({ id: "RecoveryLink" });
