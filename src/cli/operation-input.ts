import { type Command, Option } from "commander";
import type { z } from "zod";
import { type InputMember, inputMembers } from "../operations/input.ts";
import type { Operation } from "../operations/operation.ts";
import { unreadableProblem } from "../operations/unreadable.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { limitOption } from "./list.ts";
import { type ExitCode, exitCodes, type Problem } from "./outcome.ts";

/** The options of members whose name or help is not that of the member. */
export type OwnOptions = Readonly<Partial<Record<string, Option>>>;

/** What a command line names: the names in the path of an operation, and a member of the content. */
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
  /** The member of the content that is an argument. */
  readonly argument?: string | undefined;
}

/** The options of an operation: one for each member of its content, and of its query. */
export function optionsOf(input: Input): readonly Option[] {
  const members = [...bodyMembers(input), ...queryMembers(input)];
  const { options = {} } = input;
  const own = members.map((member) =>
    (options[member.name] ?? optionOf(member)).makeOptionMandatory(member.isRequired),
  );
  return isPaged(input) ? [...own, limitOption()] : own;
}

function bodyMembers({ operation, argument }: Input): readonly InputMember[] {
  return inputMembers(operation.body).filter(({ name }) => name !== argument);
}

/** A command shows one page, which may be longer than those of the API. */
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
  readonly query: unknown;
  readonly body: unknown;
}

/** The words of a command: names of the path, and one that may be a member of the content. */
export interface Words {
  readonly names: Names;
  readonly value: string | undefined;
}

/** Reads what a command line says. */
export function readInput(
  command: Command,
  input: Input,
  { names, value }: Words,
): Result<ReadInput, Problem> {
  const { operation, argument, options = {} } = input;
  const given = new Map(Object.entries(command.opts()));
  const said = (members: readonly InputMember[]) =>
    members.flatMap((member) => {
      const text: unknown = given.get((options[member.name] ?? optionOf(member)).attributeName());
      return text === undefined ? [] : [[member.name, contentValue(member, text)]];
    });
  const asArgument = (name: string) => `<${kebab(name)}>`;
  const asOption = (name: string) => options[name]?.long ?? flagOf(name);
  const params = readPart(operation.params, names, asArgument, exitCodes.usage);
  if (!params.ok) return params;
  const { query = operation.query } = input;
  const asked = readPart(query, Object.fromEntries(said(queryMembers(input))), asOption, exitCodes.usage);
  if (!asked.ok) return asked;
  const content = [...said(bodyMembers(input)), ...(argument === undefined ? [] : [[argument, value]])];
  const body = readPart(
    operation.body,
    Object.fromEntries(content),
    (name) => (name === argument ? asArgument(name) : asOption(name)),
    exitCodes.refused,
    (name) => options[name]?.description,
  );
  if (!body.ok) return body;
  const limit = given.get("limit");
  return ok({
    params: params.value,
    query: { ...asked.value, ...(limit !== undefined && { limit: `${limit}` }) },
    body: body.value,
  });
}

/** An empty text removes what can be removed. */
function contentValue({ type, takesNull }: InputMember, said: unknown): unknown {
  if (said === "" && takesNull) return null;
  return type === "number" && typeof said === "string" && /^-?\d+$/.test(said) ? Number(said) : said;
}

/** Reads a part by its schema. `spell` says how the command line names a member of it, and `helpOf` what its help says. */
function readPart(
  schema: z.ZodObject | undefined,
  value: object,
  spell: (name: string) => string,
  exitCode: ExitCode,
  helpOf: (name: string) => string | undefined = () => undefined,
): Result<object, Problem> {
  if (schema === undefined) return ok({});
  const parsed = schema.safeParse(value);
  const unreadable = unreadableProblem(parsed.success ? parsed : { ...parsed, data: value }, {
    isContent: true,
    schema,
  });
  if (unreadable === undefined) return ok(parsed.data ?? {});
  const [{ pointer = "", detail } = { detail: unreadable.detail }] = unreadable.errors ?? [];
  const name = pointer.split("/")[1] ?? "";
  const help = helpOf(name);
  const hint = help && { hint: `${spell(name)} takes: ${help}` };
  return refuse({ exitCode, cause: `${spell(name)}: ${detail}`, ...hint });
}
