import { z } from "zod";
import type { GroupMembers } from "../flows/account-ports.ts";
import {
  addMember,
  createGroup,
  findGroup,
  groupProblems,
  removeGroup,
  removeMember,
} from "../flows/operator/group.ts";
import { groupRecord, membershipRecord } from "../flows/operator/group-record.ts";
import type { Person } from "../flows/people-ports.ts";
import { readGroupName } from "../identity/group.ts";
import { ok, type Result } from "../values/result.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { etagOf, matches } from "./etag.ts";
import { operation, type Registry } from "./operation.ts";
import { pageAnswer, readQuery } from "./page.ts";
import { termsOf } from "./precondition.ts";
import { lackingScope, type Problem, refused } from "./problem.ts";
import { listQuery, pageOf, person, searchIn, time } from "./schema.ts";
import { readPersonPosition, searchFor, searchOfPeople, writePersonPosition } from "./user-filter.ts";

const noun = "Groups";
const one = "/groups/{group}";
const groupName = z.string().min(1).max(100);
const params = z.object({ group: groupName });
const memberParams = z.object({ group: groupName, user: person });

const groupSchema = z
  .strictObject({
    group: z.string(),
    people: z.int().min(0).meta({ description: "The number of its members." }),
    created_at: time,
  })
  .meta({ id: "Group" });

const openGroupSchema = z
  .strictObject({
    ...groupSchema.shape,
    clients: z
      .array(z.strictObject({ client_id: z.string(), name: z.string() }))
      .meta({ description: "The clients that are open to it." }),
  })
  .meta({ id: "OpenGroup" });

const memberSchema = z.strictObject({ user_id: z.string(), username: z.string() }).meta({ id: "Member" });

const membershipSchema = z
  .strictObject({ group: z.string(), user_id: z.string(), username: z.string(), member: z.boolean() })
  .meta({ id: "Membership" });

/** The content that creates a group. */
export const newGroupSchema = z
  .strictObject({ group: z.string().max(100).meta({ minLength: 1 }) })
  .meta({ id: "NewGroup" });

/** The operations about groups of people. */
export const groupOperations = [
  operation({
    id: "listGroups",
    method: "get",
    path: "/groups",
    noun,
    scope: "groups:read",
    command: "group list",
    summary: "Groups, by name",
    query: z.strictObject({ ...listQuery, q: searchIn("the name") }),
    status: 200,
    answer: pageOf(groupSchema, "GroupPage"),
    run: async ({ registry, query }) => {
      const wanted = readQuery(query, (text) => {
        const [name] = readCursor(text) ?? [];
        return typeof name === "string" ? readGroupName(name) : undefined;
      });
      if (!wanted.ok) return wanted;
      const page = await registry.groups.list(wanted.value);
      return pageAnswer(page, groupRecord, (name) => writeCursor([name]));
    },
  }),
  operation({
    id: "createGroup",
    method: "post",
    path: "/groups",
    noun,
    scope: "groups:write",
    command: "group create",
    summary: "Creates an empty group",
    body: newGroupSchema,
    status: 201,
    answer: groupSchema,
    hasTag: true,
    problems: ["conflict"],
    isRepeatable: true,
    run: async ({ registry, body }) => {
      const created = await createGroup(registry, body.group);
      if (!created.ok) return refused(groupProblems, created.reason);
      const record = groupRecord(created.value);
      return ok({
        body: record,
        etag: etagOf(record),
        location: `/groups/${encodeURIComponent(created.value.name)}`,
      });
    },
  }),
  operation({
    id: "getGroup",
    method: "get",
    path: one,
    noun,
    scope: "groups:read",
    command: "group show",
    summary: "One group, and the clients that are open to it",
    params,
    status: 200,
    answer: openGroupSchema,
    hasTag: true,
    run: async ({ registry, params: { group } }) => {
      const found = await openGroup(registry, group);
      if (!found.ok) return found;
      const record = groupRecord(found.value);
      const clients = (await registry.clients.list()).filter(({ metadata }) =>
        metadata.onlyGroups.includes(found.value.name),
      );
      const open = clients.map(({ id, name }) => ({ client_id: id, name }));
      return ok({ body: { ...record, clients: open }, etag: etagOf(record) });
    },
  }),
  operation({
    id: "deleteGroup",
    method: "delete",
    path: one,
    noun,
    scope: "groups:write",
    command: "group delete",
    summary: "Deletes a group that no client is open to",
    params,
    status: 204,
    isConditional: true,
    problems: ["conflict"],
    run: async (call) => {
      const { registry, params, ifMatch } = call;
      const isSeen = (group: GroupMembers) =>
        ifMatch === undefined || matches(ifMatch, etagOf(groupRecord(group)));
      const removed = await removeGroup(registry, params.group, isSeen);
      return removed.ok ? ok({}) : refused(groupProblems, removed.reason, call);
    },
  }),
  operation({
    id: "listMembers",
    method: "get",
    path: `${one}/members`,
    noun,
    scope: "groups:read",
    command: "group show",
    summary: "The members of a group, oldest account first",
    description:
      "`q` also needs `users:read`, because it would tell the addresses and names that this list does not show.",
    params,
    query: z.strictObject({ ...listQuery, q: searchOfPeople }),
    status: 200,
    answer: pageOf(memberSchema, "MemberPage"),
    run: async ({ registry, operator, params: { group }, query }) => {
      if (query.q !== undefined && !operator.scopes.has("users:read")) return lackingScope("users:read");
      const wanted = readQuery(query, (text) => readPersonPosition(text, "created"));
      if (!wanted.ok) return wanted;
      const found = await openGroup(registry, group);
      if (!found.ok) return found;
      const { search, ...part } = wanted.value;
      const filter = { group: found.value.name, ...searchFor(search) };
      const page = await registry.people.list({ ...part, filter });
      const record = ({ account: { id, username } }: Person) => ({ user_id: id, username });
      return pageAnswer(page, record, writePersonPosition);
    },
  }),
  operation({
    id: "addMember",
    method: "put",
    path: `${one}/members/{user}`,
    noun,
    scope: "groups:write",
    command: "group add",
    summary: "Adds a person to a group; applications see it at the next sign-in",
    params: memberParams,
    status: 200,
    answer: membershipSchema,
    problems: ["conflict"],
    run: async (call) => {
      const { group, user } = call.params;
      const added = await addMember(call.registry, group, user, termsOf(call));
      if (!added.ok) return refused(groupProblems, added.reason);
      return ok({ body: membershipRecord(added.value, true), isUnchanged: !added.value.isNew });
    },
  }),
  operation({
    id: "removeMember",
    method: "delete",
    path: `${one}/members/{user}`,
    noun,
    scope: "groups:write",
    command: "group remove",
    summary: "Removes a person from a group",
    params: memberParams,
    status: 200,
    answer: membershipSchema,
    problems: ["conflict"],
    run: async (call) => {
      const { group, user } = call.params;
      const removed = await removeMember(call.registry, group, user, termsOf(call));
      return removed.ok
        ? ok({ body: membershipRecord(removed.value, false) })
        : refused(groupProblems, removed.reason);
    },
  }),
] as const;

async function openGroup({ groups }: Registry, name: string): Promise<Result<GroupMembers, Problem>> {
  const group = await findGroup(groups, name);
  return group === undefined ? refused(groupProblems, { kind: "unknown-group", name }) : ok(group);
}
