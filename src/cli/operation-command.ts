import type { Command, Option } from "commander";
import type { z } from "zod";
import type { Answer, Call, KnownOperation, Operation } from "../operations/operation.ts";
import type { Problem as OperationProblem, ProblemKind } from "../operations/problem.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { withExisting } from "./administration.ts";
import { type ConfirmOptions, confirm, type DryRunOptions, dryRunOption, yesOption } from "./confirm.ts";
import { action, type Invocation, spelledOut, wantsJson } from "./invocation.ts";
import { detailLines, openTable } from "./layout.ts";
import { eachPage, type ListOptions, noteRest, type Page, type ReadPage } from "./list.ts";
import { withNext } from "./next-commands.ts";
import { openCall } from "./operation-call.ts";
import {
  asHelp,
  kebab,
  type Names,
  namesIn,
  type OwnArgument,
  type OwnOptions,
  optionsOf,
  readInput,
  type Words,
  wordArgument,
} from "./operation-input.ts";
import type {
  Beside,
  CommandView,
  ContentOf,
  Hint,
  Hints,
  ItemOf,
  ItemsBy,
  ReadBy,
  ShownBy,
} from "./operation-view.ts";
import { done, type ExitCode, exitCodeAs, exitCodes, type Outcome, type Problem } from "./outcome.ts";

/** Makes the commands of a noun from its operations, below `parent`. */
export function operationCommands<Reason extends { readonly kind: string } = never>(
  parent: Command,
  invocation: Invocation,
  hints: Hints<Reason> = {},
) {
  const noun = { parent, invocation, hints: hints as Readonly<Record<string, Hint>>, made: new Map() };
  return <
    Id extends string,
    Params extends z.ZodObject | undefined,
    Body extends z.ZodObject | undefined,
    Output extends z.ZodObject | undefined,
    Reads extends z.ZodObject | undefined = undefined,
    As extends string = never,
    List extends z.ZodObject | undefined = undefined,
  >(
    operation: KnownOperation<Id, Params, Body, Output>,
    view: CommandView<
      ShownBy<Params, Output, Reads> & ItemsBy<As, List>,
      ReadBy<Params, Reads>,
      ContentOf<Body>
    > & {
      readonly reads?: KnownOperation<string, z.ZodObject | undefined, undefined, Reads>;
      readonly lists?: {
        readonly as: As;
        readonly operation: KnownOperation<string, z.ZodObject | undefined, undefined, List>;
      };
    } = {},
  ): void => addOperation(noun, operation, view);
}

interface Noun {
  readonly parent: Command;
  readonly invocation: Invocation;
  readonly hints: Readonly<Record<string, Hint>>;
  /** The commands that were made, by their words. */
  readonly made: Map<string, Made>;
}

interface Made {
  readonly command: Command;
  /** The further operations that the command stands for. */
  readonly others: Other[];
}

/** A further operation of a command, which is meant if its option is given. */
interface Other {
  readonly option: Option;
  readonly operation: Operation;
  readonly perform: (names: Names) => Promise<Outcome>;
}

function addOperation<Shown, Read, Content>(
  noun: Noun,
  operation: Operation,
  view: CommandView<Shown, Read, Content>,
): void {
  const word = operation.command?.split(" ").at(-1) ?? operation.id;
  const made = noun.made.get(word);
  if (made !== undefined) {
    addOther(noun, made, operation, view);
    return;
  }
  const { narrowed = operation } = view;
  const asks = view.confirm !== undefined;
  const help = view.help ?? asHelp(operation.summary);
  const input = inputOf(operation, view);
  const { argument, members = [] } = input.argument ?? {};
  const own = namesIn(operation);
  const further = namesIn(narrowed).filter((name) => !own.includes(name));
  const command = noun.parent.command(word).description(asks ? `${help}; asks on a terminal` : help);
  for (const name of own) if (!members.includes(name)) command.addArgument(wordArgument(name));
  if (argument !== undefined) command.addArgument(argument);
  for (const name of further) command.addArgument(wordArgument(name).argOptional());
  for (const option of optionsOf(input)) command.addOption(option);
  if (asks) command.addOption(yesOption());
  if (operation.method === "delete" && view.reads !== undefined) command.addOption(dryRunOption());
  const others: Other[] = [];
  noun.made.set(word, { command, others });
  command.action(
    action(noun.invocation, async () => {
      const said: Names = Object.assign({}, ...command.processedArgs);
      const other = others.find((each) => givenValue(command, each) !== undefined);
      if (other !== undefined) return performOther(command, other, said);
      const missing = own.filter((name) => !(name in said));
      if (missing.length > 0) return refuse(eitherOr(missing, others));
      const meant = further.some((name) => name in said) ? narrowed : operation;
      const isName = ([name]: readonly [string, string]) => namesIn(meant).includes(name);
      const names = Object.fromEntries(Object.entries(said).filter(isName));
      const content = Object.fromEntries(Object.entries(said).filter((each) => !isName(each)));
      return perform({ ...noun, command, operation: meant, view, names, members: content });
    }),
  );
}

