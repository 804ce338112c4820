import type { Command } from "commander";
import { flagOf, settingKeys, settings } from "../ops/settings.ts";
import { nearest } from "../values/nearest.ts";
import { refuse } from "../values/result.ts";
import { action, type Invocation } from "./invocation.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";

/** True if the words ask for JSON. It is asked before they are parsed, and also where they cannot be. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end < 0 ? argv.length : end).includes("--json");
}

/** Gives commander's errors the wording of Latchkey. Call it before the commands are added, because they inherit it. */
export function speakOurWay(program: Command, invocation: Invocation, isJson: boolean): void {
  if (isJson)
    program.configureOutput({
      writeErr: () => {},
      outputError: (complaint) => {
        const [cause, ...suggestions] = sentencesOf(complaint);
        const hint = suggestions.length === 0 ? {} : { hint: suggestions.join(" ") };
        invocation.outcome = refuse({ exitCode: exitCodes.usage, cause, ...hint });
      },
    });
  else
    program.configureOutput({
      outputError: (complaint) => {
        const [cause, ...suggestions] = sentencesOf(complaint);
        invocation.terminal.note(`latchkey: ${cause}`);
        for (const suggestion of suggestions) invocation.terminal.note(`  ${suggestion}`);
      },
    });
}

/** Ends an error about a command with the words that show its help. Call it after all commands were added. */
export function pointToHelp(command: Command, path: string): void {
  command.showHelpAfterError(`  \`${path} --help\` shows what it takes.`);
  for (const child of command.commands) pointToHelp(child, `${path} ${child.name()}`);
}

/** `latchkey help [command…]`: the same as `--help` behind it. */
export function addHelpCommand(program: Command, invocation: Invocation): void {
  program.command("help [command...]").action(
    action(invocation, async (words: readonly string[]) => {
      let command = program;
      for (const word of words) {
        const child = command.commands.find((candidate) => candidate.name() === word);
        if (child === undefined) return refuseWord(invocation, command, word);
        command = child;
      }
      command.outputHelp();
      return done;
    }),
  );
}

/** The problem of an unknown command. It names the command that a typing error most likely meant. */
export function refuseWord({ runLatchkey }: Invocation, parent: Command, word: string): Outcome {
  const path = parent.parent === null ? runLatchkey : `${runLatchkey} ${parent.name()}`;
  const meant = nearest(
    word,
    parent.commands.map((command) => command.name()),
  );
  return refuse({
    exitCode: exitCodes.usage,
    cause: `There is no command ${JSON.stringify(word)}.`,
    hint: meant === undefined ? `\`${path} --help\` lists them.` : `Did you mean \`${path} ${meant}\`?`,
  });
}

/** Messages of commander and their wording here. Messages that are not in the list are clear as they are. */
const rewordings: readonly (readonly [RegExp, string])[] = [
  [/^required option '(.+)' not specified$/, "The option $1 is missing"],
  [/^missing required argument '(.+)'$/, "The argument <$1> is missing"],
  [/^option '(\S+)[^']*' argument missing$/, "The option $1 needs a value"],
  [/^option '(\S+)[^']*' argument '(.*)' is invalid\. /, '$1: "$2" does not work. '],
  [/^command-argument value '(.*)' is invalid for argument '(\S+)'\. /, '<$2>: "$1" does not work. '],
  [/^unknown option '(.*)'$/, "There is no option $1"],
  [/^unknown command '(.*)'$/, 'There is no command "$1"'],
  // commander quotes the superfluous argument, which may be a secret.
  [/^too many arguments.*$/s, "There are too many arguments"],
];

/** commander never suggests an option that is hidden from the help of a command, and those of the settings are. */
function meantSetting(cause: string): string[] {
  const [, option] = /^unknown option '(--[^'=]+)/.exec(cause) ?? [];
  if (option === undefined) return [];
  const flags = settingKeys.map((key) => flagOf(settings[key].name, settings[key].isSecret));
  const meant = nearest(option, flags);
  return meant === undefined ? [] : [`Did you mean ${meant}?`];
}

// commander writes `error: unknown option '--x'`, and in a line of its own `(Did you mean --y?)`.
function sentencesOf(complaint: string): readonly [cause: string, ...suggestions: string[]] {
  const [cause = "", ...suggestions] = complaint
    .replace(/^error: /, "")
    .trimEnd()
    .split("\n");
  const reworded = rewordings.reduce((text, [theirs, ours]) => text.replace(theirs, ours), cause);
  const sentence = reworded.charAt(0).toUpperCase() + reworded.slice(1);
  if (suggestions.length === 0) suggestions.push(...meantSetting(cause));
  const told = suggestions.map((suggestion) => suggestion.replace(/^\((.*)\)$/, "$1"));
  return [`${sentence}${sentence.endsWith(".") ? "" : "."}`, ...told];
}
