import type { Account } from "../../identity/account.ts";
import {
  type GroupName,
  groupAdministratorsMax,
  groupNameRule,
  groupsMax,
  groupsPerAccountMax,
  readGroupName,
} from "../../identity/group.ts";
import { type Api, groupsOfApi } from "../../protocol/api/api.ts";
import { groupsOfRules } from "../../protocol/client/claim-rule.ts";
import type { Client } from "../../protocol/client/client.ts";
import { groupsOfPathRules } from "../../protocol/forward-auth/rules.ts";
import type { AccountId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Accounts, GroupMembers, Groups } from "../account-ports.ts";
import type { Apis } from "../api-ports.ts";
import type { AuditAct, Auditor, AuditTarget } from "../audit.ts";
import type { Clients, Clock } from "../ports.ts";
import type { ClaimedSideEffects } from "../side-effect-ports.ts";
import { openAccount } from "./account.ts";
import { type ClosedAccount, closedAccounts } from "./account-problem.ts";
import type { ProblemTable } from "./problem.ts";
import { accountClaims, type Rights, type Terms } from "./rights.ts";

/** The ports of managing groups. */
export interface GroupRegistry {
  readonly groups: Groups;
  readonly accounts: Accounts;
  readonly clients: Clients;
  readonly apis: Pick<Apis, "all">;
  readonly clock: Clock;
  readonly audit: Auditor;
}

/** The reason why no group changed. */
export type GroupProblem =
  | { readonly kind: "name-unusable" }
  | { readonly kind: "unknown-group"; readonly name: string }
  | ClosedAccount
  | { readonly kind: "group-exists" }
  | { readonly kind: "groups-too-many" }
  | { readonly kind: "memberships-too-many" }
  | { readonly kind: "not-a-member" }
  | { readonly kind: "own-membership" }
  | { readonly kind: "administrators-too-many" }
  | { readonly kind: "unknown-administrator"; readonly who: string }
  | { readonly kind: "not-its-administrator" }
  /** The first of the clients that are open to it. */
  | { readonly kind: "group-admits"; readonly client: Client }
  | { readonly kind: "group-in-rules"; readonly client: Client; readonly of: "claims" | "paths" }
  | { readonly kind: "group-in-api"; readonly api: Api };

/** The problems of groups and their members. */
export const groupProblems: ProblemTable<GroupProblem> = {
  "name-unusable": { as: "invalid", at: "group", say: `The name of a group has ${groupNameRule}.` },
  "unknown-group": { as: "not-found", say: ({ name }) => `There is no group ${name}.` },
  ...closedAccounts,
  "group-exists": { as: "conflict", at: "group", say: "There is a group with this name already." },
  "groups-too-many": { as: "refused", say: `An installation has at most ${groupsMax} groups.` },
  "memberships-too-many": { as: "refused", say: `A person is in at most ${groupsPerAccountMax} groups.` },
  "not-a-member": { as: "not-found", say: "The person is not in this group." },
  "own-membership": {
    as: "refused",
    say: "Nobody who administers a group can put themselves into it or take themselves out. Ask an administrator of the service.",
  },
  "administrators-too-many": {
    as: "refused",
    say: `A group has at most ${groupAdministratorsMax} administrators. Remove one first.`,
  },
  "unknown-administrator": {
    as: "not-found",
    say: ({ who }) =>
      `There is no account ${who} that could administer the group. Create it, or declare it in \`users\`.`,
  },
  "not-its-administrator": { as: "not-found", say: "The person does not administer this group." },
  "changed-meanwhile": {
    as: "changed",
    say: "Somebody else changed the group or the account at the same moment, so nothing was changed here.",
  },
  "group-admits": {
    as: "refused",
    say: ({ client }) =>
      `The application ${client.name} (${client.id}) is open to this group, and nobody could enter by it any more.`,
  },
  "group-in-rules": {
    as: "refused",
    say: ({ client, of }) =>
      `The rules for ${of} of the application ${client.name} (${client.id}) name this group. Change them first.`,
  },
  "group-in-api": {
    as: "refused",
    say: ({ api }) =>
      `The API ${api.name} (${api.resource}) gives people of this group a role or a scope. A new group of this name would have it too, so change the API first.`,
  },
};

