import { type Command, Option } from "commander";
import { type ConfigProblem, describeConfigProblem, type LoadedConfig, loadConfig } from "../ops/config.ts";
import { type Flags, readTextFile } from "../ops/config-layers.ts";
import { flagOf, settingKeys, settings } from "../ops/settings.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { detailLines } from "./layout.ts";
import { exitCodes, type Outcome, type Problem } from "./outcome.ts";
import type { Terminal } from "./terminal.ts";

/** The surroundings of a command: terminal, working folder, environment, and the options that all commands share. */
export interface Invocation {
  readonly terminal: Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The command that starts this program: `latchkey`, or in a checkout `npx latchkey` or `node bin/latchkey.js`. */
  readonly runLatchkey: string;
  /** The words after that command. */
  readonly words: readonly string[];
  /** Set by the command that ran. */
  outcome: Outcome;
}

/** Wraps a command for commander, which knows no outcomes. */
export function action<Arguments extends unknown[]>(
  invocation: Invocation,
  run: (...given: Arguments) => Promise<Outcome>,
): (...given: Arguments) => Promise<void> {
  return async (...given) => {
    invocation.outcome = await run(...given);
  };
}

/** True with `--json` anywhere in the command line. */
export function wantsJson(command: Command): boolean {
  return command.optsWithGlobals().json === true;
}

/** Adds the options that every command understands: `--json` and one flag for each setting, unless the command has it as its own. */
export function addSharedOptions(program: Command, own: ReadonlySet<string>): void {
  program.option("--json", "print one JSON object, or one a line for lists");
  program.option("--data <folder>", "the data folder, as --data-dir and LATCHKEY_DATA_DIR");
  program.option("--config <file>", "read settings from this file instead of .env");
  for (const { flag, help } of settingHelp()) {
    const option = new Option(flag, help).hideHelp();
    if (!own.has(option.long ?? "")) program.addOption(option);
  }
}

/** The settings as `--help` shows them, below the commands. */
export function settingsHelpText(): string {
  const lines = detailLines(
    settingHelp().map(({ flag, help, preset }) => [`  ${flag}`, `${help} (${preset})`]),
  );
  return `
Settings, and what they are by default:
${lines.join("\n")}

Each is also an environment variable (--base-url is LATCHKEY_BASE_URL) or a line of the file .env. Flags win over the
environment, and the environment over .env. With _FILE at its end the name takes the path of a file that holds the value.`;
}

function settingHelp(): { readonly flag: string; readonly help: string; readonly preset: string }[] {
  return settingKeys.map((key) => {
    const { name, isSecret, help, defaultText } = settings[key];
    const flag = `${flagOf(name, isSecret)} ${isSecret ? "<file>" : "<value>"}`;
    return { flag, help: isSecret ? `a file with ${help}` : help, preset: defaultText };
  });
}

/** Loads the settings of the folder and the environment in which this command was started. */
export function loadSettings(
  { env, cwd }: Invocation,
  command: Command,
): Result<LoadedConfig, readonly ConfigProblem[]> {
  const { config: configFile } = command.optsWithGlobals<{ readonly config?: string }>();
  return loadConfig({ env, flags: flagsOf(command), cwd, readFile: readTextFile, configFile });
}

/** Reads the configuration. A warning on stderr names unknown settings. */
export function readConfig(invocation: Invocation, command: Command): Result<LoadedConfig, Problem> {
  const loaded = loadSettings(invocation, command);
  if (!loaded.ok)
    return refuse({
      exitCode: exitCodes.badConfiguration,
      cause: loaded.reason.map(describeConfigProblem).join("\n"),
    });
  for (const problem of loaded.value.unknown)
    invocation.terminal.note(`Warning: ${spelledOut(invocation, describeConfigProblem(problem))}`);
  return ok(loaded.value);
}

/** Puts the working command in place of `latchkey …` in texts of other rooms, so that people can paste it. */
export function spelledOut({ runLatchkey }: Invocation, text: string): string {
  return text.replaceAll("`latchkey ", `\`${runLatchkey} `);
}

/** The settings among the options, under their names in `Config`. They are options of the program and not of the command. */
function flagsOf(command: Command): Flags {
  const options = rootOf(command).opts();
  const flags: Record<string, string> = typeof options.data === "string" ? { dataDir: options.data } : {};
  for (const key of settingKeys) {
    const { name, isSecret } = settings[key];
    const value: unknown = options[attributeOf(flagOf(name, isSecret))];
    if (typeof value === "string") flags[isSecret ? `${key}File` : key] = value;
  }
  return flags;
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

// commander keeps --base-url as baseUrl.
function attributeOf(flag: string): string {
  return flag.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
