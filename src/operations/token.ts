import { z } from "zod";
import { inspectToken, revocationProblems, revokeTokens } from "../flows/operator/token.ts";
import { revokedRecord, tokenRecord } from "../flows/operator/token-record.ts";
import type { Actor } from "../protocol/token/jwt-access-token.ts";
import { ok } from "../values/result.ts";
import { operation } from "./operation.ts";
import { termsOf } from "./precondition.ts";
import { refused } from "./problem.ts";
import { clientId, person } from "./schema.ts";

const noun = "Tokens";
const seconds = z.int().min(0);

const actor: z.ZodType<Actor> = z.looseObject({ sub: z.string() }).meta({
  id: "Actor",
  description: "The client that acts for the person, and inside it the one before (RFC 8693 §4.1).",
});

/** What is known about a token. */
export const tokenSchema = z
  .strictObject({
    active: z.boolean(),
    state: z.enum(["live", "expired", "revoked", "replaced", "unknown"]),
    kind: z.enum(["access_token", "refresh_token"]).optional(),
    token_type: z.enum(["Bearer", "DPoP", "N_A"]).optional(),
    client_id: z.string().optional(),
    sub: z.string().optional(),
    user_id: z.string().optional(),
    username: z.string().optional(),
    scope: z.string().optional(),
    aud: z.array(z.string()).optional(),
    cnf: z.strictObject({ jkt: z.string() }).optional(),
    act: actor.optional(),
    iat: seconds.optional(),
    exp: seconds.optional(),
  })
  .meta({ id: "TokenReport" });

const revokedSchema = z
  .strictObject({
    user_id: z.string().optional(),
    username: z.string().optional(),
    client_id: z.string().optional(),
    refresh_tokens: seconds.meta({
      description: "Refresh tokens, each with the access tokens issued from it.",
    }),
    access_tokens: seconds.meta({ description: "Other access tokens." }),
  })
  .meta({ id: "RevokedTokens" });

const ownersSchema = z
  .strictObject({ user: person.optional(), client_id: clientId.optional() })
  .meta({ id: "TokenOwners", description: "A person, a client, or both together." });

/** The operations about access tokens and refresh tokens. */
export const tokenOperations = [
  operation({
    id: "introspectToken",
    method: "post",
    path: "/tokens/introspect",
    noun,
    scope: "tokens:read",
    command: "token introspect",
    summary: "The kind and owner of a token, and whether it is active (RFC 7662 §2.2)",
    body: z.strictObject({ token: z.string().min(1).max(8_192) }).meta({ id: "PresentedToken" }),
    status: 200,
    answer: tokenSchema,
    run: async ({ registry, body }) => ok({ body: tokenRecord(await inspectToken(registry, body.token)) }),
  }),
  operation({
    id: "revokeTokens",
    method: "post",
    path: "/tokens/revoke",
    noun,
    scope: "tokens:write",
    command: "token revoke",
    summary: "Revokes the tokens of a person, of a client, or of a person at a client",
    body: ownersSchema,
    status: 200,
    answer: revokedSchema,
    problems: ["conflict"],
    run: async (call) => {
      const { user: who, client_id: clientId } = call.body;
      const revoked = await revokeTokens(call.registry, { who, clientId }, termsOf(call));
      return revoked.ok
        ? ok({ body: revokedRecord(revoked.value) })
        : refused(revocationProblems, revoked.reason);
    },
  }),
] as const;
