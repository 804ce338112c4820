import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { readTextFile } from "../ops/config-layers.ts";
import type { MetadataChanges } from "../protocol/client/metadata-change.ts";
import { type MetadataMember, metadataRows } from "../protocol/client/metadata-fields.ts";
import type { CommandOption, Field, OptionValue } from "../protocol/client/metadata-row.ts";
import { errorCodeOf } from "../values/error-code.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import type { Invocation } from "./invocation.ts";
import { exitCodes, type Problem } from "./outcome.ts";

/** The options of a command as commander hands them over, those for the properties of a client included. */
export type MetadataOptions = object;

interface PropertyOption {
  readonly member: MetadataMember;
  readonly field: Field;
  readonly heading: string;
  readonly option: Option;
  /** Its second spelling, which the help of the first one names. */
  readonly alias: Option | undefined;
}

/** Adds the options, in groups. With `mayTakeAway` each has a `--no-` form, which the help explains once for all. */
export function addMetadataOptions(
  command: Command,
  { mayTakeAway }: { readonly mayTakeAway: boolean },
): Command {
  for (const { heading, option, alias } of propertyOptions()) {
    // With both forms it is undefined where neither is named; alone, the second would make it true.
    if (option.negate)
      command.addOption(new Option(`--${option.name().replace("no-", "")}`, "as without it").hideHelp());
    command.addOption(option.helpGroup(heading));
    if (mayTakeAway && !option.negate)
      command.addOption(new Option(`--no-${option.name()}`, "take it away").hideHelp());
    if (alias !== undefined) command.addOption(alias);
  }
  if (mayTakeAway)
    command.addHelpText(
      "after",
      "\nA list that is named replaces the one there is. With no- in front an option takes away, as in --no-openid.",
    );
  return command;
}

/** The options, in the order of the help. They are made anew for each command, which marks them as its own. */
export function propertyOptions(): readonly PropertyOption[] {
  const options = metadataRows.flatMap(([member, field]) =>
    field.option === null
      ? []
      : [
          {
            member,
            field,
            heading: field.option.heading,
            option: optionOf(field, field.option),
            alias: aliasOf(field, field.option),
          },
        ],
  );
  return Object.values(Object.groupBy(options, ({ heading }) => heading)).flatMap((group) => group ?? []);
}

function optionOf({ takes, choices }: Field, { flags, help }: CommandOption): Option {
  const isRepeated = takes === "texts" || takes === "rules";
  const option = new Option(flags, isRepeated ? `${help}; may be repeated` : help);
  if (isRepeated) option.argParser(collect);
  return choices === undefined ? option : option.choices(choices);
}

function aliasOf(field: Field, { alias, ...named }: CommandOption): Option | undefined {
  if (alias === undefined) return undefined;
  return optionOf(field, { ...named, flags: named.flags.replace(/^\S+/, alias) }).hideHelp();
}

/** Gathers an option that may be repeated. */
export function collect(value: string, before: readonly string[] | false | undefined): readonly string[] {
  return [...(before || []), value];
}

/** What the options ask for; undefined where they ask for nothing. Reads the file of public keys. */
export function metadataChanges(
  { cwd }: Invocation,
  options: MetadataOptions,
): Result<MetadataChanges | undefined, Problem> {
  const given = new Map<string, OptionValue>(Object.entries(options));
  if (typeof given.get("publicKeys") === "string" && typeof given.get("publicKeysUri") === "string")
    return refuse({
      exitCode: exitCodes.usage,
      cause: "--public-keys and --public-keys-uri cannot be used together.",
    });
  const changes: Record<string, unknown> = {};
  for (const { member, field, option, alias } of propertyOptions()) {
    const value = bothSpellings(given, [option, ...(alias === undefined ? [] : [alias])]);
    if (value === undefined) continue;
    const isFile = field.takes === "file" && typeof value === "string";
    const read = isFile ? readKeyFile(resolve(cwd, value)) : ok(value);
    if (!read.ok) return read;
    changes[member] = field.fromOption(read.value);
  }
  return ok(Object.keys(changes).length === 0 ? undefined : (changes as MetadataChanges));
}

/** What was given under either spelling; of a list that was named by both, all of it. */
function bothSpellings(
  given: ReadonlyMap<string, OptionValue>,
  options: readonly Option[],
): OptionValue | undefined {
  const values = options
    .map((option) => given.get(option.attributeName()))
    .filter((value) => value !== undefined);
  const isEveryList = values.every((value) => typeof value === "object");
  return isEveryList && values.length > 1 ? values.flat() : values[0];
}

function readKeyFile(file: string): Result<string, Problem> {
  try {
    const text = readTextFile(file);
    if (text !== undefined) return ok(text);
    return refuse({ exitCode: exitCodes.notFound, cause: `There is no file ${file}.` });
  } catch (error) {
    return refuse({ exitCode: exitCodes.refused, cause: `${file} cannot be read (${errorCodeOf(error)}).` });
  }
}
