import type { GroupMembers } from "../../flows/account-ports.ts";
import type { ListQuery, Page } from "../../flows/listing.ts";
import {
  addMember,
  findGroupsOf,
  groupProblems,
  removeGroup,
  removeMember,
} from "../../flows/operator/group.ts";
import { explain } from "../../flows/operator/problem.ts";
import type { Reply } from "../../http/reply.ts";
import type { Account } from "../../identity/account.ts";
import { type GroupName, readGroupName } from "../../identity/group.ts";
import { groupOperations } from "../../operations/group.ts";
import { byId } from "../../operations/operation.ts";
import { readPersonPosition, writePersonPosition } from "../../operations/user-filter.ts";
import { badge, linkButton } from "../../pages/components.ts";
import { html } from "../../pages/html.ts";
import { strongNameOf } from "../../pages/layout.ts";
import { groupsOfRules } from "../../protocol/client/claim-rule.ts";
import type { Client } from "../../protocol/client/client.ts";
import { groupsOfPathRules } from "../../protocol/forward-auth/rules.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import type { Upstream } from "../../protocol/upstream/upstream.ts";
import { type ActOutcome, actScreen } from "./acts.ts";
import { noGroups } from "./empty-pages.ts";
import { buttonForm, hiddenFields, textField } from "./forms.ts";
import { administratorRows } from "./group-administrators.ts";
import { groupOf, groupPath, nameTyped, noGroup, whoField } from "./group-parts.ts";
import { listOf, listQueryOf } from "./listing.ts";
import { formScreen } from "./operation-form.ts";
import { askingLink, counted, dayOf, momentOf, panel, rowsOf } from "./parts.ts";
import { personBadges, personName, personPath } from "./person-words.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { emptyState } from "./table.ts";
import { formTo, goTo, mayDo, mayDoInThisGroup, registryOf, type Screen, show, type Visit } from "./visit.ts";

const { createGroup } = byId(groupOperations);

const list = { path: "/groups", label: "Name of the group", noun: ["group", "groups"] } as const;
const people = { label: "Username, e-mail address, name or ID", noun: ["person", "people"] } as const;

/** Groups, their members, and the applications that are open to them. */
export const groupScreens: readonly Screen[] = [
  { path: list.path, scope: "groups:read", delegable: "own-groups", get: listGroups },
  formScreen(createGroup, {
    path: "/new-group",
    needsFreshSignIn: false,
    title: () => "Add a group",
    up: () => ({ path: list.path, text: "Groups" }),
    button: { text: "Add the group", id: "add" },
    fields: () => [
      {
        member: "group",
        label: "Name",
        hint: "Applications see this name and compare it character by character.",
        isRequired: true,
        maxLength: 64,
      },
    ],
    done: (visit, { group }) => goTo(visit, groupPath(group), "The group has been created. Now add people."),
  }),
  { path: "/groups/{name}", scope: "groups:read", delegable: "its-group", get: showGroup },
  actScreen({
    path: "/groups/{name}/delete",
    scope: "groups:write",
    needsFreshSignIn: true,
    ask: async (visit) => {
      const group = await groupOf(visit);
      if (group === undefined) return noGroup(visit);
      return {
        title: "Delete the group?",
        text: html`<p>${counted(group.members, "person", "people")} in ${strongNameOf(group.name)} will lose what it gives access to.</p>`,
        button: "Delete permanently",
        back: { path: groupPath(group.name), text: group.name },
      };
    },
    act: async (visit) => {
      const removed = await removeGroup(registryOf(visit), visit.names.name ?? "");
      if (!removed.ok) return { kind: "refused", problem: explain(groupProblems, removed.reason).say };
      return { kind: "done", path: list.path, text: `The group ${removed.value.name} has been deleted.` };
    },
  }),
];

/** Tells whether only the people of this group, and of others that it names, may enter an application. */
function onlyFor(group: GroupName): (client: Client) => boolean {
  return ({ metadata }) => metadata.onlyGroups.includes(group);
}

/** Tells whether the rules of an application for claims or paths name the group. */
function withRulesFor(group: GroupName): (client: Client) => boolean {
  return ({ metadata: { claimRules, pathRules } }) =>
    groupsOfRules(claimRules).includes(group) || groupsOfPathRules(pathRules).includes(group);
}

/** Tells whether a provider puts people into the group. */
function filling(group: GroupName): (upstream: Upstream) => boolean {
  return ({ groupMapping }) => Object.values(groupMapping?.groups ?? {}).includes(group);
}

