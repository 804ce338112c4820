import { Argument, type Command, Option, type OptionValues } from "commander";
import type { z } from "zod";
import { type InputMember, inputMembers } from "../operations/input.ts";
import type { Operation } from "../operations/operation.ts";
import { readPart } from "../operations/unreadable.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import type { Invocation } from "./invocation.ts";
import { limitOption, listPageMax } from "./list.ts";
import { type ExitCode, exitCodes, type Problem } from "./outcome.ts";

/** Several options that say one member. */
export interface OptionGroup {
  readonly options: readonly Option[];
  /** Makes the value of theirs; absent if they have one value, as `--domain` and `--no-domain` do. */
  readonly read?: (given: OptionValues, invocation: Invocation) => MaybeLater<Result<unknown, Problem>>;
}

/** A value that may take a while, as a line of stdin does. */
export type MaybeLater<Value> = Value | Promise<Value>;

/** The options of members whose name or help is not that of the member. */
export type OwnOptions = Readonly<Partial<Record<string, Option | OptionGroup>>>;

/** `--domain` and `--no-domain`, which removes what was set before. */
export function removable(option: Option, help: string): OptionGroup {
  return { options: [option, new Option(`--no-${option.name()}`, help)] };
}

/** A word of the command line that says members of the path or of the content. */
export interface OwnArgument {
  readonly members: readonly string[];
  /** Its parser makes an object of these members. */
  readonly argument: Argument;
}

/** An argument that says one member. */
export function wordArgument(member: string): Argument {
  return new Argument(`<${kebab(member)}>`).argParser((text: string) => ({ [member]: text }));
}

/** The names in the path of an operation that a command line says. */
export type Names = Readonly<Record<string, string>>;

/** The names in the path of an operation, in its order. */
export function namesIn({ params }: Operation): readonly string[] {
  return Object.keys(params?.shape ?? {});
}

/** A name as the help shows it: `<client-id>`. */
export function kebab(name: string): string {
  return name.replaceAll("_", "-");
}

/** A sentence of the description as a line of help: `All keys, newest first.` is `all keys, newest first`. */
export function asHelp(sentence: string): string {
  return sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()).replace(/\.$/, "");
}

interface Input {
  readonly operation: Operation;
  /** The query whose members are options too; absent for that of the operation. */
  readonly query?: Operation["query"];
  readonly options?: OwnOptions | undefined;
  readonly argument?: OwnArgument | undefined;
  readonly limit?: Option | undefined;
}

/** The options of an operation: one for each member of its content, and of its query. */
export function optionsOf(input: Input): readonly Option[] {
  const own = [...bodyMembers(input), ...queryMembers(input)].flatMap((member) => {
    const { options } = groupOf(input, member);
    return options.map((option) => option.makeOptionMandatory(member.isRequired && options.length === 1));
  });
  return isPaged(input) ? [...own, input.limit ?? limitOption()] : own;
}

function groupOf({ options = {} }: Input, member: InputMember): OptionGroup {
  const own = options[member.name] ?? optionOf(member);
  return own instanceof Option ? { options: [own] } : own;
}

function ownOption({ options = {} }: Input, name: string): Option | undefined {
  const own = options[name];
  return own instanceof Option ? own : own?.options[0];
}

function bodyMembers({ operation, argument }: Input): readonly InputMember[] {
  return inputMembers(operation.body).filter(({ name }) => argument?.members.includes(name) !== true);
}

/** A command shows a number of items, which may be more than a page of the API has. */
const ofPages: ReadonlySet<string> = new Set(["limit", "after"]);

function queryMembers({ operation, query = operation.query }: Input): readonly InputMember[] {
  return inputMembers(query).filter(({ name }) => !ofPages.has(name));
}

function isPaged({ operation, query = operation.query }: Input): boolean {
  return inputMembers(query).some(({ name }) => name === "limit");
}

const valueOfType: Readonly<Record<InputMember["type"], string>> = {
  text: " <text>",
  number: " <number>",
  boolean: "",
  list: " <value...>",
  object: " <json>",
};

function flagOf(name: string): string {
  return name === "q" ? "--search" : `--${kebab(name)}`;
}

