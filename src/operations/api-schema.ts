import { z } from "zod";
import { openings, tokenFormats } from "../protocol/api/api.ts";
import { signingAlgorithms } from "../protocol/jwk.ts";
import { languages } from "../protocol/language.ts";
import { time } from "./schema.ts";

/** An API as a path parameter. */
export const resource = z.string().min(1).max(1_000).meta({
  description: "The resource indicator, percent-encoded.",
  example: "https://api.example/orders",
});
/** The name of a scope. */
export const scopeName = z.string().min(1).max(200);

const sentence = z.string().max(400).meta({ description: "The text that people read on the consent page." });
const translations = z.partialRecord(z.enum(languages), sentence);
const groups = z
  .array(z.string().min(1).max(200))
  .max(100)
  .optional()
  .meta({ description: "The groups whose people can have it; everybody if absent." });
const scopeSchema = z
  .strictObject({ name: z.string(), sentence, translations, groups })
  .meta({ id: "ApiScope" });
/** The content that adds a scope. */
export const newScopeSchema = z
  .strictObject({ name: scopeName, sentence, translations: translations.optional(), groups })
  .meta({ id: "NewApiScope" });
/** The content that replaces the sentences of a scope. */
export const sentencesSchema = z
  .strictObject({
    sentence,
    translations: translations.optional(),
    groups: groups.meta({
      description: "The groups whose people can have it: kept if absent, everybody if empty.",
    }),
  })
  .meta({ id: "ApiScopeSentences" });

const shared = {
  token_format: z.enum(tokenFormats),
  signing_alg: z.enum(signingAlgorithms),
  open_to: z.enum(openings),
  may_exchange_for: z.array(z.string()),
};

/** An API as it is returned. */
export const apiSchema = z
  .strictObject({
    resource: z.string(),
    name: z.string(),
    scopes: z.array(scopeSchema),
    ...shared,
    roles: z.record(z.string(), z.string()).meta({ description: "The role that each group gives." }),
    token_lifetime_seconds: z.int().nullable().meta({ description: "Null for the default of the format." }),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "Api" });

/** The same, with the clients and APIs that name it. */
export const mentionedSchema = z
  .strictObject({
    ...apiSchema.shape,
    clients: z.array(z.strictObject({ client_id: z.string(), name: z.string() })),
    exchanged_from: z.array(z.string()),
  })
  .meta({ id: "MentionedApi" });

const changes = {
  token_format: shared.token_format.optional(),
  token_lifetime_seconds: z.int().min(60).max(86_400).nullable().optional(),
  signing_alg: shared.signing_alg.optional(),
  open_to: shared.open_to.optional(),
  may_exchange_for: z.array(z.string().max(1_000)).max(100).optional(),
  roles: z.record(z.string().min(1).max(200), z.string().min(1).max(100)).optional().meta({
    description: "The role that each group gives: the claim `roles` of JWTs. Replaces all of them.",
  }),
};
const name = z.string().min(1).max(200);
/** The content that changes an API. */
export const changesSchema = z.strictObject({ name: name.optional(), ...changes }).meta({ id: "ApiChanges" });

/** The content that registers an API. */
export const newApiSchema = z
  .strictObject({
    resource: z.string().min(1).max(1_000),
    name,
    scopes: z.array(newScopeSchema).max(100).optional(),
    ...changes,
  })
  .meta({ id: "NewApi" });
