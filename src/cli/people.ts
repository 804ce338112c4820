import { Argument, type Command, Option } from "commander";
import { expectationOf } from "../flows/operator/bulk.ts";
import { bulkOperations, describeOtherPeople, idsOfDue, namedMax } from "../operations/bulk.ts";
import { type AnswerOf, byId, type KnownOperation, type Operation } from "../operations/operation.ts";
import { problem } from "../operations/problem.ts";
import { filterContent } from "../operations/user-filter.ts";
import { ok } from "../values/result.ts";
import { shellWord } from "../values/words.ts";
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
  const disable = actOn(invocation, disableUsers, "Disable");
  add(disable.operation, { help: "sign people out everywhere and keep them out", ...disable.view });
  const enable = actOn(invocation, enableUsers, "Enable");
  add(enable.operation, { help: "let people in again", ...enable.view });
  const signOut = actOn(invocation, signUsersOut, "Sign out");
  add(signOut.operation, { help: "sign people out everywhere, and end their tokens", ...signOut.view });
  const require = actOn(invocation, requireOfUsers, "Change what is required of");
  add(require.operation, {
    help: "how strongly people prove who they are at every sign-in",
    argument: {
      members: ["require"],
      argument: new Argument("<strength>").argParser((text: string) => ({ require: text })),
    },
    ...require.view,
  });
  const addTo = actOn(invocation, addUsersToGroup, "Put into the group");
  add(addTo.operation, { help: "put people into a group", argument: "to_group", ...addTo.view });
  const removeFrom = actOn(invocation, removeUsersFromGroup, "Take out of the group");
  add(removeFrom.operation, {
    help: "take people out of a group",
    argument: "from_group",
    ...removeFrom.view,
  });
  const recover = actOn(invocation, recoverUsers, "Mail a link to");
  add(recover.operation, {
    help: "mail people a link with which they set a new password",
    ...recover.view,
  });
  const invite = actOn(invocation, inviteUsers, "Mail a link to");
  add(invite.operation, {
    help: "mail people who never signed in a link with which they set a password",
    ...invite.view,
  });
}

/** An operation as a command runs it, and what all of the commands share. */
function actOn<Each extends Operation>(invocation: Invocation, operation: Each, verb: string) {
  const runs = runsOf(operation);
  return { operation: { ...operation, run: runs.run }, view: viewOf(invocation, runs, verb) };
}

/** What all of them share: the options that name people, the question with a preview, and the outcomes. */
function viewOf(invocation: Invocation, act: ReturnType<typeof runsOf>, verb: string) {
  return {
    options: {
      users: new Option("--user <user...>", "these people, by username, e-mail address or id"),
      ...filterOptions(Boolean),
      dry_run: new Option("--dry-run", "change nothing, and show what would be done"),
      expect: new Option(
        "--expect <people>",
        "do it only to exactly the people of a dry run, which ends with this option",
      ),
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
      if (words.length === 0) return [];
      const said = `${words.map(([word, count]) => `${count} ${word}`).join(", ")}.`;
      const { due } = act;
      if (due.length === 0) return [said];
      const command = commandExpecting(invocation, expectationOf(due));
      return [said, `To do it to exactly ${people(due.length)}: \`${command}\``];
    },
  };
}

const people = (count: number) => (count === 1 ? "1 person" : `${count} people`);

/** The command line of a dry run, as the act that expects its people. */
function commandExpecting({ runLatchkey, words }: Invocation, expect: string): string {
  const isOther = (word: string, index: number) =>
    word !== "--dry-run" && !word.startsWith("--expect") && words[index - 1] !== "--expect";
  return [runLatchkey, ...words.filter(isOther).map(shellWord), "--expect", expect].join(" ");
}

type Tally = Record<Outcomes["items"][number]["outcome"], number>;

/**
 * An act as one command runs it: first a preview of everybody in the filter, and then the act on exactly those people, part by part, even
 * if others have come into the filter since.
 */
function runsOf(operation: Operation) {
  let limit = Number.POSITIVE_INFINITY;
  let named: string[] | undefined;
  const [previewed, acted] = [emptyTally(), emptyTally()];
  /** The ids of those to whom the act would be done, as far as a dry run has shown them. */
  const due: string[] = [];
  const preview: Operation["run"] = async (call) => {
    const { expect, ...said } = call.body as { readonly dry_run?: boolean; readonly expect?: string };
    if (said.dry_run && expect === undefined) return nothing;
    named = [];
    const ids: string[] = [];
    const body = { ...said, dry_run: true };
    for (let query = call.query as Paged; ; ) {
      const answered = await operation.run({ ...call, query, body });
      if (!answered.ok) return answered;
      const { items, next } = answered.value.body as Outcomes;
      for (const { user, outcome } of items) {
        named.push(user);
        previewed[outcome] += 1;
      }
      ids.push(...idsOfDue(items));
      if (next === null || named.length >= limit) break;
      query = { limit: `${Math.min(limit - named.length, listPageMax)}`, after: next };
    }
    const found = expectationOf(ids);
    if (expect === undefined || expect === found) return nothing;
    return problem("precondition-failed", `${describeOtherPeople(expect, found)} ${again}`);
  };
  const run: Operation["run"] = async (call) => {
    const from = Number((call.query as Paged).after ?? 0);
    const users = named?.slice(from, from + namedMax);
    if (users?.length === 0) return nothing;
    // What it expects is compared in the preview, which has all of the people.
    const { expect: _, ...said } = call.body as { readonly expect?: string };
    const others = Object.entries(said).filter(([name]) => !Object.hasOwn(filterContent, name));
    const body = users === undefined ? said : { ...Object.fromEntries(others), users };
    const query = users === undefined ? call.query : {};
    const answered = await operation.run({ ...call, query, body });
    if (!answered.ok) return answered;
    const { items, next } = answered.value.body as Outcomes;
    for (const { outcome } of items) acted[outcome] += 1;
    due.push(...idsOfDue(items));
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
    due,
  };
}

interface Paged {
  readonly limit?: string;
  readonly after?: string;
}

const again = "Make the dry run again, and look at the people whom it lists.";
const nothing = ok({ body: { items: [], next: null } });
const emptyTally = (): Tally => ({ done: 0, due: 0, unchanged: 0, refused: 0 });