/** `phone_number` is `--phone-number <text>`, and a list may be repeated. */
function optionOf({ name, description, type, choices }: InputMember): Option {
  const option = new Option(flagOf(name) + valueOfType[type], asHelp(description));
  return choices === undefined ? option : option.choices(choices);
}

/** The parts of a call, as their schemas read them. */
export interface ReadInput {
  readonly params: unknown;
  readonly query: Names;
  readonly body: unknown;
}

/** The words of a command. */
export interface Words {
  readonly names: Names;
  /** The members of the content that an argument says. */
  readonly members: object;
}

/** Reads what a command line says. */
export async function readInput(
  command: Command,
  invocation: Invocation,
  input: Input,
  { names, members }: Words,
): Promise<Result<ReadInput, Problem>> {
  const { operation, argument, options = {} } = input;
  const given = command.opts();
  const asArgument = (name: string) => `<${kebab(name)}>`;
  const asOption = (name: string) =>
    ownOption(input, name)?.long ?? (name in options ? kebab(name) : flagOf(name));
  const params = readSaid(operation.params, names, asArgument, exitCodes.usage);
  if (!params.ok) return params;
  const { query = operation.query } = input;
  const inQuery = await valuesOf(input, queryMembers(input), given, invocation);
  if (!inQuery.ok) return inQuery;
  const asked = readSaid(query, inQuery.value, asOption, exitCodes.usage);
  if (!asked.ok) return asked;
  const inBody = await valuesOf(input, bodyMembers(input), given, invocation);
  if (!inBody.ok) return inBody;
  const body = readSaid(
    operation.body,
    { ...inBody.value, ...members },
    (name) => (argument?.members.includes(name) ? asArgument(argument.argument.name()) : asOption(name)),
    exitCodes.refused,
    (name) => ownOption(input, name)?.description,
  );
  if (!body.ok) return body;
  if (operation.method === "patch" && Object.keys(body.value).length === 0) {
    const flags = optionsOf(input)
      .slice(0, 3)
      .map(({ long }) => long);
    return refuse({
      exitCode: exitCodes.usage,
      cause: "No change is named.",
      hint: `\`${invocation.runLatchkey} ${operation.command} --help\` lists what can, such as ${flags.join(", ")}.`,
    });
  }
  // A list of its own is read in pages; one beside something else is shown with it, whole.
  const most = query === operation.query ? listPageMax : Number.POSITIVE_INFINITY;
  return ok({
    params: params.value,
    query: { ...asked.value, ...(given.limit !== undefined && { limit: `${Math.min(given.limit, most)}` }) },
    body: body.value,
  });
}

/** The values of the members that the options say. */
async function valuesOf(
  input: Input,
  members: readonly InputMember[],
  given: OptionValues,
  invocation: Invocation,
): Promise<Result<object, Problem>> {
  const values: Record<string, unknown> = {};
  for (const member of members) {
    const { options, read } = groupOf(input, member);
    const said: unknown = given[options[0]?.attributeName() ?? ""];
    const value = read === undefined ? ok(contentValue(member, said)) : await read(given, invocation);
    if (!value.ok) return value;
    if (value.value !== undefined) values[member.name] = value.value;
  }
  return ok(values);
}

/** An empty text removes what can be removed, and so does `--no-…`. */
function contentValue({ type, takesNull }: InputMember, said: unknown): unknown {
  if (said === false && type === "list") return [];
  if ((said === "" || said === false) && takesNull) return null;
  return type === "number" && typeof said === "string" && /^-?\d+$/.test(said) ? Number(said) : said;
}

/** Reads a part of what was said. `spell` says how the command line names a member of it, and `helpOf` what its help says. */
function readSaid(
  schema: z.ZodObject | undefined,
  value: object,
  spell: (name: string) => string,
  exitCode: ExitCode,
  helpOf: (name: string) => string | undefined = () => undefined,
): Result<object, Problem> {
  const read = readPart(schema, value, { isContent: true });
  if (read.ok) return ok(read.value ?? {});
  const { detail: whole, errors = [] } = read.reason;
  const [{ pointer = "", detail } = { detail: whole }] = errors;
  const name = pointer.split("/")[1] ?? "";
  const help = helpOf(name);
  const hint = help && { hint: `${spell(name)} takes: ${help}` };
  return refuse({ exitCode, cause: `${spell(name)}: ${detail}`, ...hint });
}
