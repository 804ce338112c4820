import { z } from "zod";
import { actOnPeople, type BulkAct, type BulkOutcome } from "../flows/operator/bulk.ts";
import { findGroup, groupProblems } from "../flows/operator/group.ts";
import type { AdminScope } from "../protocol/api/admin-scopes.ts";
import { languages } from "../protocol/language.ts";
import { ok, type Result } from "../values/result.ts";
import { strengths } from "../values/strength.ts";
import { type Call, operation } from "./operation.ts";
import { pageAnswer, readQuery } from "./page.ts";
import { lackingScope, type Problem, problem, refused } from "./problem.ts";
import { listQuery, person } from "./schema.ts";
import { filterContent, readFilter, readPersonPosition, writePersonPosition } from "./user-filter.ts";

const noun = "Acts on many people";

const querySchema = z.strictObject(listQuery);

/** The number of people that one request may name. */
export const namedMax = 200;

const targetMembers = {
  users: z
    .array(person)
    .min(1)
    .max(namedMax)
    .optional()
    .meta({ description: "These people, by user id, username or e-mail address; instead of a filter." }),
  ...filterContent,
  dry_run: z.boolean().optional().meta({
    description: "Changes nothing; the answer says who would be affected and who would be refused.",
  }),
  expect: z
    .string()
    .regex(/^\d{1,9}-[\w-]{22}$/, "It is the `expect` of a dry run.")
    .optional()
    .meta({
      description:
        "The `expect` of a dry run with the same people, `limit` and `after`. If the act would not be done to exactly those who were due in it, it is refused with 412 and changes nobody.",
    }),
};

const language = z
  .enum(languages)
  .optional()
  .meta({ description: "The language of the mail, if the account has none; en by default." });

const outcomeSchema = z
  .strictObject({
    user: z
      .string()
      .meta({ description: "The person as they were named; the user id if a filter found them." }),
    user_id: z.string().nullable(),
    username: z.string().nullable(),
    outcome: z.enum(["done", "due", "unchanged", "refused"]).meta({
      description: "due, in a dry run: it would be done. unchanged: it was so already.",
    }),
    reason: z.string().nullable().meta({ description: "Why it was refused." }),
  })
  .meta({ id: "BulkOutcome" });

const answer = z
  .strictObject({
    items: z.array(outcomeSchema),
    next: z.string().nullable().meta({
      description: "The `after` of the next request with the same content; null if nobody is left.",
    }),
    expect: z.string().nullable().meta({
      description:
        "In a dry run, a text that stands for those who are due, for the `expect` of the act; otherwise null.",
    }),
  })
  .meta({ id: "BulkOutcomes" });

/** The ids of those to whom the act would be done. */
export function idsOfDue(items: readonly z.output<typeof outcomeSchema>[]): readonly string[] {
  return items.flatMap(({ outcome, user_id: id }) => (outcome === "due" && id !== null ? [id] : []));
}

const leavesSelfOut =
  "The operator who asks is refused: this would end their own sign-in before the act is over.";

/** The operations that do one act to many people. */
export const bulkOperations = [
  bulk("disable", {
    id: "disableUsers",
    summary: "Signs people out everywhere and prevents new sign-ins",
    description: leavesSelfOut,
    actOf: () => ({ kind: "disable" }),
  }),
  bulk("enable", {
    id: "enableUsers",
    summary: "Lets people sign in again",
    description: "People who locked their accounts are refused: a recovery link unlocks one.",
    actOf: () => ({ kind: "enable" }),
  }),
  bulk("sign-out", {
    id: "signUsersOut",
    scope: "sessions:write",
    summary: "Signs people out everywhere and revokes all their tokens",
    description: leavesSelfOut,
    actOf: () => ({ kind: "sign-out" }),
  }),
  bulk("require", {
    id: "requireOfUsers",
    summary: "Sets how strongly people prove who they are at every sign-in",
    members: { require: z.enum(strengths).meta({ description: "The strength; one asks for nothing." }) },
    actOf: ({ require }) => ({ kind: "require", strength: require }),
  }),
  bulk("add-to-group", {
    id: "addUsersToGroup",
    scope: "groups:write",
    summary: "Adds people to a group; applications see it at the next sign-in",
    members: { to_group: z.string().min(1).max(100).meta({ description: "The group, by name." }) },
    actOf: ({ to_group }) => ({ kind: "add-to-group", group: to_group.normalize("NFC") }),
  }),
  bulk("remove-from-group", {
    id: "removeUsersFromGroup",
    scope: "groups:write",
    summary: "Removes people from a group",
    members: { from_group: z.string().min(1).max(100).meta({ description: "The group, by name." }) },
    actOf: ({ from_group }) => ({ kind: "remove-from-group", group: from_group.normalize("NFC") }),
  }),
  bulk("recover", {
    id: "recoverUsers",
    summary: "Mails people a link with which they set a new password; it works once, for a day",
    description: "People without an e-mail address, or with one that nobody has verified, are refused.",
    members: { language },
    actOf: ({ language = "en" }) => ({ kind: "recover", language }),
  }),
  bulk("invite", {
    id: "inviteUsers",
    summary:
      "Mails people who never signed in a link with which they set a password; it works once, for a day",
    description: "People who have signed in before are refused.",
    members: { language },
    actOf: ({ language = "en" }) => ({ kind: "invite", language }),
  }),
] as const;

