import { z } from "zod";
import { upstreamKinds } from "../protocol/upstream/upstream.ts";
import { time } from "./schema.ts";

/** A provider as it is returned. */
export const upstreamSchema = z
  .strictObject({
    upstream: z.string(),
    kind: z.enum(upstreamKinds),
    issuer: z.string(),
    client_id: z.string(),
    callback_uri: z.string().meta({ format: "uri", description: "To be registered at the provider." }),
    display_name: z.string(),
    domains: z.array(z.string()),
    trust_email: z.boolean(),
    create_accounts: z.boolean(),
    group_claim: z.string().nullable(),
    group_map: z.record(z.string(), z.string()),
    disabled: z.boolean(),
    people: z.int().min(0).meta({ description: "How many people are linked to it." }),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "Upstream" });

/** The same, with the result of checking the provider itself. */
export const checkedSchema = z
  .strictObject({
    ...upstreamSchema.shape,
    problem: z
      .string()
      .nullable()
      .meta({ description: "Why it does not work as configured; null if it works." }),
  })
  .meta({ id: "CheckedUpstream" });

const text = z.string().min(1).max(1_000);
const changes = {
  client_id: text.optional(),
  secret: z.string().min(1).max(10_000).optional().meta({
    description: "The client secret, or for Apple the text of the private key. It is never returned.",
    format: "password",
  }),
  display_name: text.optional().meta({ description: "The label of the sign-in button." }),
  domains: z.array(z.string().max(300)).max(200).optional(),
  trust_email: z.boolean().optional(),
  create_accounts: z.boolean().optional(),
  group_claim: text
    .nullable()
    .optional()
    .meta({ description: "The provider's claim that lists a person's groups." }),
  group_map: z
    .record(z.string().max(200), z.string().max(100))
    .optional()
    .meta({ description: "Maps the provider's groups to groups here; replaces the mapping." }),
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
      .meta({ description: "The name in its callback URI; the kind by default." }),
    issuer: text.optional(),
    tenant: text.optional().meta({ description: "Microsoft only: the tenant id, or consumers." }),
    team_id: text.optional().meta({ description: "Apple only." }),
    key_id: text.optional().meta({ description: "Apple only." }),
    check: z
      .boolean()
      .optional()
      .meta({ description: "If false, the provider is added without checking its metadata." }),
    ...changes,
  })
  .meta({ id: "NewUpstream" });

/** The content that changes a provider. */
export const changesSchema = z.strictObject(changes).meta({ id: "UpstreamChanges" });
