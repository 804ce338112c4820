import { resolve } from "node:path";
import type { Command } from "commander";
import type { DeclaredProblem } from "../compose/declared.ts";
import type { AnswerOf } from "../operations/operation.ts";
import { byId } from "../operations/operation.ts";
import type { Problem as OperationProblem } from "../operations/problem.ts";
import { stateOperations } from "../operations/state.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { counted, shellWord } from "../values/words.ts";
import { withExisting } from "./administration.ts";
import { type ConfirmOptions, confirm, isAsked, yesOption } from "./confirm.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { withNext } from "./next-commands.ts";
import { openCall } from "./operation-call.ts";
import { problemOf } from "./operation-command.ts";
import { done, exitCodes, type Outcome, type Problem } from "./outcome.ts";
import { recoverCommand } from "./user-recover.ts";

const { planState, applyState } = byId(stateOperations);

type Changes = NonNullable<AnswerOf<typeof planState.answer>>["items"];
type Change = Changes[number];

interface ApplyWords extends ConfirmOptions {
  readonly plan?: true;
  readonly prune?: true;
  readonly pruneUsers?: true;
  readonly reason?: string;
  readonly schema?: true;
}

/** `latchkey apply`: brings clients, APIs, groups, providers, webhooks and people to what files declare. */
export function addApplyCommand(program: Command, invocation: Invocation): void {
  program
    .command("apply")
    .argument("[path]", "a file, or a folder whose .yaml, .yml and .json files are joined (LATCHKEY_APPLY)")
    .option("--plan", "say what would change, and change nothing; exit code 2 if anything would")
    .option(
      "--prune",
      "delete what is not declared, in the parts that the files have, but no people; asks on a terminal",
    )
    .option(
      "--prune-users",
      "delete people who are not declared, if the files have users; asks on a terminal",
    )
    .option("--reason <text>", "why, such as a commit: each entry of the audit trail names it")
    .option("--schema", "print the JSON schema of the files, for editors")
    .addOption(yesOption())
    .action(
      action(invocation, (path: string | undefined, words: ApplyWords, command: Command) =>
        words.schema ? printSchema(invocation) : apply(invocation, command, path, words),
      ),
    );
}

async function printSchema({ terminal }: Invocation): Promise<Outcome> {
  const { stateFileJsonSchema } = await import("../operations/declared/schema.ts");
  terminal.printJson(stateFileJsonSchema());
  return done;
}

function apply(
  invocation: Invocation,
  command: Command,
  given: string | undefined,
  words: ApplyWords,
): Promise<Outcome> {
  return withExisting(invocation, command, async (opened) => {
    const path = given === undefined ? opened.config.apply : resolve(invocation.cwd, given);
    if (path === undefined)
      return refuse({ exitCode: exitCodes.usage, cause: "Name a file or a folder, or set LATCHKEY_APPLY." });
    const { readState } = await import("../compose/declared.ts");
    const read = await readState(path, invocation.env, opened.config);
    if (!read.ok) return refuse(fileProblem(read.reason, exitCodes.refused));
    const { state, located } = read.value;
    const refused = (problem: OperationProblem) => {
      const { cause: _, ...found } = problemOf({ invocation, hints: {}, names: {} }, problem);
      const inFile = { ...found, ...fileProblem(located(problem), found.exitCode) };
      return refuse(inFile);
    };
    const wanted = { state, prune: words.prune === true, prune_users: words.pruneUsers === true };
    const call = { ...openCall(opened), params: undefined, query: undefined };
    const planned = await planState.run({ ...call, body: wanted, ifMatch: undefined });
    if (!planned.ok) return refused(planned.reason);
    const plan = itemsOf(planned.value.body);
    if (words.plan) return showPlan(invocation, command, plan, applyCommand(path, words));
    if (!wantsJson(command)) plan.flatMap(linesOf).forEach(invocation.terminal.print);
    const agreed = await agree(plan, words);
    if (!agreed.ok) return agreed;
    const body = { ...wanted, ...(words.reason !== undefined && { reason: words.reason }) };
    const applied = await applyState.run({ ...call, body, ifMatch: planned.value.etag });
    if (!applied.ok) return refused(applied.reason);
    return showApplied(invocation, command, itemsOf(applied.value.body));
  });
}

