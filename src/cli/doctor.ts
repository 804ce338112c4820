import type { Command } from "commander";
import { settingFindings } from "../doctor/installation.ts";
import { type Finding, repairText } from "../flows/operator/finding.ts";
import { describeConfigProblem, resolveIssuer } from "../ops/config.ts";
import { openSecretFiles } from "../ops/secret-files.ts";
import { refuse } from "../values/result.ts";
import { counted } from "../values/words.ts";
import { checkDatabase, checkPasswords, checkPort } from "./doctor-checks.ts";
import { action, type Invocation, loadSettings, wantsJson } from "./invocation.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";

/** `latchkey doctor`: checks the installation and names the repair of each fault. */
export function addDoctorCommand(program: Command, invocation: Invocation): void {
  program
    .command("doctor")
    .option("--hosts", "also ask the host of each application behind a proxy, as a browser reaches it")
    .action(
      action(invocation, (options: DoctorOptions, command: Command) => doctor(invocation, command, options)),
    );
}

interface DoctorOptions {
  readonly hosts?: true;
}

async function doctor(invocation: Invocation, command: Command, options: DoctorOptions): Promise<Outcome> {
  const { terminal } = invocation;
  let failed = 0;
  for await (const found of findings(invocation, command, options)) {
    const { commands, ...told } = found;
    const text = repairText(found, invocation.runLatchkey);
    const finding = text === undefined ? told : { ...told, repair: text };
    if (finding.state === "failed") failed++;
    if (wantsJson(command)) {
      terminal.printJson(finding);
      continue;
    }
    terminal.print(`${finding.state.padEnd(7)}  ${finding.check}: ${finding.detail}`);
    const [repair, ...more] = finding.repair?.split("\n") ?? [];
    if (repair !== undefined) terminal.print(`         Repair: ${repair}`);
    for (const line of more) terminal.print(`                 ${line}`);
  }
  if (failed > 0) return refuse({ exitCode: exitCodes.failed, cause: `${counted(failed, "check")} failed.` });
  return done;
}

async function* findings(
  invocation: Invocation,
  command: Command,
  { hosts }: DoctorOptions,
): AsyncGenerator<Finding> {
  const loaded = loadSettings(invocation, command);
  if (!loaded.ok) {
    for (const { where, cause, example, lines } of loaded.reason) {
      const repair = example ?? lines?.join("\n");
      yield {
        check: "settings",
        state: "failed",
        detail: describeConfigProblem({ where, cause }),
        ...(repair === undefined ? {} : { repair }),
      };
    }
    return;
  }
  const { config, unknown } = loaded.value;
  yield { check: "settings", state: "ok", detail: "every setting is valid" };
  for (const problem of unknown)
    yield { check: "settings", state: "warning", detail: describeConfigProblem(problem) };
  for (const { file, mode, repair } of openSecretFiles(loaded.value, invocation.env))
    yield {
      check: "secrets",
      state: "warning",
      detail: `every user of this machine can read ${file} (mode ${mode}), which holds a secret`,
      repair,
    };
  yield* settingFindings(config, resolveIssuer(config, config.port));
  yield* checkDatabase(config, hosts === true);
  yield await checkPort(config);
  yield await checkPasswords();
}
