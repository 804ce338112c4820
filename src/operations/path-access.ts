import { z } from "zod";
import { findClient } from "../flows/operator/client.ts";
import {
  countGroups,
  describePlace,
  listAdmitted,
  type PathAccess,
  readPathAccess,
  ruleOf,
} from "../flows/operator/path-access.ts";
import { explainAccess } from "../flows/operator/why-access.ts";
import { accessRecord } from "../flows/operator/why-record.ts";
import type { Client } from "../protocol/client/client.ts";
import type { Place } from "../protocol/forward-auth/decide-access.ts";
import { ok } from "../values/result.ts";
import { strengths } from "../values/strength.ts";
import { operation } from "./operation.ts";
import { readQuery } from "./page.ts";
import { lackingScope } from "./problem.ts";
import { clientId, listQuery, person } from "./schema.ts";
import { readPersonPosition, writePersonPosition } from "./user-filter.ts";
import { accessSchema, methodIn, pathIn, refusedAccess } from "./why.ts";

const placeMembers = {
  outcome: z.enum(["public", "guarded", "refused"]).meta({
    description:
      "`public`: open to everybody, without a sign-in. `guarded`: open to the people who meet the requirements. `refused`: open to nobody.",
  }),
  rule: z
    .strictObject({ number: z.int().min(1).meta({ description: "Counted from 1." }), text: z.string() })
    .nullable()
    .meta({ description: "The rule that decided; null if none fits." }),
  sentence: z.string().meta({ description: "The same in words." }),
};

const pathAccessSchema = z
  .strictObject({
    client_id: z.string(),
    origin: z.string(),
    path: z.string(),
    method: z.string(),
    ...placeMembers,
    methods: z
      .array(
        z.strictObject({
          methods: z
            .array(z.string())
            .meta({ description: "Empty for all that no other entry of the list names." }),
          ...placeMembers,
        }),
      )
      .meta({ description: "What each method meets at this path." }),
    groups: z
      .array(
        z.array(
          z.strictObject({
            group: z.string(),
            people: z
              .int()
              .nullable()
              .meta({ description: "How many people are in it; null if there is no such group." }),
          }),
        ),
      )
      .meta({
        description:
          "The required groups: a person must be in at least one group of each list. The application's list comes before the rule's; either may be missing.",
      }),
    strength: z.enum(strengths).nullable().meta({
      description: "What the rule requires of the sign-in, besides the application; null if nothing.",
    }),
    scope: z.array(z.string()).meta({
      description: "The scope that an access token must have; no token opens the path if it is empty.",
    }),
    person: accessSchema
      .nullable()
      .meta({ description: "The rules for the person in `user`; null if nobody is named." }),
    people: z
      .strictObject({
        items: z.array(z.strictObject({ user_id: z.string(), username: z.string() })),
        total: z.int().min(0),
        total_exact: z.boolean().meta({ description: "False if there may be more." }),
        next: z
          .string()
          .nullable()
          .meta({ description: "The `after` of the next page; null on the last one." }),
      })
      .nullable()
      .meta({
        description:
          "The people who may open it, oldest account first; null where it is open to everybody or to nobody, or a person is named.",
      }),
  })
  .meta({ id: "PathAccess" });

/** Who may open a path of a protected application. */
export const pathAccessOperation = operation({
  id: "showPathAccess",
  method: "get",
  path: "/clients/{client_id}/access",
  noun: "Clients",
  scope: "users:read",
  command: "client access",
  summary: "Who may open a path of a protected application, and the rule that decides",
  description:
    "Decided as for a request of its proxy. It also needs `clients:read`, because it shows the rules of the client.",
  params: z.object({ client_id: clientId }),
  query: z.strictObject({
    path: pathIn.optional(),
    method: methodIn.optional(),
    user: person.optional(),
    ...listQuery,
  }),
  status: 200,
  answer: pathAccessSchema,
  run: async ({
    registry,
    operator,
    params: { client_id },
    query: { path = "/", method, user, ...part },
  }) => {
    if (!operator.scopes.has("clients:read")) return lackingScope("clients:read");
    const wanted = readQuery(part, (text) => readPersonPosition(text, "created"));
    if (!wanted.ok) return wanted;
    const client = await findClient(registry.clients, client_id);
    if (client === undefined) return refusedAccess({ kind: "unknown-client" });
    const read = readPathAccess(client, { path, method });
    if (!read.ok) return refusedAccess(read.reason);
    const asked = user === undefined ? undefined : { who: user, clientId: client.id, path, method };
    const explained = asked && (await explainAccess(registry, asked, operator));
    if (explained?.ok === false) return refusedAccess(explained.reason);
    const { place } = read.value;
    const admitted = asked ? undefined : await listAdmitted(registry, client, place, wanted.value);
    const groups = await countGroups(registry.groups, client, place);
    return ok({
      body: {
        ...recordOf(read.value),
        groups: groups.map((names) =>
          names.map(({ name, members }) => ({ group: name, people: members ?? null })),
        ),
        person: explained === undefined ? null : accessRecord(explained.value),
        people:
          admitted === undefined
            ? null
            : {
                items: admitted.items.map(({ account: { id, username } }) => ({ user_id: id, username })),
                total: admitted.total,
                total_exact: admitted.isTotalExact,
                next: admitted.next === undefined ? null : writePersonPosition(admitted.next),
              },
      },
    });
  },
});

function recordOf({ client, request, place, methods }: PathAccess) {
  const { rule } = place.kind === "guarded" ? place : {};
  return {
    client_id: client.id,
    origin: request.origin,
    path: request.path,
    method: request.method,
    ...placeRecord(client, place),
    methods: methods.map((each) => ({ methods: [...each.methods], ...placeRecord(client, each.place) })),
    strength: rule?.strength ?? null,
    scope: [...(rule?.scope ?? [])],
  };
}

function placeRecord(client: Client, place: Place) {
  return {
    outcome: place.kind,
    rule: ruleOf(client, place) ?? null,
    sentence: describePlace(client, place),
  };
}
