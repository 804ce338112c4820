import type { GroupMembers } from "../../flows/account-ports.ts";
import { findItems } from "../../flows/listing.ts";
import {
  addMember,
  findGroup,
  groupProblems,
  removeGroup,
  removeMember,
} from "../../flows/operator/group.ts";
import { explain } from "../../flows/operator/problem.ts";
import type { Reply } from "../../http/reply.ts";
import { readGroupName } from "../../identity/group.ts";
import { groupOperations } from "../../operations/group.ts";
import { byId } from "../../operations/operation.ts";
import { html } from "../../pages/html.ts";
import { strongNameOf } from "../../pages/layout.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { parseAccountId } from "../../values/ids.ts";
import { type ActOutcome, actScreen } from "./acts.ts";
import { formOf, submitButton, textField } from "./forms.ts";
import { footOf, listOf, listQueryOf, positionText, readPosition, searchOf } from "./listing.ts";
import { formScreen } from "./operation-form.ts";
import { askingLink, counted, dayOf, factsOf, linkButton, momentOf, panel, rowsOf } from "./parts.ts";
import { personName, personRows } from "./person-words.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { emptyState } from "./table.ts";
import { formTo, goTo, mayDo, notHere, registryOf, type Screen, show, type Visit } from "./visit.ts";

const { createGroup } = byId(groupOperations);

const list = { path: "/groups", label: "Name of the group", noun: ["group", "groups"] } as const;
const people = { label: "Username, e-mail address, name or ID", noun: ["person", "people"] } as const;

/** Groups, their members, and the applications that are open to them. */
export const groupScreens: readonly Screen[] = [
  { path: list.path, scope: "groups:read", get: listGroups },
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
  { path: "/groups/{name}", scope: "groups:read", get: showGroup },
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
  ...(["add", "remove"] as const).map((verb) => memberScreen(verb)),
];

/** The path of a group below the console. */
function groupPath(name: string, more = ""): string {
  return `/groups/${encodeURIComponent(name)}${more}`;
}

async function groupOf({ web, names }: Visit): Promise<GroupMembers | undefined> {
  return findGroup(web.ports.groups, names.name ?? "");
}

function noGroup(visit: Visit): Reply {
  return notHere(visit, "There is no such group.", { path: list.path, text: "Groups" });
}

async function listGroups(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const query = listQueryOf(visit, readGroupName);
  const page = await web.ports.groups.list(query);
  const mayChange = mayDo(visit, "groups:write");
  const add = linkButton(consolePath(web, "/new-group"), "Add a group", "action");
  return show(visit, {
    title: "Groups",
    actions: mayChange && add,
    main: listOf(visit, list, page, {
      next: page.next,
      columns: [
        { name: "Name", kind: "wide", cell: ({ name }) => name },
        { name: "People", kind: "figure", cell: ({ members }) => members.toLocaleString("en") },
        { name: "Created", cell: ({ createdAt }) => dayOf(createdAt) },
      ],
      href: ({ name }) => consolePath(web, groupPath(name)),
      empty: emptyState({
        title: "No groups yet",
        text: "A group is a name that applications see with each of its people. An application can be limited to some groups.",
      }),
    }),
    script: scriptFor("search"),
    isLive: true,
  });
}

async function showGroup(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const group = await groupOf(visit);
  if (group === undefined) return noGroup(visit);
  const path = groupPath(group.name);
  const query = listQueryOf(visit, readPosition(parseAccountId));
  const found = await web.ports.groups.members(group.name, query);
  const page = await findItems(found, (id) => web.ports.accounts.find(id));
  const next = page.next && positionText(page.next, String);
  const clients = (await web.ports.clients.list()).filter(({ metadata }) =>
    metadata.onlyGroups.includes(group.name),
  );
  const mayChange = mayDo(visit, "groups:write");
  const add = formOf(
    formTo(visit, `${path}/add`),
    textField(
      { name: "who", label: "Add a person", hint: "Username, e-mail address or ID." },
      { values: {} },
    ),
    submitButton("Put in", { id: "add" }),
  );
  return show(visit, {
    title: group.name,
    up: { href: consolePath(web, list.path), text: "Groups" },
    lead: counted(group.members, "person", "people"),
    actions: mayChange && [
      linkButton(consolePath(web, `${path}/remove`), "Remove a person"),
      askingLink(consolePath(web, `${path}/delete`), "Delete", "action danger"),
    ],
    main: html`
      ${panel("Details", factsOf([["Created", momentOf(group.createdAt)]]))}
      ${panel("Applications that only this group may enter", clientRows(visit, clients))}
      ${panel("People", html`${searchOf(visit, { ...people, path })}${personRows(visit, page.items, "Nobody.")}${footOf(visit, { ...people, path, next }, page)}`)}
      ${mayChange && panel("More people", add)}`,
    script: scriptFor("ask"),
    isLive: true,
  });
}

function clientRows({ web }: Visit, clients: readonly Client[]) {
  const rows = clients.map(({ id, name }) => ({
    href: consolePath(web, `/clients/${encodeURIComponent(id)}`),
    name,
  }));
  return rowsOf(rows, "None: no application is limited to it.");
}

function memberScreen(verb: "add" | "remove"): Screen {
  return actScreen({
    path: `/groups/{name}/${verb}`,
    scope: "groups:write",
    // Members may enter applications that are limited to the group.
    needsFreshSignIn: true,
    ask: async (visit, typed = {}) => {
      const group = await groupOf(visit);
      if (group === undefined) return noGroup(visit);
      return {
        title: verb === "add" ? `Add a person to ${group.name}` : `Remove a person from ${group.name}`,
        text: html`<p>Applications see the change at the next sign-in or refresh.</p>`,
        fields: textField(
          { name: "who", label: "Person", hint: "Username, e-mail address or ID." },
          { values: typed },
        ),
        button: verb === "add" ? "Put in" : "Take out",
        back: { path: groupPath(group.name), text: group.name },
      };
    },
    act: async (visit, form) => changeMember(visit, verb, form),
  });
}

async function changeMember(visit: Visit, verb: "add" | "remove", form: Parameters): Promise<ActOutcome> {
  const who = form.get("who") ?? "";
  const change = verb === "add" ? addMember : removeMember;
  const changed = await change(registryOf(visit), visit.names.name ?? "", who, { by: visit.operator });
  if (!changed.ok) return { kind: "refused", problem: explain(groupProblems, changed.reason).say };
  const { name, account } = changed.value;
  return {
    kind: "done",
    path: groupPath(name),
    text: `${personName(account)} is ${verb === "add" ? "in" : "out"}.`,
  };
}