/** Finds a group by its name. */
export async function findGroup(groups: Groups, text: string): Promise<GroupMembers | undefined> {
  const name = readGroupName(text);
  return name === undefined ? undefined : groups.find(name);
}

/** The groups that somebody administers, by name; those whose name contains the text if there is one. */
export async function findGroupsOf(
  groups: Groups,
  { groups: names }: NonNullable<Rights["delegated"]>,
  text = "",
): Promise<readonly GroupMembers[]> {
  const wanted = [...names].filter((name) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const found = await Promise.all(wanted.map((name) => groups.find(name)));
  return found.filter((group) => group !== undefined);
}

/** Creates a group without members. */
export async function createGroup(
  { groups, clock, audit }: Pick<GroupRegistry, "groups" | "clock" | "audit">,
  text: string,
): Promise<Result<GroupMembers, GroupProblem>> {
  const name = readGroupName(text);
  if (name === undefined) return refuse({ kind: "name-unusable" });
  const group = { name, createdAt: clock.now() };
  const entry = audit.entry("group-created", targetOf(name));
  const created = await groups.create(group, groupsMax, { audit: [entry] });
  if (created.ok) return ok({ ...group, members: 0 });
  return refuse({ kind: created.reason === "exists" ? "group-exists" : "groups-too-many" });
}

/** Removes a group and its memberships. A group that a client is open to, or that its rules or an API name, stays. */
export async function removeGroup(
  { groups, clients, apis, audit }: Pick<GroupRegistry, "groups" | "clients" | "apis" | "audit">,
  text: string,
  isSeen: (group: GroupMembers) => boolean = () => true,
): Promise<Result<GroupMembers, GroupProblem>> {
  const group = await findGroup(groups, text);
  if (group === undefined) return refuse({ kind: "unknown-group", name: text });
  if (!isSeen(group)) return refuse({ kind: "changed-meanwhile" });
  const named = (await clients.list()).map((client) => whyNamed(client, group.name));
  const reason = named.find((each) => each !== undefined);
  if (reason !== undefined) return refuse(reason);
  const api = (await apis.all()).find((each) => groupsOfApi(each).includes(group.name));
  if (api !== undefined) return refuse({ kind: "group-in-api", api });
  const entry = audit.entry("group-deleted", targetOf(group.name), { members: group.members });
  const removed = await groups.remove(group.name, isSeen, { audit: [entry] });
  if (removed.ok) return ok(group);
  return refuse(
    removed.reason === "conflict" ? { kind: "changed-meanwhile" } : { kind: "unknown-group", name: text },
  );
}

/** Where a client names the group; undefined if it does not. */
function whyNamed(client: Client, name: GroupName): GroupProblem | undefined {
  const { onlyGroups, claimRules, pathRules } = client.metadata;
  if (onlyGroups.includes(name)) return { kind: "group-admits", client };
  if (groupsOfRules(claimRules).includes(name)) return { kind: "group-in-rules", client, of: "claims" };
  return groupsOfPathRules(pathRules).includes(name)
    ? { kind: "group-in-rules", client, of: "paths" }
    : undefined;
}

/** A membership: the account, and whether the call changed anything. */
export interface Membership {
  readonly name: GroupName;
  readonly account: Account;
  readonly isNew: boolean;
}

/** Adds a person to a group; applications see it at the next sign-in. */
export function addMember(ports: MemberPorts, ...place: Place): ChangedMembership {
  const act = { action: "group-member-added", otherwise: "memberships-too-many" } as const;
  return changePerson(ports, place, act, (group, account, effects) =>
    ports.groups.add(group, account, groupsPerAccountMax, effects),
  );
}

/** Removes a person from a group. Their access by it ends with the next refresh. */
export function removeMember(ports: MemberPorts, ...place: Place): ChangedMembership {
  const act = { action: "group-member-removed", otherwise: "not-a-member" } as const;
  return changePerson(ports, place, act, async (...change) => {
    const removed = await ports.groups.removeMember(...change);
    return removed === "removed" ? ok(true) : refuse(removed);
  });
}

/** Lets a person change who is in a group. They enter the console for that alone. */
export function addGroupAdministrator(ports: MemberPorts, ...place: Place): ChangedMembership {
  const act = { action: "group-administrator-added", otherwise: "administrators-too-many" } as const;
  return changePerson(ports, place, act, (group, account, effects) =>
    ports.groups.addAdministrator(group, account, groupAdministratorsMax, effects),
  );
}

/** Takes the right to change who is in a group away from a person, at once. */
export function removeGroupAdministrator(ports: MemberPorts, ...place: Place): ChangedMembership {
  const act = { action: "group-administrator-removed", otherwise: "not-its-administrator" } as const;
  return changePerson(ports, place, act, async (...change) => {
    const removed = await ports.groups.removeAdministrator(...change);
    return removed === "removed" ? ok(true) : refuse(removed);
  });
}

/** The ports of changing who is in a group, or administers it. */
export type MemberPorts = Pick<GroupRegistry, "groups" | "accounts" | "audit">;
type Place = readonly [group: string, who: string, terms: Terms];
type ChangedMembership = Promise<Result<Membership, GroupProblem>>;

/** What a change of one person in a group is called, and the problem if there is no room for it or nothing to change. */
interface PersonAct {
  readonly action: AuditAct;
  readonly otherwise:
    | "not-a-member"
    | "memberships-too-many"
    | "administrators-too-many"
    | "not-its-administrator";
}

/** Finds the group, and the account if it may be changed on these terms, and writes the change with its audit entry. */
async function changePerson(
  { groups, accounts, audit }: MemberPorts,
  [text, who, terms]: Place,
  { action, otherwise }: PersonAct,
  write: (
    group: GroupName,
    account: AccountId,
    effects: ClaimedSideEffects,
  ) => Promise<Result<boolean, "unknown" | "claim-lost" | "too-many" | "none">>,
): ChangedMembership {
  const group = await findGroup(groups, text);
  if (group === undefined) return refuse({ kind: "unknown-group", name: text });
  const found = await openAccount(accounts, who, terms);
  if (!found.ok) return found;
  const account = found.value;
  if (account.id === terms.by.delegated?.self) return refuse({ kind: "own-membership" });
  const entry = audit.entry(action, targetOf(group.name), { user: account.id });
  const effects = { claims: accountClaims(terms, account), audit: [entry] };
  const written = await write(group.name, account.id, effects);
  if (written.ok) return ok({ name: group.name, account, isNew: written.value });
  if (written.reason === "unknown") return refuse({ kind: "unknown-group", name: text });
  return refuse({ kind: written.reason === "claim-lost" ? "changed-meanwhile" : otherwise });
}

/** The first of these names that is not a group; undefined where all are groups. */
export async function findMissingGroup(
  groups: Groups,
  names: readonly string[],
): Promise<string | undefined> {
  for (const name of names) if ((await findGroup(groups, name)) === undefined) return name;
  return undefined;
}

/** The groups with these names, without duplicates; refused for the first name that is not a group. */
export async function findGroups(
  groups: Groups,
  names: readonly string[],
): Promise<Result<readonly GroupName[], GroupProblem>> {
  const found = new Set<GroupName>();
  for (const name of names) {
    const group = await findGroup(groups, name);
    if (group === undefined) return refuse({ kind: "unknown-group", name });
    found.add(group.name);
  }
  return ok([...found]);
}

/** A group in the audit trail. */
export function targetOf(name: GroupName): AuditTarget {
  return { kind: "group", id: name };
}
