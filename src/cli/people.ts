import { Argument, type Command, Option } from "commander";
import { bulkOperations, namedMax } from "../operations/bulk.ts";
import { type AnswerOf, byId, type KnownOperation, type Operation } from "../operations/operation.ts";
import { filterContent } from "../operations/user-filter.ts";
import { ok } from "../values/result.ts";
import { accountHints } from "./account-problem.ts";
import type { Invocation } from "./invocation.ts";
import { listPageMax, readLimit } from "./list.ts";
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
  const disable = actOn(disableUsers, "Disable");
  add(disable.operation, { help: "sign people out everywhere and keep them out", ...disable.view });
  const enable = actOn(enableUsers, "Enable");
  add(enable.operation, { help: "let people in again", ...enable.view });
  const signOut = actOn(signUsersOut, "Sign out");
  add(signOut.operation, { help: "sign people out everywhere, and end their tokens", ...signOut.view });
  const require = actOn(requireOfUsers, "Change what is required of");
  add(require.operation, {
    help: "how strongly people prove who they are at every sign-in",
    argument: {
      members: ["require"],
      argument: new Argument("<strength>").argParser((text: string) => ({ require: text })),
    },
    ...require.view,
  });
  const addTo = actOn(addUsersToGroup, "Put into the group");
  add(addTo.operation, { help: "put people into a group", argument: "to_group", ...addTo.view });
  const removeFrom = actOn(removeUsersFromGroup, "Take out of the group");
  add(removeFrom.operation, {
    help: "take people out of a group",
    argument: "from_group",
    ...removeFrom.view,
  });
  const recover = actOn(recoverUsers, "Mail a link to");
  add(recover.operation, {
    help: "mail people a link with which they set a new password",
    ...recover.view,
  });
  const invite = actOn(inviteUsers, "Mail a link to");
  add(invite.operation, {
    help: "mail people who never signed in a link with which they set a password",
    ...invite.view,
  });
}

/** An operation as a command runs it, and what all of the commands share. */
function actOn<Each extends Operation>(operation: Each, verb: string) {
  const runs = runsOf(operation);
  return { operation: { ...operation, run: runs.run }, view: viewOf(runs, verb) };
}

/** What all of them share: the options that name people, the question with a preview, and the outcomes. */
function viewOf(act: ReturnType<typeof runsOf>, verb: string) {
  return {
    options: {
      users: new Option("--user <user...>", "these people, by username, e-mail address or id"),
      ...filterOptions(Boolean),
      dry_run: new Option("--dry-run", "change nothing, and show what would be done"),
    },
    limit: new Option("--limit <count>", "act on at most this many people of the filter")
      .default(Number.POSITIVE_INFINITY, "all")
      .argParser((text: string) => act.limitTo(readLimit(text))),
    reads: act.preview,
    confirm: (_: Outcomes, content: { readonly dry_run?: boolean | undefined }) => {
      if (content.dry_run) return undefined;
      const { due, refused } = act.previewed();
      return `${verb} ${people(due)}?${refused === 0 ? "" : ` ${refused} would be refused.`}`;
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
    notes: () => {
      const words = Object.entries(act.acted()).filter(([, count]) => count > 0);
      return words.length === 0 ? [] : [`${words.map(([word, count]) => `${count} ${word}`).join(", ")}.`];
    },
  };
}

const people = (count: number) => (count === 1 ? "1 person" : `${count} people`);

type Tally = Record<Outcomes["items"][number]["outcome"], number>;

/**
 * An act as one command runs it: first a preview of everybody in the filter, and then the act on exactly those people, part by part, even
 * if others have come into the filter since.
 */
function runsOf(operation: Operation) {
  let limit = Number.POSITIVE_INFINITY;
  let named: string[] | undefined;
  const [previewed, acted] = [emptyTally(), emptyTally()];
  const preview: Operation["run"] = async (call) => {
    const said = call.body as { readonly dry_run?: boolean };
    if (said.dry_run) return nothing;
    named = [];
    const body = { ...said, dry_run: true };
    for (let query = call.query as Paged; ; ) {
      const answered = await operation.run({ ...call, query, body });
      if (!answered.ok) return answered;
      const { items, next } = answered.value.body as Outcomes;
      for (const { user, outcome } of items) {
        named.push(user);
        previewed[outcome] += 1;
      }
      if (next === null || named.length >= limit) return nothing;
      query = { limit: `${Math.min(limit - named.length, listPageMax)}`, after: next };
    }
  };
  const run: Operation["run"] = async (call) => {
    const from = Number((call.query as Paged).after ?? 0);
    const users = named?.slice(from, from + namedMax);
    if (users?.length === 0) return nothing;
    const others = Object.entries(call.body as object).filter(
      ([name]) => !Object.hasOwn(filterContent, name),
    );
    const body = { ...Object.fromEntries(others), users };
    const answered = await operation.run(users === undefined ? call : { ...call, query: {}, body });
    if (!answered.ok) return answered;
    const { items, next } = answered.value.body as Outcomes;
    for (const { outcome } of items) acted[outcome] += 1;
    const isLast = named === undefined || from + namedMax >= named.length;
    return ok({ body: { items, next: isLast ? next : `${from + namedMax}` } });
  };
  return {
    limitTo: (count: number) => {
      limit = count;
      return count;
    },
    // Every operation of this file has the same answer.
    preview: { ...operation, run: preview } as KnownOperation<string, undefined, undefined, Answer>,
    run,
    previewed: () => previewed,
    acted: () => acted,
  };
}

interface Paged {
  readonly limit?: string;
  readonly after?: string;
}

const nothing = ok({ body: { items: [], next: null } });
const emptyTally = (): Tally => ({ done: 0, due: 0, unchanged: 0, refused: 0 });
