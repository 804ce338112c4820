import { z } from "zod";
import { auditorWithReason } from "../flows/audit.ts";
import { ok, type Result } from "../values/result.ts";
import { applyState, type Change, exportState, planState } from "./declared/plan.ts";
import { type DeclaredState, itemsMax, sections, stateSchema } from "./declared/schema.ts";
import { etagOf, matches } from "./etag.ts";
import { operation } from "./operation.ts";
import { type Problem, problem } from "./problem.ts";

const noun = "Declared state";

const wanted = {
  state: stateSchema,
  prune: z.boolean().optional().meta({
    description: "Removes what is not declared, in those parts of the state that are present, except people.",
  }),
  prune_users: z.boolean().optional().meta({
    description: "Deletes people who are not declared, if the state has `users`.",
  }),
};

const changeSchema = z
  .strictObject({
    section: z.enum(sections),
    name: z.string(),
    act: z.enum(["create", "update", "delete"]),
    members: z.array(
      z.strictObject({
        member: z.string(),
        from: z.unknown().meta({ description: "Null for the default." }),
        to: z.unknown().meta({ description: "Null for the default." }),
      }),
    ),
    secret: z.boolean().meta({ description: "True if its secret is replaced by the declared one." }),
    made_secret: z
      .string()
      .optional()
      .meta({ description: "A secret that was made. Returned only in the response that creates it." }),
  })
  .meta({ id: "StateChange" });

const answer = z
  .strictObject({ items: z.array(changeSchema).meta({ description: "Empty if everything is as declared." }) })
  .meta({ id: "StateChanges" });

/** The operations about the state that operators declare in files. */
export const stateOperations = [
  operation({
    id: "exportState",
    method: "get",
    path: "/state",
    noun,
    scope: "settings:read",
    command: "export config",
    summary: "Everything that can be declared, as `applyState` takes it, without secrets",
    description:
      "It has the parts that the caller may read: `groups` needs `groups:read`. People are in it only if they are asked for.",
    query: z.strictObject({
      users: z.enum(["true", "false"]).optional().meta({ description: "true: with people." }),
    }),
    status: 200,
    answer: stateSchema,
    problems: ["conflict"],
    run: async (call) => {
      const withUsers = call.query.users === "true";
      const { audit, auditTrail } = call.registry;
      // Before any data is output, as for every export of people.
      if (withUsers)
        await auditTrail.append([audit.entry("users-exported", undefined, { withHashes: false })]);
      const state = await exportState(call, { withUsers });
      if ((state.users?.length ?? 0) > itemsMax)
        return problem(
          "conflict",
          `There are more than ${itemsMax} people, and a state declares no more. \`latchkey export users\` writes all of them.`,
        );
      // What an older release stored may break a rule of this one, and is returned all the same.
      return ok({ body: state as DeclaredState });
    },
  }),
  operation({
    id: "planState",
    method: "post",
    path: "/plan",
    noun,
    scope: "settings:read",
    summary: "Says what `applyState` would do with the same content, and changes nothing",
    description: "It needs the rights that `applyState` needs.",
    body: z.strictObject(wanted).meta({ id: "WantedState" }),
    status: 200,
    answer,
    hasTag: true,
    problems: ["conflict"],
    run: async (call) => answerOf(await planState(call, wantedOf(call.body))),
  }),
  operation({
    id: "applyState",
    method: "post",
    path: "/apply",
    noun,
    scope: "settings:read",
    summary: "Brings the state to what is declared, and says what that changed",
    description:
      "Each part of the state needs the right to write it, such as `clients:write`, and whatever else the single operations need. Members that are not named get their defaults, except secrets, which stay. With `If-Match`, it is refused unless its plan still has that entity tag.",
    body: z
      .strictObject({
        ...wanted,
        reason: z
          .string()
          .min(1)
          .max(300)
          .optional()
          .meta({ description: "Why, such as the id of a commit: each entry of the audit trail names it." }),
      })
      .meta({ id: "StateToApply" }),
    status: 200,
    answer,
    isConditional: true,
    problems: ["conflict"],
    run: async (call) => {
      const { registry, body, ifMatch } = call;
      const desk = {
        ...call,
        registry: { ...registry, audit: auditorWithReason(registry.audit, body.reason) },
      };
      const isSeen = (planned: readonly Change[]) =>
        ifMatch === undefined || matches(ifMatch, etagOf(planned));
      return answerOf(await applyState(desk, wantedOf(body), isSeen));
    },
  }),
] as const;

function wantedOf({
  state,
  prune = false,
  prune_users: prunesUsers = false,
}: {
  readonly state: z.output<typeof stateSchema>;
  readonly prune?: boolean | undefined;
  readonly prune_users?: boolean | undefined;
}) {
  return { state, prune, prunesUsers };
}

function answerOf(changes: Result<readonly Change[], Problem>) {
  if (!changes.ok) return changes;
  const items = changes.value.map(({ made, index: _, ...change }) => ({
    ...change,
    ...(made !== undefined && { made_secret: made }),
  }));
  return ok({ body: { items }, etag: etagOf(changes.value) });
}
