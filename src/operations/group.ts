import { z } from "zod";
import type { GroupMembers } from "../flows/account-ports.ts";
import {
  addGroupAdministrator,
  addMember,
  createGroup,
  findGroup,
  findGroupsOf,
  groupProblems,
  type Membership,
  removeGroup,
  removeGroupAdministrator,
  removeMember,
} from "../flows/operator/group.ts";
import { administratorRecord, groupRecord, membershipRecord } from "../flows/operator/group-record.ts";
import type { Person } from "../flows/people-ports.ts";
import type { Account } from "../identity/account.ts";
import { readGroupName } from "../identity/group.ts";
import { ok, type Result } from "../values/result.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { etagOf, matches } from "./etag.ts";
import { type Call, operation, type Registry } from "./operation.ts";
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

const memberSchema = z.strictObject({ user_id: z.string(), username: z.string() }).meta({ id: "Member" });

const openGroupSchema = z
  .strictObject({
    ...groupSchema.shape,
    clients: z
      .array(z.strictObject({ client_id: z.string(), name: z.string() }))
      .meta({ description: "The clients that are open to it." }),
    administrators: z.array(memberSchema).meta({
      description: "The people who may change who is in it, besides operators with `groups:write`.",
    }),
  })
  .meta({ id: "OpenGroup" });

const membershipSchema = z
  .strictObject({ group: z.string(), user_id: z.string(), username: z.string(), member: z.boolean() })
  .meta({ id: "Membership" });

const administratorSchema = z
  .strictObject({ group: z.string(), user_id: z.string(), username: z.string(), administrator: z.boolean() })
  .meta({ id: "GroupAdministrator" });

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
    delegable: "own-groups",
    summary: "Groups, by name",
    description: "People who administer groups find those, without pages.",
    query: z.strictObject({ ...listQuery, q: searchIn("the name") }),
    status: 200,
    answer: pageOf(groupSchema, "GroupPage"),
    run: async ({ registry, operator, query }) => {
      if (operator.delegated !== undefined) {
        const own = await findGroupsOf(registry.groups, operator.delegated, query.q);
        return ok({ body: { items: own.map(groupRecord), next: null, total: own.length } });
      }
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
    delegable: "its-group",
    summary: "One group, the clients that are open to it, and who administers it",
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
      const administrators = (await registry.groups.administrators(found.value.name)).map(personRecord);
      return ok({ body: { ...record, clients: open, administrators }, etag: etagOf(record) });
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
    delegable: "its-group",
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
      return pageAnswer(page, ({ account }: Person) => personRecord(account), writePersonPosition);
    },
  }),
  operation({
    id: "addMember",
    method: "put",
    path: `${one}/members/{user}`,
    noun,
    scope: "groups:write",
    command: "group add",
    delegable: "its-group",
    summary: "Adds a person to a group; applications see it at the next sign-in",
    params: memberParams,
    status: 200,
    answer: membershipSchema,
    problems: ["conflict"],
    run: changing(addMember, (changed) => membershipRecord(changed, true)),
  }),
  operation({
    id: "removeMember",
    method: "delete",
    path: `${one}/members/{user}`,
    noun,
    scope: "groups:write",
    command: "group remove",
    delegable: "its-group",
    summary: "Removes a person from a group",
    params: memberParams,
    status: 200,
    answer: membershipSchema,
    problems: ["conflict"],
    run: changing(removeMember, (changed) => membershipRecord(changed, false)),
  }),
  operation({
    id: "addGroupAdministrator",
    method: "put",
    path: `${one}/administrators/{user}`,
    noun,
    scope: "groups:write",
    command: "group admin add",
    summary: "Lets a person change who is in a group, in the console and at this API",
    description:
      "They see the members of the group and no other people, and cannot put themselves into it. A token of theirs needs `groups:read` or `groups:write`.",
    params: memberParams,
    status: 200,
    answer: administratorSchema,
    problems: ["conflict"],
    run: changing(addGroupAdministrator, (changed) => administratorRecord(changed, true)),
  }),
  operation({
    id: "removeGroupAdministrator",
    method: "delete",
    path: `${one}/administrators/{user}`,
    noun,
    scope: "groups:write",
    command: "group admin remove",
    summary: "Takes from a person the right to change who is in a group",
    params: memberParams,
    status: 200,
    answer: administratorSchema,
    problems: ["conflict"],
    run: changing(removeGroupAdministrator, (changed) => administratorRecord(changed, false)),
  }),
] as const;

/** The run of an operation that changes one person in a group: `record` says what stands afterwards. */
function changing<Body extends object>(change: typeof addMember, record: (changed: Membership) => Body) {
  return async (
    call: Call<z.output<typeof memberParams>>,
  ): Promise<Result<{ readonly body: Body; readonly isUnchanged: boolean }, Problem>> => {
    const { group, user } = call.params;
    const changed = await change(call.registry, group, user, termsOf(call));
    if (!changed.ok) return refused(groupProblems, changed.reason);
    return ok({ body: record(changed.value), isUnchanged: !changed.value.isNew });
  };
}

function personRecord({ id, username }: Pick<Account, "id" | "username">) {
  return { user_id: id, username };
}

async function openGroup({ groups }: Registry, name: string): Promise<Result<GroupMembers, Problem>> {
  const group = await findGroup(groups, name);
  return group === undefined ? refused(groupProblems, { kind: "unknown-group", name }) : ok(group);
}
