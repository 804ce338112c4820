import { z } from "@hono/zod-openapi";
import { upstreamKinds } from "../../protocol/upstream/upstream.ts";
import { time } from "./schema.ts";

/** A provider as it is answered. */
export const upstreamSchema = z
  .strictObject({
    upstream: z.string(),
    kind: z.enum(upstreamKinds),
    issuer: z.string(),
    client_id: z.string(),
    callback_uri: z.string().openapi({ format: "uri", description: "To be registered at the provider." }),
    display_name: z.string(),
    domains: z.array(z.string()),
    trust_email: z.boolean(),
    create_accounts: z.boolean(),
    group_claim: z.string().nullable(),
    group_map: z.record(z.string(), z.string()),
    disabled: z.boolean(),
    people: z.int().min(0).openapi({ description: "How many people are linked to it." }),
    created_at: time,
    updated_at: time,
  })
  .openapi("Upstream");

/** The same after a look at the provider itself. */
export const checkedSchema = z
  .strictObject({
    ...upstreamSchema.shape,
    problem: z
      .string()
      .nullable()
      .openapi({ description: "Why it cannot be used as it is set up; null where it can." }),
  })
  .openapi("CheckedUpstream");

const text = z.string().min(1).max(1_000);
const changes = {
  client_id: text.optional(),
  secret: z.string().min(1).max(10_000).optional().openapi({
    description: "The client secret, or for Apple the text of the private key. It is never answered.",
    format: "password",
  }),
  display_name: text.optional().openapi({ description: "What the button says." }),
  domains: z.array(z.string().max(300)).max(200).optional(),
  trust_email: z.boolean().optional(),
  create_accounts: z.boolean().optional(),
  group_claim: text
    .nullable()
    .optional()
    .openapi({ description: "The claim that lists people's groups there." }),
  group_map: z
    .record(z.string().max(200), z.string().max(100))
    .optional()
    .openapi({ description: "Which group there is which group here; replaces the mapping." }),
  disabled: z.boolean().optional(),
};

/** The content that adds a provider. */
export const newUpstreamSchema = z
  .strictObject({
    kind: z.enum(upstreamKinds),
    upstream: z
      .string()
      .max(100)
      .optional()
      .openapi({ description: "A word for its callback; the kind unless named." }),
    issuer: text.optional(),
    tenant: text.optional().openapi({ description: "Microsoft: the id of the tenant, or consumers." }),
    team_id: text.optional().openapi({ description: "Apple." }),
    key_id: text.optional().openapi({ description: "Apple." }),
    check: z
      .boolean()
      .optional()
      .openapi({ description: "False: the provider is not asked whether this is right." }),
    ...changes,
  })
  .openapi("NewUpstream");

/** The content that changes a provider. */
export const changesSchema = z.strictObject(changes).openapi("UpstreamChanges");
