import { z } from "zod";
import { groupAdministratorsMax } from "../../identity/group.ts";
import { newApiSchema } from "../api-schema.ts";
import { newClientSchema } from "../client-schema.ts";
import { newGroupSchema } from "../group.ts";
import { newUpstreamSchema } from "../upstream-schema.ts";
import { newUserSchema } from "../user-schema.ts";
import { newWebhookSchema } from "../webhook-schema.ts";

/** The parts of a declared state, in the order in which they are applied: later ones name earlier ones. */
export const sections = ["groups", "apis", "upstreams", "clients", "webhooks", "users"] as const;

/** The name of a part. */
export type Section = (typeof sections)[number];

/** Shorter client secrets were chosen by people, and a digest would not protect them. */
const clientSecretLengthMin = 24;
/** The most things of a part. */
export const itemsMax = 10_000;

const disabled = z.boolean().optional();
const { check: _, secret: __, ...ofUpstream } = newUpstreamSchema.shape;
const { password: ___, ...ofUser } = newUserSchema.shape;

/** The schemas of a declared state, made of those that the operations take. `secretOf` says how a secret is written. */
function sectionsOf(secretOf: (clear: z.ZodString) => z.ZodType<string>) {
  const clientSecret = z.string().min(clientSecretLengthMin).max(1_000);
  const upstreamSecret = z.string().min(1).max(10_000);
  return {
    groups: listOf(
      z.strictObject({
        ...newGroupSchema.shape,
        administrators: z.array(z.string().min(1).max(320)).max(groupAdministratorsMax).optional().meta({
          description:
            "The people who may change who is in it, by username. Without it, they stay as they are.",
        }),
      }),
    ),
    apis: listOf(newApiSchema),
    upstreams: listOf(
      z.strictObject({
        ...ofUpstream,
        upstream: z.string().min(1).max(100).meta({ description: "The name in its callback URI." }),
        secret: secretOf(upstreamSecret).optional().meta({
          description:
            "The client secret, or for Apple the text of the private key. Without it, the secret stays.",
        }),
      }),
    ),
    clients: listOf(
      z.strictObject({
        client_id: z
          .string()
          .min(1)
          .max(64)
          .meta({ description: "The `client_id`, chosen by the operator." }),
        ...newClientSchema.shape,
        secret: secretOf(clientSecret).optional().meta({
          description:
            "The client secret. Without it, a new client gets a secret that is shown once, and that of an existing one stays.",
        }),
        disabled: disabled.meta({ description: "All its requests are refused." }),
      }),
    ),
    webhooks: listOf(
      z.strictObject({
        ...newWebhookSchema.shape,
        disabled: disabled.meta({ description: "Nothing is sent." }),
      }),
    ),
    users: listOf(
      z.strictObject({
        ...ofUser,
        email_verified: z.literal(false).optional().meta({
          description: "False if nobody vouches for the address. One that was verified since stays verified.",
        }),
        disabled: disabled.meta({ description: "Nobody signs in to it." }),
      }),
    ),
  } as const;
}

function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).max(itemsMax).optional();
}

/** What a reference to a secret looks like in a file. */
const reference = /^(?:env:[A-Za-z_][A-Za-z0-9_]{0,199}|file:[^\0]{1,1000})$/;

/** A declared state that contains its secrets, as the admin API takes it. A reference there would be stored as the secret itself. */
export const stateSchema = z
  .strictObject(
    sectionsOf((clear) =>
      clear.refine(
        (text) => !reference.test(text),
        "References are read by latchkey apply alone. Send the secret itself.",
      ),
    ),
  )
  .meta({ id: "DeclaredState" });

/** A declared state. */
export type DeclaredState = z.output<typeof stateSchema>;

/** One declared thing of a part. */
export type Declared<Name extends Section> = NonNullable<DeclaredState[Name]>[number];

/** A declared state in a file: secrets are references. */
export const stateFileSchema = z.strictObject(
  sectionsOf(() =>
    z
      .string()
      .regex(
        reference,
        "A secret never stands in the file. Write env:NAME for an environment variable, or file:PATH for a file.",
      ),
  ),
);

/** The JSON schema of such a file, for completion in editors. */
export function stateFileJsonSchema(): object {
  return {
    ...z.toJSONSchema(stateFileSchema, { io: "input", target: "draft-7" }),
    title: "The declared state of a Latchkey installation",
  };
}