function addOther<Shown, Read, Content>(
  noun: Noun,
  { command, others }: Made,
  operation: Operation,
  view: CommandView<Shown, Read, Content>,
): void {
  const { when: option } = view;
  if (option === undefined) throw new Error(`${operation.id} does not say when its command means it.`);
  command.addOption(option);
  const said = namesIn(operation).length - (option.required ? 1 : 0);
  if (said < command.registeredArguments.length)
    for (const argument of command.registeredArguments) argument.argOptional();
  others.push({
    option,
    operation,
    perform: (names) => perform({ ...noun, command, operation, view, names, members: {} }),
  });
}

async function performOther(command: Command, other: Other, said: Names): Promise<Outcome> {
  const own = namesIn(other.operation);
  const strange = Object.keys(said).filter((name) => !own.includes(name));
  if (strange.length > 0) return refuse(eitherOr(strange, [other]));
  const further = own.filter((name) => !(name in said));
  const value = String(givenValue(command, other));
  return other.perform({ ...said, ...Object.fromEntries(further.map((name) => [name, value])) });
}

function givenValue(command: Command, { option }: Other): unknown {
  return command.getOptionValue(option.attributeName());
}

function eitherOr(names: readonly string[], others: readonly Other[]): Problem {
  const ways = [...names.map((name) => `<${kebab(name)}>`), ...others.map(({ option }) => option.long)];
  return { exitCode: exitCodes.usage, cause: `Name either ${ways.join(" or ")}.` };
}

/** A command that was called. */
interface Called<Shown, Read, Content> extends Noun, Words {
  readonly command: Command;
  readonly operation: Operation;
  readonly view: CommandView<Shown, Read, Content>;
}

async function perform<Shown, Read, Content>(called: Called<Shown, Read, Content>): Promise<Outcome> {
  const { invocation, command, operation, view, names } = called;
  const input = await readInput(command, invocation, inputOf(operation, view), called);
  if (!input.ok) return input;
  // `Content` and `Shown` were inferred from the schemas that read the one and describe the other.
  const content = input.value.body as Content;
  const checked = view.check?.(content) ?? ok(undefined);
  if (!checked.ok) return refuse(problemOf(called, checked.reason));
  return withExisting(invocation, command, async (opened) => {
    const call = { ...openCall(opened), ...input.value };
    const run = async (
      each: Operation | undefined,
      beside: Partial<Pick<Call, "ifMatch" | "query">> = {},
    ): Promise<Result<Answer, Problem>> => {
      const answered = (await each?.run({ ...call, ifMatch: undefined, ...beside })) ?? ok({});
      return answered.ok ? answered : refuse(problemOf(called, answered.reason));
    };
    const isDeletion = operation.method === "delete";
    const before = await run(isDeletion || view.confirm !== undefined ? view.reads : undefined);
    if (!before.ok) return before;
    const question = view.confirm?.((before.value.body ?? names) as Read, content);
    if (isDeletion && command.opts<DryRunOptions>().dryRun)
      return showDryRun(called, { ...(before.value.body ?? names), dry_run: true }, question);
    if (question !== undefined) {
      const confirmed = await confirm(question, command.opts<ConfirmOptions>());
      if (!confirmed.ok) return confirmed;
    }
    // What was asked about is what it is done to, also if the name means something else by now.
    const seen = view.confirm !== undefined && operation.isConditional ? before.value.etag : undefined;
    const answered = await run(operation, { ifMatch: seen });
    if (!answered.ok) return answered;
    const { body, isUnchanged = false, revokedTokens = 0 } = answered.value;
    const after = body === undefined && !isDeletion ? await run(view.reads) : before;
    if (!after.ok) return after;
    const listed = await run(view.lists?.operation);
    if (!listed.ok) return listed;
    const { items, total }: Page = listed.value.body ?? {};
    const record = {
      ...(body ?? after.value.body ?? names),
      ...(view.lists !== undefined && { [view.lists.as]: items }),
      ...(isDeletion && body === undefined && { deleted: true }),
    };
    const { runLatchkey: latchkey } = invocation;
    const filtered = { ...names, ...input.value.query };
    const { registry } = call;
    const beside = { names: filtered, content, latchkey, isUnchanged, revokedTokens, registry };
    const read: ReadPage = (part) => run(operation, { query: { ...input.value.query, ...part } });
    return present(called, record as Shown & object, { ...beside, total, read });
  });
}