interface Described<Id extends string, Members extends z.ZodRawShape> {
  readonly id: Id;
  readonly scope?: AdminScope;
  readonly summary: string;
  readonly description?: string;
  /** The members of the content beside the people. */
  readonly members?: Members;
  readonly actOf: (body: z.output<z.ZodObject<Members>>) => BulkAct;
}

function bulk<const Id extends string, Members extends z.ZodRawShape = Record<never, never>>(
  word: BulkAct["kind"],
  { id, scope = "users:write", summary, description, members, actOf }: Described<Id, Members>,
) {
  const own = members ?? ({} as Members);
  const body = z.strictObject({ ...targetMembers, ...own });
  return operation({
    id,
    method: "post",
    path: `/bulk/users/${word}`,
    noun,
    scope,
    command: `people ${word}`,
    summary,
    description: [
      description,
      "Takes the people by name, or at least one member of a filter. Each person is an act of its own, with its own entry in the audit trail; a refusal does not stop the others. Also needs `users:read`.",
    ]
      .filter(Boolean)
      .join(" "),
    query: querySchema,
    body,
    status: 200,
    answer,
    problems: ["precondition-failed"],
    run: async (call) => {
      const said = call.body as z.output<typeof targetSchema> & z.output<z.ZodObject<Members>>;
      const ready = await readTarget(call, said);
      if (!ready.ok) return ready;
      const act = actOf(said);
      if ("group" in act && (await findGroup(call.registry.groups, act.group)) === undefined)
        return refused(
          groupProblems,
          { kind: "unknown-group", name: act.group },
          { at: Object.keys(own)[0] ?? "" },
        );
      const options = {
        isPreview: said.dry_run ?? false,
        terms: { by: call.operator },
        self: call.operator.account?.id,
        expect: said.expect,
      };
      const page = await actOnPeople(call.registry, act, ready.value, options);
      if (!page.ok)
        return problem(
          "precondition-failed",
          `${describeOtherPeople(said.expect, page.reason.found)} Make the dry run again, look at its people, and send its \`expect\`.`,
        );
      const answered = pageAnswer(page.value, outcomeRecord, writePersonPosition);
      if (!answered.ok) return answered;
      const { items, next } = answered.value.body;
      return ok({ body: { items, next, expect: options.isPreview ? page.value.expect : null } });
    },
  });
}

/** Says that an act would be done to other people than expected. */
export function describeOtherPeople(expected = "", found: string): string {
  const [then, now] = [Number.parseInt(expected, 10), Number.parseInt(found, 10)];
  return `Nothing was changed, because the act would no longer be done to the people of the dry run (${then} then, ${now} now).`;
}

const targetSchema = z.strictObject(targetMembers);

type Target = Parameters<typeof actOnPeople>[2];

/** Reads the people that an act is for. An empty filter is refused, because it would mean everybody. */
async function readTarget(
  {
    registry,
    operator,
    query,
  }: Pick<Call<unknown, z.output<typeof querySchema>>, "registry" | "operator" | "query">,
  { users, dry_run: _, expect: __, ...said }: z.output<typeof targetSchema>,
): Promise<Result<Target, Problem>> {
  // The answer tells who is in the filter, so it needs the right to read the list.
  if (!operator.scopes.has("users:read")) return lackingScope("users:read");
  const filter = readFilter(said, registry.clock.now(), "content");
  if (!filter.ok) return filter;
  const isNarrowed = Object.values(filter.value).some((value) => value !== undefined);
  if (users !== undefined && !isNarrowed) return ok({ kind: "named", names: users });
  if (users !== undefined || !isNarrowed)
    return problem(
      "invalid-content",
      users === undefined
        ? "Nobody is named. Name people by `users`, or narrow the list by at least one member of a filter."
        : "Name people by `users`, or by a filter, and not by both.",
      { errors: [{ pointer: "/users", detail: "Either people or a filter is named." }] },
    );
  const part = readQuery(query, (text) => readPersonPosition(text, "created"));
  return part.ok ? ok({ kind: "listed", ...part.value, filter: filter.value }) : part;
}

function outcomeRecord({ named, account, outcome, reason }: BulkOutcome) {
  return {
    user: named,
    user_id: account?.id ?? null,
    username: account?.username ?? null,
    outcome,
    reason: reason ?? null,
  };
}