async function listGroups(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const query = listQueryOf(visit, readGroupName);
  const page = await groupsFor(visit, query);
  const [clients, upstreams] = await Promise.all([web.ports.clients.list(), web.ports.upstreams.list()]);
  const namesOf = (found: readonly Client[]) => found.map(({ name }) => name).join(", ");
  const mayChange = mayDo(visit, "groups:write");
  const add = linkButton(consolePath(web, "/new-group"), "Add a group", "action");
  return show(visit, {
    title: "Groups",
    lead: "Applications can be limited to the people of a group, and can ask which groups somebody is in.",
    actions: mayChange && add,
    main: listOf(visit, list, page, {
      next: page.next,
      columns: [
        { name: "Name", kind: "wide", cell: ({ name }) => name },
        { name: "People", kind: "figure", cell: ({ members }) => members.toLocaleString("en") },
        {
          name: "Only they can sign in",
          kind: "wide",
          cell: ({ name }) => namesOf(clients.filter(onlyFor(name))),
        },
        {
          name: "In the rules of",
          kind: "wide",
          isSpare: true,
          cell: ({ name }) => namesOf(clients.filter(withRulesFor(name))),
        },
        {
          name: "Filled by",
          kind: "wide",
          isSpare: true,
          cell: ({ name }) =>
            upstreams
              .filter(filling(name))
              .map(({ displayName }) => displayName)
              .join(", "),
        },
        { name: "Created", cell: ({ createdAt }) => dayOf(createdAt) },
      ],
      href: ({ name }) => consolePath(web, groupPath(name)),
      empty: noGroups(visit, mayChange),
    }),
    script: scriptFor("search"),
  });
}

/** The groups that the operator may see: those that they administer, if it is not all. */
async function groupsFor(
  { web, operator: { delegated } }: Visit,
  query: ListQuery<GroupName>,
): Promise<Page<GroupMembers, GroupName>> {
  const { groups } = web.ports;
  if (delegated === undefined) return groups.list(query);
  const items = await findGroupsOf(groups, delegated, query.search);
  return { items, total: items.length };
}

async function showGroup(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const group = await groupOf(visit);
  if (group === undefined) return noGroup(visit);
  const path = groupPath(group.name);
  const { search, ...query } = listQueryOf(visit, (text) => readPersonPosition(text, "created"));
  const seesPeople = mayDo(visit, "users:read");
  const filter = { group: group.name, ...(seesPeople && { search }) };
  const page = await web.ports.people.list({ ...query, filter });
  const members = page.items.map(({ account }) => account);
  const next = page.next && writePersonPosition(page.next);
  const clients = (await web.ports.clients.list()).filter(onlyFor(group.name));
  const mayChange = mayDoInThisGroup(visit, "groups:write");
  const administrators = await web.ports.groups.administrators(group.name);
  return show(visit, {
    title: group.name,
    up: { href: consolePath(web, list.path), text: "Groups" },
    lead: html`${counted(group.members, "person", "people")}, created ${momentOf(group.createdAt)}`,
    actions: [
      mayChange && linkButton(consolePath(web, `${path}/find`), "Add people", "action"),
      mayDo(visit, "groups:write") &&
        askingLink(consolePath(web, `${path}/delete`), "Delete", "action danger"),
    ],
    main: html`
      <div class="pair">
        ${panel("Applications that only this group can sign in to", clientRows(visit, clients))}
        ${panel("Administrators of this group", administratorRows(visit, path, administrators))}
      </div>
      <h2>People</h2>
      ${listOf(
        visit,
        { ...(seesPeople ? people : { noun: people.noun }), path },
        { ...page, items: members },
        {
          next,
          columns: [
            ...(seesPeople ? personColumns : [usernameColumn]),
            mayChange && { name: "Remove", kind: "act", cell: takeOut(visit, path) },
          ],
          href: seesPeople ? (account) => consolePath(web, personPath(account)) : undefined,
          empty: emptyState({
            title: "Nobody is in it yet",
            text: "People in this group can sign in to the applications that are limited to it, and applications that ask for groups read its name.",
            actions: mayChange && linkButton(consolePath(web, `${path}/find`), "Add people", "action"),
          }),
        },
      )}`,
    script: scriptFor("search", "ask"),
  });
}

function clientRows({ web }: Visit, clients: readonly Client[]) {
  const rows = clients.map(({ id, name }) => ({
    href: consolePath(web, `/clients/${encodeURIComponent(id)}`),
    name,
  }));
  return rowsOf(rows, "No application is limited to this group.");
}