/** Says what a deletion would be about, by the question that it asks, or else by the names. */
function showDryRun(
  { invocation: { terminal }, command, names }: Pick<Noun, "invocation"> & Words & { command: Command },
  found: object,
  question: string | undefined,
): Outcome {
  if (wantsJson(command)) terminal.printJson(found);
  else terminal.print(question ?? `${command.name()} ${Object.values(names).join(" ")}`);
  terminal.note("Nothing was changed.");
  return done;
}

/** The parts of a view that say what a command takes. */
interface Taken {
  readonly argument?: string | OwnArgument;
  readonly options?: OwnOptions;
  readonly limit?: Option;
  readonly lists?: { readonly operation: Operation };
}

function inputOf(operation: Operation, { argument, options, limit, lists }: Taken) {
  return {
    operation,
    argument:
      typeof argument === "string" ? { members: [argument], argument: wordArgument(argument) } : argument,
    options,
    limit,
    query: lists?.operation.query,
  };
}

/** Prints what came of it: on stdout what was asked for, on stderr what is worth knowing. */
async function present<Shown, Read, Content>(
  called: Called<Shown, Read, Content>,
  shown: Shown & object,
  beside: Beside<Content> & { readonly total: number | undefined; readonly read: ReadPage },
): Promise<Outcome> {
  const { invocation, command, view } = called;
  const { terminal, runLatchkey: latchkey } = invocation;
  const { table, details, secret, json } = view;
  const page: Page<ItemOf<Shown>> = shown;
  const { items, total = beside.total, total_exact: isExact = true } = page;
  const isJson = wantsJson(command);
  if (items !== undefined && (isJson || table !== undefined)) {
    const printRows = table && openTable(terminal, table.headings);
    const print = (page: readonly ItemOf<Shown>[]) => {
      if (isJson) page.forEach(terminal.printJson);
      else if (table !== undefined) printRows?.(page.map((item) => table.row(item, beside)));
    };
    // An empty page may have others behind it.
    const isEmpty = items.length === 0 && (page.next ?? null) === null;
    if (!isJson && isEmpty && table?.empty !== undefined) terminal.note(table.empty(latchkey, beside.names));
    else {
      const printed = await eachPage(shown, {
        limit: command.opts<ListOptions>().limit,
        print,
        read: beside.read,
      });
      if (!printed.ok) return printed;
    }
  } else if (isJson) {
    const result = json?.(shown, beside.names) ?? shown;
    terminal.printJson(view.next ? withNext(invocation, result, await view.next(shown, beside)) : result);
  } else if (secret !== undefined) terminal.print(String(shown[secret]));
  else if (details !== undefined) {
    const lines = await details(shown, beside);
    (typeof lines === "string" ? lines.split("\n") : detailLines(lines)).forEach(terminal.print);
  }
  const failure = view.failure?.(shown);
  if (failure !== undefined) return refuse({ exitCode: exitCodes.failed, ...failure });
  for (const note of (await view.notes?.(shown, beside)) ?? []) terminal.note(note);
  if (total !== undefined && isExact) noteRest(invocation, command.opts<ListOptions>(), total);
  return done;
}

/** The problem of an operation on the command line, with the hint of its noun. */
export function problemOf(
  { invocation, hints, names }: Pick<Noun, "invocation" | "hints"> & Pick<Words, "names">,
  problem: OperationProblem,
): Problem {
  const { kind, detail, refusal } = problem;
  if (refusal === undefined) return { exitCode: exitCodeOfKind[kind] ?? exitCodes.failed, cause: detail };
  const { as, say, reason } = refusal;
  const hint = hints[reason.kind];
  const text = typeof hint === "function" ? hint(reason, names) : hint;
  return {
    exitCode: exitCodeAs[as],
    reason: reason.kind,
    cause: say,
    ...(text !== undefined && { hint: spelledOut(invocation, text) }),
  };
}

/** The exit codes of problems that no table of a noun explains. */
const exitCodeOfKind: Readonly<Partial<Record<ProblemKind, ExitCode>>> = {
  "invalid-parameters": exitCodes.usage,
  "not-found": exitCodes.notFound,
  "invalid-content": exitCodes.refused,
  "insufficient-scope": exitCodes.refused,
  conflict: exitCodes.conflict,
  "precondition-failed": exitCodes.conflict,
  unavailable: exitCodes.unavailable,
};
