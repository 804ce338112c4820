import { Argument, type Command, Option } from "commander";
import { bulkOperations } from "../operations/bulk.ts";
import { type AnswerOf, byId, type KnownOperation, type Operation } from "../operations/operation.ts";
import { accountHints } from "./account-problem.ts";
import type { Invocation } from "./invocation.ts";
import { operationCommands } from "./operation-command.ts";
import { filterOptions } from "./user-filter.ts";

const {
  disableUsers,
  enableUsers,
  signUsersOut,
  requireOfUsers,
  addUsersToGroup,
  removeUsersFromGroup,
  recoverUsers,
  inviteUsers,
} = byId(bulkOperations);

type Answer = (typeof disableUsers)["answer"];
type Outcomes = AnswerOf<Answer>;

/** `latchkey people …`: one act on many people, who are named by options. */
export function addPeopleCommands(program: Command, invocation: Invocation): void {
  const add = operationCommands(program.command("people"), invocation, {
    ...accountHints,
    "unknown-group": "`latchkey group list` shows the groups there are; `latchkey group create` makes one.",
  });
  add(disableUsers, {
    help: "sign people out everywhere and keep them out",
    ...viewOf(disableUsers, "Disable"),
  });
  add(enableUsers, { help: "let people in again", ...viewOf(enableUsers, "Enable") });
  add(signUsersOut, {
    help: "sign people out everywhere, and end their tokens",
    ...viewOf(signUsersOut, "Sign out"),
  });
  add(requireOfUsers, {
    help: "how strongly people prove who they are at every sign-in",
    argument: {
      members: ["require"],
      argument: new Argument("<strength>").argParser((text: string) => ({ require: text })),
    },
    ...viewOf(requireOfUsers, "Change what is required of"),
  });
  add(addUsersToGroup, {
    help: "put people into a group",
    argument: "to_group",
    ...viewOf(addUsersToGroup, "Put into the group"),
  });
  add(removeUsersFromGroup, {
    help: "take people out of a group",
    argument: "from_group",
    ...viewOf(removeUsersFromGroup, "Take out of the group"),
  });
  add(recoverUsers, {
    help: "mail people a link with which they set a new password",
    ...viewOf(recoverUsers, "Mail a link to"),
  });
  add(inviteUsers, {
    help: "mail people who never signed in a link with which they set a password",
    ...viewOf(inviteUsers, "Mail a link to"),
  });
}

/** What all of them share: the options that name people, the question with a preview, and the outcomes. */
function viewOf(operation: Operation, verb: string) {
  return {
    options: {
      users: new Option("--user <user...>", "these people, by username, e-mail address or id"),
      ...filterOptions(Boolean),
      dry_run: new Option("--dry-run", "change nothing, and show what would be done"),
    },
    reads: preview(operation),
    confirm: ({ items, next }: Outcomes, content: { readonly dry_run?: boolean | undefined }) => {
      if (content.dry_run) return undefined;
      const { due, refused } = tally(items);
      const more = next === null ? "" : ` There are more than these; raise --limit to include them.`;
      return `${verb} ${people(due)}?${refused === 0 ? "" : ` ${refused} would be refused.`}${more}`;
    },
    table: {
      headings: ["USERNAME", "OUTCOME", "REASON"],
      row: ({ user, username, outcome, reason }: Outcomes["items"][number]) => [
        username ?? user,
        outcome,
        reason ?? "",
      ],
      empty: () => "Nobody.",
    },
    notes: ({ items }: Outcomes) => (items.length === 0 ? [] : [saidOf(items)]),
  };
}

const people = (count: number) => (count === 1 ? "1 person" : `${count} people`);

/** The operation as a dry run of the same content. */
function preview(operation: Operation): KnownOperation<string, undefined, undefined, Answer> {
  const run: Operation["run"] = (call) =>
    operation.run({ ...call, body: { ...(call.body as object), dry_run: true } });
  // Every operation of this file has the same answer.
  return { ...operation, run } as KnownOperation<string, undefined, undefined, Answer>;
}

function tally(items: Outcomes["items"]) {
  const of = (outcome: string) => items.filter((item) => item.outcome === outcome).length;
  return { done: of("done"), due: of("due"), unchanged: of("unchanged"), refused: of("refused") };
}

function saidOf(items: Outcomes["items"]): string {
  const words = Object.entries(tally(items)).filter(([, count]) => count > 0);
  return `${words.map(([word, count]) => `${count} ${word}`).join(", ")}.`;
}