/** For how many new people the command that makes a link is named. */
const linksMax = 5;

/** An operation returns what its schema describes. */
function itemsOf(body: object | undefined): Changes {
  return (body as { readonly items: Changes }).items;
}

function fileProblem({ place, cause, repair }: DeclaredProblem, exitCode: Problem["exitCode"]): Problem {
  return { exitCode, cause: `${place}: ${cause}`, ...(repair !== undefined && { hint: repair }) };
}

/** Asks on a terminal before something is deleted. A script says `--yes`. */
async function agree(plan: Changes, words: ApplyWords): Promise<Result<void, Problem>> {
  const deleted = plan.filter(({ act }) => act === "delete").length;
  if (deleted === 0) return ok(undefined);
  if (!words.yes && !isAsked())
    return refuse({
      exitCode: exitCodes.refused,
      cause: `It would delete ${counted(deleted, "thing")}, and nobody can be asked.`,
      hint: "--plan says what would be deleted; --yes deletes without asking.",
    });
  return confirm(`Delete ${counted(deleted, "thing")}?`, words);
}

/** The command that does what was planned. A deletion still asks, or needs `--yes`. */
function applyCommand(path: string, { prune, pruneUsers }: ApplyWords): string {
  return [
    `apply ${shellWord(path)}`,
    ...(prune ? ["--prune"] : []),
    ...(pruneUsers ? ["--prune-users"] : []),
  ].join(" ");
}

function showPlan(invocation: Invocation, command: Command, plan: Changes, applies: string): Outcome {
  const { terminal, runLatchkey } = invocation;
  if (wantsJson(command))
    terminal.printJson(withNext(invocation, { items: plan }, plan.length === 0 ? [] : [applies]));
  else plan.flatMap(linesOf).forEach(terminal.print);
  if (plan.length === 0) {
    terminal.note("Everything is as declared.");
    return done;
  }
  return refuse({
    exitCode: exitCodes.differs,
    reason: "differs",
    cause: `${summaryOf(plan, ["to create", "to change", "to delete"])} Nothing was changed.`,
    hint: `\`${runLatchkey} ${applies}\` applies it.`,
  });
}

function showApplied(invocation: Invocation, command: Command, applied: Changes): Outcome {
  const { terminal, runLatchkey } = invocation;
  const people = applied.filter(({ section, act }) => section === "users" && act === "create");
  const links = people.slice(0, linksMax).map(({ name }) => recoverCommand(name));
  if (wantsJson(command)) terminal.printJson(withNext(invocation, { items: applied }, links));
  else
    for (const { section, name, made_secret: secret } of applied)
      if (secret !== undefined)
        terminal.print(`${section} ${name} has a new secret, which is shown this once: ${secret}`);
  for (const link of links)
    terminal.note(`A new account has no password. A link that sets one: ${runLatchkey} ${link}`);
  if (people.length > links.length)
    terminal.note(
      `${people.length - links.length} more new accounts have no password either. For each: ${runLatchkey} user recover USER`,
    );
  terminal.note(
    applied.length === 0
      ? "Everything is as declared."
      : `Done: ${summaryOf(applied, ["created", "changed", "deleted"])}`,
  );
  return done;
}

function summaryOf(changes: Changes, [created, changed, deleted]: readonly [string, string, string]): string {
  const count = (wanted: Change["act"]) => changes.filter(({ act }) => act === wanted).length;
  return `${count("create")} ${created}, ${count("update")} ${changed}, ${count("delete")} ${deleted}.`;
}

const signs = { create: "+", update: "~", delete: "-" } as const;

/** A change for people. Values are printed as JSON, so that one cannot be read as two. */
function linesOf({ section, name, act, members, secret }: Change): readonly string[] {
  const said = members.map(({ member, from, to }) => {
    const text = (value: unknown) => (value === null ? "(default)" : JSON.stringify(value));
    return act === "create" ? `    ${member}: ${text(to)}` : `    ${member}: ${text(from)} -> ${text(to)}`;
  });
  return [
    `${signs[act]} ${section} ${name}`,
    ...said,
    ...(secret
      ? [`    secret: ${act === "create" ? "the declared one" : "replaced by the declared one"}`]
      : []),
  ];
}
