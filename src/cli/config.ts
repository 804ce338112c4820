import type { Command } from "commander";
import { logoOf } from "../ops/brand.ts";
import {
  type Config,
  type ConfigProblem,
  databasePath,
  describeConfigProblem,
  unnamedProxy,
  unnamedProxyRepair,
} from "../ops/config.ts";
import { settings } from "../ops/settings.ts";
import { reportSettings } from "../ops/settings-report.ts";
import { refuse } from "../values/result.ts";
import { action, type Invocation, loadSettings, readConfig, wantsJson } from "./invocation.ts";
import { printTable } from "./layout.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";

/** `latchkey config …`: shows the settings and their sources. */
export function addConfigCommands(program: Command, invocation: Invocation): void {
  const config = program.command("config");
  config
    .command("print")
    .description("every setting with its value and source; secrets stay hidden")
    .action(action(invocation, (_: object, command: Command) => print(invocation, command)));
  config
    .command("validate")
    .description("check every setting without starting anything")
    .action(action(invocation, (_: object, command: Command) => validate(invocation, command)));
}

async function print(invocation: Invocation, command: Command): Promise<Outcome> {
  const { terminal } = invocation;
  const loaded = readConfig(invocation, command);
  if (!loaded.ok) return loaded;
  const { config, origins } = loaded.value;
  const rows = reportSettings(config, origins);
  if (wantsJson(command)) rows.forEach(terminal.printJson);
  else
    printTable(
      terminal,
      ["SETTING", "VALUE", "SOURCE"],
      rows.map(({ setting, value, origin }) => [setting, value ?? "not set", origin]),
    );
  return done;
}

async function validate(invocation: Invocation, command: Command): Promise<Outcome> {
  const { terminal } = invocation;
  const loaded = loadSettings(invocation, command);
  const logo = loaded.ok ? logoProblem(loaded.value.config) : [];
  const problems = loaded.ok ? [...loaded.value.unknown, ...logo] : loaded.reason;
  if (wantsJson(command)) terminal.printJson({ valid: problems.length === 0, problems });
  if (problems.length > 0)
    return refuse({
      exitCode: exitCodes.badConfiguration,
      cause: problems.map(describeConfigProblem).join("\n"),
      ...(loaded.ok && logo.length === 0 && { hint: "The service would start without it." }),
    });
  if (!loaded.ok) return done;
  const { config } = loaded.value;
  const repair = unnamedProxyRepair(config);
  if (repair !== undefined) terminal.note(`Warning: ${unnamedProxy}; ${repair}.`);
  if (!wantsJson(command)) terminal.note(`Every setting is valid. The database is ${databasePath(config)}.`);
  return done;
}

function logoProblem(config: Config): readonly ConfigProblem[] {
  const logo = logoOf(config);
  return logo.ok ? [] : [{ where: settings.brandLogo.name, cause: logo.reason }];
}