/** The button that takes a person out of the group. People who administer the group cannot take themselves out. */
function takeOut(visit: Visit, path: string) {
  const form = formTo(visit, `${path}/remove`);
  return ({ id }: Account) =>
    id !== visit.operator.delegated?.self && buttonForm({ ...form, values: { who: id } }, "Remove");
}

/** The acts on the members of a group. Members may enter applications that are limited to it, so they require a fresh sign-in. */
export const memberScreens: readonly Screen[] = [
  { path: "/groups/{name}/find", scope: "groups:write", delegable: "its-group", get: findPage },
  ...(["add", "remove"] as const).map((verb) =>
    actScreen({
      path: `/groups/{name}/${verb}`,
      scope: "groups:write",
      delegable: "its-group",
      needsFreshSignIn: true,
      ask: async (visit, typed = {}) => {
        const group = await groupOf(visit);
        if (group === undefined) return noGroup(visit);
        const { name } = group;
        return {
          title: verb === "add" ? `Add a person to ${name}?` : `Remove a person from ${name}?`,
          text: html`<p>Applications see the change at the next sign-in or refresh.</p>`,
          fields: html`${hiddenFields({ q: typed.q })}${textField(whoField, { values: { who: await nameTyped(visit, typed.who) } })}`,
          button: verb === "add" ? "Add" : "Remove",
          back: { path: groupPath(name), text: name },
        };
      },
      act: (visit, form) => changeMember(visit, verb, form),
    }),
  ),
];

/** The page on which people are found by a search and added by a button each. Operators who may not see people type a name instead. */
async function findPage(visit: Visit): Promise<Reply> {
  const group = await groupOf(visit);
  if (group === undefined) return noGroup(visit);
  const path = groupPath(group.name);
  if (!mayDo(visit, "users:read")) return goTo(visit, `${path}/add`);
  const { web } = visit;
  const { search, ...query } = listQueryOf(visit, (text) => readPersonPosition(text, "created"));
  const page = await web.ports.people.list({ ...query, filter: { search } });
  const found = { ...page, items: page.items.map(({ account }) => account) };
  const form = formTo(visit, `${path}/add`);
  const putIn = ({ id, groups = [] }: Account) =>
    groups.includes(group.name)
      ? badge("in the group")
      : buttonForm({ ...form, values: { who: id, q: search } }, "Add");
  return show(visit, {
    title: `Add people to ${group.name}`,
    up: { href: consolePath(web, path), text: group.name },
    lead: "Applications see the change at the next sign-in or refresh.",
    main: listOf(visit, { ...people, path: `${path}/find` }, found, {
      next: page.next && writePersonPosition(page.next),
      columns: [...personColumns, { name: "Add", kind: "act", cell: putIn }],
      empty: "Nobody has an account yet.",
    }),
    script: scriptFor("search"),
  });
}

/** All that the members of a group are to those who may not see people, as at the API; a search would tell their addresses. */
const usernameColumn = { name: "Username", kind: "wide", cell: ({ username }: Account) => username } as const;

/** What tells people apart. */
const personColumns = [
  { name: "Name", kind: "wide", cell: personName },
  usernameColumn,
  { name: "E-mail address", kind: "wide", isLong: true, cell: ({ email }: Account) => email },
  {
    name: "State",
    cell: (account: Account) => html`${personBadges(account).map((each) => each && html`${each} `)}`,
  },
] as const;

async function changeMember(visit: Visit, verb: "add" | "remove", form: Parameters): Promise<ActOutcome> {
  const who = form.get("who") ?? "";
  const change = verb === "add" ? addMember : removeMember;
  const changed = await change(registryOf(visit), visit.names.name ?? "", who, { by: visit.operator });
  if (!changed.ok) return { kind: "refused", problem: explain(groupProblems, changed.reason).say };
  const { name, account } = changed.value;
  // After a search, the operator may want to add others from its results.
  const search = form.get("q");
  const back = search === undefined ? "" : `/find?q=${encodeURIComponent(search)}`;
  return {
    kind: "done",
    path: `${groupPath(name)}${back}`,
    text: `${mayDo(visit, "users:read") ? personName(account) : account.username} is ${verb === "add" ? "in" : "no longer in"} ${name}.`,
    undo: {
      path: groupPath(name, verb === "add" ? "/remove" : "/add"),
      values: { who: account.id, q: search },
    },
  };
}
