import { z } from "zod";
import { type CredentialProblem, credentialProblems } from "../flows/operator/credential-problem.ts";
import { passkeyRecord, recoveryCodesRecord, totpRecord } from "../flows/operator/credential-record.ts";
import { listPasskeysOf, removePasskeyOf } from "../flows/operator/passkey.ts";
import {
  type FactorRegistry,
  type FactorsOfPerson,
  listFactorsOf,
  removeRecoveryCodesOf,
  removeTotpOf,
} from "../flows/operator/second-factor.ts";
import { ok, type Result } from "../values/result.ts";
import { type AnswerOf, operation } from "./operation.ts";
import { refused } from "./problem.ts";
import { person, time } from "./schema.ts";
import { openAccount, userParams } from "./user.ts";

const noun = "Credentials";

const passkeySchema = z
  .strictObject({
    passkey_id: z.string(),
    user_id: z.string(),
    name: z.string(),
    aaguid: z.string().nullable().meta({ description: "The model of the authenticator." }),
    backup_eligible: z.boolean(),
    backed_up: z.boolean(),
    created_at: time,
    last_used_at: time.nullable(),
    counter_went_back_at: time.nullable(),
  })
  .meta({ id: "Passkey" });

const passkeysSchema = z.strictObject({ items: z.array(passkeySchema) }).meta({ id: "Passkeys" });

const totpSchema = z.strictObject({ user_id: z.string(), set_up_at: time.nullable() }).meta({ id: "Totp" });

const codesSchema = z
  .strictObject({ user_id: z.string(), left: z.int().min(0), made_at: time.nullable() })
  .meta({ id: "RecoveryCodes" });

/** The operations about what people prove themselves with. */
export const credentialOperations = [
  operation({
    id: "listPasskeys",
    method: "get",
    path: "/users/{user}/passkeys",
    noun,
    scope: "users:read",
    command: "user passkeys",
    summary: "The passkeys of a person, oldest first",
    params: userParams,
    status: 200,
    answer: passkeysSchema,
    run: async ({ registry, params }) => {
      const found = await listPasskeysOf(registry, params.user);
      return found.ok
        ? ok({ body: { items: found.value.passkeys.map(passkeyRecord) } })
        : refused(credentialProblems, { kind: found.reason });
    },
  }),
  operation({
    id: "removePasskey",
    method: "delete",
    path: "/users/{user}/passkeys/{passkey_id}",
    noun,
    scope: "users:write",
    command: "user passkeys",
    summary: "Removes a passkey, for example after a device was lost, and notifies the person",
    params: z.object({ user: person, passkey_id: z.string().min(1).max(2_000) }),
    status: 204,
    run: async (call) => {
      const found = await openAccount(call);
      if (!found.ok) return found;
      const removed = await removePasskeyOf(call.registry, found.value.id, call.params.passkey_id);
      return removed.ok ? ok({}) : refused(credentialProblems, { kind: removed.reason });
    },
  }),
  ...factorOperations({
    path: "/users/{user}/totp",
    ids: ["getTotp", "removeTotp"],
    command: "user totp",
    what: "The authenticator app of a person",
    schema: totpSchema,
    record: totpRecord,
    remove: removeTotpOf,
    none: "no-totp",
  }),
  ...factorOperations({
    path: "/users/{user}/recovery-codes",
    ids: ["getRecoveryCodes", "removeRecoveryCodes"],
    command: "user recovery-codes",
    what: "How many recovery codes a person has left",
    schema: codesSchema,
    record: recoveryCodesRecord,
    remove: removeRecoveryCodesOf,
    none: "no-recovery-codes",
  }),
] as const;

interface Factor<Get extends string, Remove extends string, Schema extends z.ZodObject> {
  readonly path: string;
  readonly ids: readonly [get: Get, remove: Remove];
  readonly command: string;
  readonly what: string;
  readonly schema: Schema;
  readonly record: (person: FactorsOfPerson) => AnswerOf<Schema>;
  readonly remove: (registry: FactorRegistry, person: FactorsOfPerson) => Promise<Result<void, "none">>;
  readonly none: Exclude<CredentialProblem["kind"], "unknown-account" | "unknown-passkey">;
}

function factorOperations<Get extends string, Remove extends string, Schema extends z.ZodObject>({
  path,
  ids,
  command,
  what,
  schema,
  record,
  remove,
  none,
}: Factor<Get, Remove, Schema>) {
  const shared = { path, noun, command, params: userParams } as const;
  return [
    operation({
      ...shared,
      id: ids[0],
      method: "get",
      scope: "users:read",
      summary: what,
      status: 200,
      answer: schema,
      run: async ({ registry, params }) => {
        const found = await listFactorsOf(registry, params.user);
        return found.ok
          ? ok({ body: record(found.value) })
          : refused(credentialProblems, { kind: found.reason });
      },
    }),
    operation({
      ...shared,
      id: ids[1],
      method: "delete",
      scope: "users:write",
      summary: "Removes them, for example after a phone was lost",
      status: 204,
      run: async (call) => {
        const opened = await openAccount(call);
        if (!opened.ok) return opened;
        const found = await listFactorsOf(call.registry, opened.value.id);
        if (!found.ok) return refused(credentialProblems, { kind: found.reason });
        const removed = await remove(call.registry, found.value);
        const { username } = found.value.account;
        return removed.ok ? ok({}) : refused(credentialProblems, { kind: none, username });
      },
    }),
  ] as const;
}
