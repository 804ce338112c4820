import type { Command } from "commander";
import type { GroupProblem } from "../flows/operator/group.ts";
import { groupOperations } from "../operations/group.ts";
import { byId } from "../operations/operation.ts";
import { shellWord } from "../values/words.ts";
import type { Invocation } from "./invocation.ts";
import { labelled, shortTimeOf } from "./layout.ts";
import { operationCommands } from "./operation-command.ts";
import type { Hints } from "./operation-view.ts";

const {
  createGroup,
  listGroups,
  getGroup,
  listMembers,
  addMember,
  removeMember,
  addGroupAdministrator,
  removeGroupAdministrator,
  deleteGroup,
} = byId(groupOperations);

const hints: Hints<GroupProblem> = {
  "unknown-group": "`latchkey group list` shows the groups there are; `latchkey group create` makes one.",
  "unknown-account": "`latchkey user list` shows the accounts there are.",
  "group-in-rules": ({ client, of }) =>
    of === "claims"
      ? `\`latchkey client claim list ${client.id}\` shows them.`
      : `\`latchkey client update ${client.id} --remove-path RULE\` removes one.`,
  "group-in-api": ({ api }) =>
    `\`latchkey api show ${api.resource}\` shows its roles and scopes; \`latchkey api update\` and \`latchkey api scope update\` change them.`,
  "group-admits": ({ client }) =>
    `First open it to others: \`latchkey client update ${client.id} --only-group OTHER\`, or to everybody with --no-only-group.`,
};

/** `latchkey group …`: groups of people, to which applications can be limited. */
export function addGroupCommands(program: Command, invocation: Invocation): void {
  const group = program.command("group");
  const add = operationCommands(group, invocation, hints);
  add(createGroup, {
    help: "make a group that nobody is in",
    argument: "group",
    notes: ({ group: name }, { latchkey }) => [
      `Made the group ${name}. Put somebody in: ${latchkey} group add ${shellWord(name)} USER`,
      `Undo: ${latchkey} group delete ${shellWord(name)}`,
    ],
  });
  add(listGroups, {
    help: "the groups, by name, and how many people are in each",
    table: {
      headings: ["GROUP", "PEOPLE", "CREATED"],
      row: ({ group: name, people, created_at }) => [name, `${people}`, shortTimeOf(created_at)],
      empty: (latchkey) => `No groups yet. Make one: ${latchkey} group create NAME`,
    },
  });
  add(getGroup, {
    help: "who is in a group, and which applications are open to it",
    lists: { as: "members", operation: listMembers },
    details: ({ group: name, people, members, clients, administrators, created_at }) => [
      ["Group", name],
      ["People", `${people}`],
      ...labelled(
        "",
        members.map(({ username }) => username),
      ),
      ...labelled(
        "Opens",
        clients.map((client) => `${client.name} (${client.client_id})`),
      ),
      ...labelled(
        "Administrators",
        administrators.map(({ username }) => username),
      ),
      ["Created", shortTimeOf(created_at)],
    ],
  });
  add(addMember, {
    help: "put a person into a group",
    notes: ({ username, group: name }, { isUnchanged }) => [
      isUnchanged ? `${username} was in ${name} already.` : `${username} is in ${name}.`,
    ],
  });
  add(removeMember, {
    help: "take a person out of a group",
    notes: ({ username, group: name }) => [
      `${username} is no longer in ${name}. Access tokens live until they expire; no code or refresh token is exchanged any more if the group was needed.`,
    ],
  });
  add(deleteGroup, {
    help: "remove a group that no application is open to",
    reads: getGroup,
    notes: ({ group: name, people }) => [
      `Deleted the group ${name}; ${people === 0 ? "nobody was" : people === 1 ? "1 person was" : `${people} people were`} in it.`,
    ],
  });
  const admin = group.command("admin").description("people who administer a group without being operators");
  const addAdmin = operationCommands(admin, invocation, hints);
  addAdmin(addGroupAdministrator, {
    help: "let a person change who is in a group",
    notes: ({ username, group: name }, { isUnchanged }) => [
      isUnchanged
        ? `${username} already administers ${name}.`
        : `${username} now administers ${name}, in the console and at the admin API.`,
    ],
  });
  addAdmin(removeGroupAdministrator, {
    help: "take from a person the right to change who is in a group",
    notes: ({ username, group: name }) => [`${username} no longer administers ${name}.`],
  });
}
