import { z } from "zod";
import {
  type AccessProblem,
  accessProblems,
  explainAccess,
  explainAccount,
} from "../flows/operator/why-access.ts";
import {
  accessRecord,
  accountReasonsRecord,
  refusalRecord,
  tokenReasonsRecord,
} from "../flows/operator/why-record.ts";
import { explainRefusedRequest } from "../flows/operator/why-refusal.ts";
import { explainToken } from "../flows/operator/why-token.ts";
import { ok } from "../values/result.ts";
import { type Call, type Operation, operation } from "./operation.ts";
import { lackingScope, notFound, refused } from "./problem.ts";
import { clientId, person, time } from "./schema.ts";

const noun = "Why";

const rule = z
  .strictObject({
    rule: z.string(),
    outcome: z.enum(["passes", "asks", "blocks", "unreached"]).meta({
      description:
        "`asks`: the person is shown a page and can go on. `blocks`: nobody gets past it until something changes. `unreached`: a rule before it decided.",
    }),
    value: z.string().meta({ description: "What the rule decided on, in words." }),
    command: z
      .string()
      .nullable()
      .meta({ description: "The command that changes the outcome; null where there is none." }),
  })
  .meta({ id: "Rule" });

/** Whether an account can open an application. */
export const accessSchema = z
  .strictObject({
    user_id: z.string(),
    username: z.string(),
    client_id: z.string(),
    opens: z.boolean().meta({ description: "True if no rule blocks." }),
    rules: z.array(rule),
  })
  .meta({ id: "Access" });

const accountSchema = z
  .strictObject({ user_id: z.string(), username: z.string(), rules: z.array(rule) })
  .meta({ id: "AccountReasons" });

const tokenSchema = z
  .strictObject({
    live: z.boolean(),
    client_id: z.string().nullable(),
    user_id: z.string().nullable(),
    rules: z.array(rule),
  })
  .meta({ id: "TokenReasons" });

const refusalSchema = z
  .strictObject({
    request_id: z.string(),
    at: time,
    act: z.string(),
    source: z
      .enum(["audit", "memory", "log"])
      .meta({ description: "Where it was found: the audit trail, the memory of this process, or a log." }),
    reason: z.string().nullable(),
    sentence: z.string(),
    command: z.string().nullable(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    access: accessSchema.nullable().meta({
      description:
        "What stands now between the person and the application. Null if one of them is unknown, or without `users:read`. With `clients:read`, it names the groups and the rule of the application.",
    }),
  })
  .meta({ id: "Refusal" });

/** The question about a path of a protected application. */
export const pathIn = z.string().min(1).max(500).meta({
  description:
    "A path of an application that a proxy protects, or a whole address at one of its hosts; at its first host if it is only a path.",
  example: "/admin",
});
export const methodIn = z
  .string()
  .min(1)
  .max(32)
  .meta({ description: "The method of the request at `path`; GET if absent.", example: "POST" });

/** Refuses a question about access. What is wrong with a path is wrong with a parameter. */
export function refusedAccess(reason: AccessProblem) {
  return reason.kind === "path-unreadable"
    ? refused(accessProblems, reason, {
        parameter: reason.problem === "method-malformed" ? "method" : "path",
      })
    : refused(accessProblems, reason);
}

/** The operations that explain decisions. They change nothing. */
export const whyOperations: readonly Operation[] = [
  operation({
    id: "explainAccess",
    method: "get",
    path: "/why/access/{user}/{client_id}",
    noun,
    scope: "users:read",
    command: "why",
    summary: "Whether an account can open an application, rule by rule",
    description:
      "The rules stand in the order in which they decide. A rule that blocks does not hide those after it. With `clients:read`, the answer names the groups that the application is open to. `path` also needs `clients:read`, because the answer shows the rule for it.",
    params: z.object({ user: person, client_id: clientId }),
    query: z.strictObject({ path: pathIn.optional(), method: methodIn.optional() }),
    status: 200,
    answer: accessSchema,
    run: async ({ registry, operator, params: { user: who, client_id: clientId }, query }) => {
      if (query.path !== undefined && !operator.scopes.has("clients:read"))
        return lackingScope("clients:read");
      const explained = await explainAccess(registry, { who, clientId, ...query }, operator);
      return explained.ok ? ok({ body: accessRecord(explained.value) }) : refusedAccess(explained.reason);
    },
  }),
  operation({
    id: "explainAccount",
    method: "get",
    path: "/why/accounts/{user}",
    noun,
    scope: "users:read",
    command: "why",
    summary: "Whether an account can be used, and whether mail reaches its owner",
    description:
      "The rule `mail` knows of messages that came back only if they are recorded, by `latchkey mail bounced`.",
    params: z.object({ user: person }),
    status: 200,
    answer: accountSchema,
    run: async ({ registry, params }) => {
      const explained = await explainAccount(registry, params.user);
      return explained.ok
        ? ok({ body: accountReasonsRecord(explained.value) })
        : refusedAccess(explained.reason);
    },
  }),
  operation({
    id: "explainToken",
    method: "post",
    path: "/why/token",
    noun,
    scope: "tokens:read",
    command: "why",
    summary: "Whether a token works, rule by rule, and what ended it",
    description:
      "With `audit:read`, the answer names the entry of the audit trail that ended it; with `users:read`, the groups of the person; with `clients:read`, those that the application is open to.",
    body: z
      .strictObject({
        token: z.string().min(1).max(8_192),
        resource: z
          .string()
          .min(1)
          .max(2_000)
          .optional()
          .meta({ description: "The API that the token was sent to." }),
      })
      .meta({ id: "TokenQuestion" }),
    status: 200,
    answer: tokenSchema,
    run: async ({ registry, operator, body }) =>
      ok({ body: tokenReasonsRecord(await explainToken(registry, body, operator)) }),
  }),
  operation({
    id: "explainRefusal",
    method: "get",
    path: "/why/refusals/{request_id}",
    noun,
    scope: "audit:read",
    command: "why",
    summary: "What was refused in a request, and which rule decided",
    description:
      "The id stands on the page that the person saw, in the log and in the audit trail. Refusals that strangers can cause at will are not in the trail: the process that answered remembers its last 500 of them.",
    params: z.object({ request_id: z.string().min(1).max(100) }),
    status: 200,
    answer: refusalSchema,
    run: async (call) => {
      const report = await findRefusal(call, call.params.request_id);
      return report === undefined ? notFound("refusal") : ok({ body: refusalRecord(report) });
    },
  }),
];

/** Finds a refusal in the audit trail or the memory of this process, as far as the operator may know it. */
export function findRefusal(
  { registry, administration, operator }: Pick<Call, "registry" | "administration" | "operator">,
  requestId: string,
) {
  const recent = administration.refusals.find(requestId);
  return explainRefusedRequest(registry, requestId, {
    noted: recent && { ...recent, source: "memory" },
    by: operator,
  });
}
