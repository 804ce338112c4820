import { z } from "zod";
import { purposesInUse, reportKeys, rotateKeys } from "../flows/operator/key.ts";
import { keyRecord } from "../flows/operator/key-record.ts";
import { signingAlgorithms } from "../protocol/jwk.ts";
import { isLastingPurpose, symmetricPurposes } from "../values/key-purpose.ts";
import { ok } from "../values/result.ts";
import { operation } from "./operation.ts";
import { time } from "./schema.ts";

const noun = "Keys";

const signing = signingAlgorithms.map((algorithm) => `sign-${algorithm}` as const);
const rotating = symmetricPurposes.filter((purpose) => !isLastingPurpose(purpose));
const rotatingPurpose = z.enum([...rotating, ...signing] as (typeof rotating)[number][]);

/** A key, without its secret part. */
export const keySchema = z
  .strictObject({
    key_id: z.string(),
    purpose: z.string(),
    state: z
      .string()
      .meta({ description: "What the key is used for now, such as signs, seals, opens or verifies." }),
    created_at: time,
    retired_at: time.nullable(),
  })
  .meta({ id: "Key" });

const keysSchema = z.strictObject({ items: z.array(keySchema) }).meta({ id: "Keys" });

/** The operations about the keyring. No key leaves the service. */
export const keyOperations = [
  operation({
    id: "listKeys",
    method: "get",
    path: "/keys",
    noun,
    scope: "keys:read",
    command: "key list",
    summary: "All keys without their secret parts, newest first",
    status: 200,
    answer: keysSchema,
    run: async ({ administration, registry }) =>
      ok({ body: { items: reportKeys(administration.keys, registry.clock.now()).map(keyRecord) } }),
  }),
  operation({
    id: "rotateKeys",
    method: "post",
    path: "/keys/rotate",
    noun,
    scope: "keys:write",
    command: "key rotate",
    summary: "Makes new keys and returns them without their secret parts",
    body: z
      .strictObject({
        purpose: rotatingPurpose.optional().meta({
          description: "Rotates only the key for this purpose; by default, every key that rotates.",
        }),
        discard_old: z.boolean().optional().meta({
          description:
            "For keys that may have leaked: everything that older keys sealed or signed becomes invalid, including codes, open forms and refresh tokens.",
        }),
      })
      .meta({ id: "KeyRotation" }),
    status: 200,
    answer: keysSchema,
    run: async ({ administration: { keys }, registry, body }) => {
      const rotated = await rotateKeys(keys, {
        purposes: body.purpose === undefined ? purposesInUse(keys) : [body.purpose],
        discardsOlder: body.discard_old ?? false,
        now: registry.clock.now(),
        audit: registry.audit,
      });
      return ok({ body: { items: rotated.map(keyRecord) } });
    },
  }),
] as const;
