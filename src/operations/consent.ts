import { z } from "zod";
import { findAccount } from "../flows/operator/account.ts";
import { consentProblems, listConsentsOf, withdrawConsentOf } from "../flows/operator/consent.ts";
import { consentRecord } from "../flows/operator/consent-record.ts";
import { ok } from "../values/result.ts";
import { type Operation, operation } from "./operation.ts";
import { termsOf } from "./precondition.ts";
import { refused } from "./problem.ts";
import { clientId, person, time } from "./schema.ts";
import { userParams } from "./user.ts";

const noun = "Consents";

const consentSchema = z
  .strictObject({
    client_id: z.string(),
    client_name: z.string().nullable().meta({ description: "Null if the client has been deleted." }),
    scope: z.array(z.string()),
    granted_at: time,
  })
  .meta({ id: "Consent" });

/** The operations about what people allowed to clients of third parties. */
export const consentOperations: readonly Operation[] = [
  operation({
    id: "listConsents",
    method: "get",
    path: "/users/{user}/consents",
    noun,
    scope: "users:read",
    summary: "A person's consents, newest first",
    params: userParams,
    status: 200,
    answer: z.strictObject({ items: z.array(consentSchema) }).meta({ id: "Consents" }),
    run: async ({ registry, params }) => {
      const account = await findAccount(registry.accounts, params.user);
      if (account === undefined) return refused(consentProblems, { kind: "unknown-account" });
      const consents = await listConsentsOf(registry, account);
      return ok({ body: { items: consents.map(consentRecord) } });
    },
  }),
  operation({
    id: "withdrawConsent",
    method: "delete",
    path: "/users/{user}/consents/{client_id}",
    noun,
    scope: "users:write",
    summary: "Withdraws a person's consent to a client and revokes its tokens for that person",
    params: z.object({ user: person, client_id: clientId }),
    status: 204,
    problems: ["conflict"],
    run: async (call) => {
      const { user, client_id } = call.params;
      const withdrawn = await withdrawConsentOf(call.registry, user, client_id, termsOf(call));
      return withdrawn.ok ? ok({}) : refused(consentProblems, withdrawn.reason);
    },
  }),
];
