import type { Command } from "commander";
import type { Administration } from "../administration.ts";
import { findItems } from "../flows/listing.ts";
import {
  addMember,
  createGroup,
  findGroup,
  type GroupProblem,
  groupProblems,
  type Membership,
  removeGroup,
  removeMember,
} from "../flows/operator/group.ts";
import { groupRecord, membershipRecord } from "../flows/operator/group-record.ts";
import { shellWord, shortTime } from "../values/words.ts";
import { withAdministration } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { detailLines, labelled, tableLines } from "./layout.ts";
import { type ListOptions, limitOption, noteRest } from "./list.ts";
import { done, type Outcome, refused } from "./outcome.ts";

/** `latchkey group …`: groups of people, to which applications can be limited. */
export function addGroupCommands(program: Command, invocation: Invocation): void {
  const group = program.command("group").description("groups of people, for applications to be open to");
  group
    .command("create <group>")
    .description("make a group that nobody is in")
    .action(
      action(invocation, (name: string, _: object, command: Command) => create(invocation, command, name)),
    );
  group
    .command("list")
    .description("the groups, by name, and how many people are in each")
    .addOption(limitOption())
    .action(
      action(invocation, (options: ListOptions, command: Command) => list(invocation, command, options)),
    );
  group
    .command("show <group>")
    .description("who is in a group, and which applications are open to it")
    .addOption(limitOption())
    .action(
      action(invocation, (name: string, options: ListOptions, command: Command) =>
        show(invocation, command, name, options),
      ),
    );
  for (const verb of ["add", "remove"] as const)
    group
      .command(`${verb} <group> <user>`)
      .description(verb === "add" ? "put a person into a group" : "take a person out of a group")
      .action(
        action(invocation, (name: string, who: string, _: object, command: Command) =>
          change(invocation, command, { verb, name, who }),
        ),
      );
  group
    .command("delete <group>")
    .description("remove a group that no application is open to")
    .action(
      action(invocation, (name: string, _: object, command: Command) => remove(invocation, command, name)),
    );
}

function create(invocation: Invocation, command: Command, name: string): Promise<Outcome> {
  return withAdministration(invocation, command, { createsDatabase: false }, async (administration) => {
    const created = await createGroup(registryOf(administration), name);
    if (!created.ok) return problem(invocation, created.reason);
    const { terminal, runLatchkey } = invocation;
    if (wantsJson(command)) terminal.printJson(groupRecord(created.value));
    const word = shellWord(created.value.name);
    terminal.note(
      `Made the group ${created.value.name}. Put somebody in: ${runLatchkey} group add ${word} USER`,
    );
    terminal.note(`Undo: ${runLatchkey} group delete ${word}`);
    return done;
  });
}

function list(invocation: Invocation, command: Command, options: ListOptions): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ store }) => {
    const { items: groups, total } = await store.groups.list(options);
    if (wantsJson(command)) for (const group of groups) terminal.printJson(groupRecord(group));
    else if (groups.length === 0) terminal.note(`No groups yet. Make one: ${runLatchkey} group create NAME`);
    else {
      const rows = groups.map(({ name, members, createdAt }) => [name, `${members}`, shortTime(createdAt)]);
      tableLines(["GROUP", "PEOPLE", "CREATED"], rows).forEach(terminal.print);
    }
    noteRest(invocation, options, total);
    return done;
  });
}

function show(
  invocation: Invocation,
  command: Command,
  text: string,
  options: ListOptions,
): Promise<Outcome> {
  const { terminal } = invocation;
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ store }) => {
    const group = await findGroup(store.groups, text);
    if (group === undefined) return problem(invocation, { kind: "unknown-group", name: text });
    const page = await store.groups.members(group.name, options);
    const { items: people } = await findItems(page, (id) => store.accounts.find(id));
    const clients = (await store.clients.list()).filter((client) =>
      client.metadata.onlyGroups.includes(group.name),
    );
    if (wantsJson(command))
      terminal.printJson({
        ...groupRecord(group),
        members: people.map(({ id, username }) => ({ user_id: id, username })),
        clients: clients.map(({ id, name }) => ({ client_id: id, name })),
      });
    else
      detailLines([
        ["Group", group.name],
        ["People", `${group.members}`],
        ...labelled(
          "",
          people.map(({ username }) => username),
        ),
        ...labelled(
          "Opens",
          clients.map(({ id, name }) => `${name} (${id})`),
        ),
        ["Created", shortTime(group.createdAt)],
      ]).forEach(terminal.print);
    noteRest(invocation, options, group.members);
    return done;
  });
}

interface Change {
  readonly verb: "add" | "remove";
  readonly name: string;
  readonly who: string;
}

function change(invocation: Invocation, command: Command, { verb, name, who }: Change): Promise<Outcome> {
  return withAdministration(invocation, command, { createsDatabase: false }, async (administration) => {
    const registry = registryOf(administration);
    const changed =
      verb === "add" ? await addMember(registry, name, who) : await removeMember(registry, name, who);
    if (!changed.ok) return problem(invocation, changed.reason);
    const { terminal } = invocation;
    if (wantsJson(command)) terminal.printJson(membershipRecord(changed.value, verb === "add"));
    terminal.note(noteOf(verb, changed.value));
    return done;
  });
}

function noteOf(verb: Change["verb"], { name, account, isNew }: Membership): string {
  if (verb === "remove")
    return `${account.username} is no longer in ${name}. Access tokens live until they expire; no code or refresh token is exchanged any more where the group was needed.`;
  return isNew ? `${account.username} is in ${name}.` : `${account.username} was in ${name} already.`;
}

function remove(invocation: Invocation, command: Command, name: string): Promise<Outcome> {
  return withAdministration(invocation, command, { createsDatabase: false }, async (administration) => {
    const removed = await removeGroup(registryOf(administration), name);
    if (!removed.ok) return problem(invocation, removed.reason);
    const { terminal } = invocation;
    if (wantsJson(command)) terminal.printJson({ ...groupRecord(removed.value), deleted: true });
    const { members } = removed.value;
    const people = members === 0 ? "nobody was" : members === 1 ? "1 person was" : `${members} people were`;
    terminal.note(`Deleted the group ${removed.value.name}; ${people} in it.`);
    return done;
  });
}

function registryOf({ store, clock, audit }: Administration) {
  return { groups: store.groups, accounts: store.accounts, clients: store.clients, clock, audit };
}

/** The problem of a group that could not be created, found or changed. */
function problem({ runLatchkey }: Invocation, reason: GroupProblem): Outcome {
  return refused(groupProblems, reason, hintOf(reason, runLatchkey));
}

function hintOf(reason: GroupProblem, runLatchkey: string): string | undefined {
  switch (reason.kind) {
    case "unknown-group":
      return `\`${runLatchkey} group list\` shows the groups there are; \`group create\` makes one.`;
    case "unknown-account":
      return `\`${runLatchkey} user list\` shows the accounts there are.`;
    case "group-admits":
      return `First open it to others: \`${runLatchkey} client update ${reason.client.id} --only-group OTHER\`, or to everybody with --no-only-group.`;
    default:
      return undefined;
  }
}
