import { z } from "zod";
import { listAppPasswordsOf, revokeAppPasswordOf } from "../flows/operator/app-password.ts";
import { credentialProblems } from "../flows/operator/credential-problem.ts";
import {
  appPasswordRecord,
  passkeyRecord,
  recoveryCodesRecord,
  totpRecord,
} from "../flows/operator/credential-record.ts";
import { listPasskeysOf, removePasskeyOf } from "../flows/operator/passkey.ts";
import {
  type FactorsOfPerson,
  listFactorsOf,
  removeRecoveryCodesOf,
  removeTotpOf,
} from "../flows/operator/second-factor.ts";
import { ok } from "../values/result.ts";
import { type AnswerOf, operation } from "./operation.ts";
import { termsOf } from "./precondition.ts";
import { refused } from "./problem.ts";
import { person, time } from "./schema.ts";
import { userParams } from "./user.ts";

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

const appPasswordSchema = z
  .strictObject({
    app_password_id: z.string(),
    user_id: z.string(),
    name: z.string(),
    client_id: z.string().meta({ description: "The application that it opens." }),
    client_name: z.string(),
    created_at: time,
    last_used_at: time.nullable().meta({ description: "May be up to five minutes behind." }),
  })
  .meta({ id: "AppPassword" });

const appPasswordsSchema = z.strictObject({ items: z.array(appPasswordSchema) }).meta({ id: "AppPasswords" });

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
        : refused(credentialProblems, found.reason);
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
    problems: ["conflict"],
    run: async (call) => {
      const { user, passkey_id } = call.params;
      const removed = await removePasskeyOf(call.registry, user, passkey_id, termsOf(call));
      return removed.ok ? ok({}) : refused(credentialProblems, removed.reason);
    },
  }),
  operation({
    id: "listAppPasswords",
    method: "get",
    path: "/users/{user}/app-passwords",
    noun,
    scope: "users:read",
    command: "user app-passwords",
    summary: "The app passwords of a person that work, oldest first",
    params: userParams,
    status: 200,
    answer: appPasswordsSchema,
    run: async ({ registry, params }) => {
      const found = await listAppPasswordsOf(registry, params.user);
      return found.ok
        ? ok({ body: { items: found.value.appPasswords.map(appPasswordRecord) } })
        : refused(credentialProblems, found.reason);
    },
  }),
  operation({
    id: "revokeAppPassword",
    method: "delete",
    path: "/users/{user}/app-passwords/{app_password_id}",
    noun,
    scope: "users:write",
    command: "user app-passwords",
    summary: "Revokes an app password; from the next check on it opens nothing",
    params: z.object({ user: person, app_password_id: z.string().min(1).max(100) }),
    status: 204,
    problems: ["conflict"],
    run: async (call) => {
      const { user, app_password_id } = call.params;
      const revoked = await revokeAppPasswordOf(call.registry, user, app_password_id, termsOf(call));
      return revoked.ok ? ok({}) : refused(credentialProblems, revoked.reason);
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
  }),
  ...factorOperations({
    path: "/users/{user}/recovery-codes",
    ids: ["getRecoveryCodes", "removeRecoveryCodes"],
    command: "user recovery-codes",
    what: "How many recovery codes a person has left",
    schema: codesSchema,
    record: recoveryCodesRecord,
    remove: removeRecoveryCodesOf,
  }),
] as const;

interface Factor<Get extends string, Remove extends string, Schema extends z.ZodObject> {
  readonly path: string;
  readonly ids: readonly [get: Get, remove: Remove];
  readonly command: string;
  readonly what: string;
  readonly schema: Schema;
  readonly record: (person: FactorsOfPerson) => AnswerOf<Schema>;
  readonly remove: typeof removeTotpOf;
}

function factorOperations<Get extends string, Remove extends string, Schema extends z.ZodObject>({
  path,
  ids,
  command,
  what,
  schema,
  record,
  remove,
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
        return found.ok ? ok({ body: record(found.value) }) : refused(credentialProblems, found.reason);
      },
    }),
    operation({
      ...shared,
      id: ids[1],
      method: "delete",
      scope: "users:write",
      summary: "Removes them, for example after a phone was lost",
      status: 204,
      problems: ["conflict"],
      run: async (call) => {
        const removed = await remove(call.registry, call.params.user, termsOf(call));
        return removed.ok ? ok({}) : refused(credentialProblems, removed.reason);
      },
    }),
  ] as const;
}
