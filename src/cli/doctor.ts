import type { Command } from "commander";
import { describeConfigProblem, loadConfig } from "../ops/config.ts";
import { readTextFile } from "../ops/config-layers.ts";
import { refuse } from "../values/result.ts";
import {
  checkBaseUrl,
  checkDatabase,
  checkDataFolder,
  checkPasswords,
  checkPort,
  type Finding,
} from "./doctor-checks.ts";
import { action, flagsOf, type Invocation, wantsJson } from "./invocation.ts";
import { counted } from "./layout.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";

/** `latchkey doctor`: looks at everything that can be wrong and says how to repair it. */
export function addDoctorCommand(program: Command, invocation: Invocation): void {
  program
    .command("doctor")
    .description(
      "check settings, folder, database, keys, port, clock and speed, with the repair for each problem",
    )
    .action(action(invocation, (_: object, command: Command) => doctor(invocation, command)));
}

async function doctor(invocation: Invocation, command: Command): Promise<Outcome> {
  const { terminal } = invocation;
  let failed = 0;
  for await (const finding of findings(invocation, command)) {
    if (finding.state === "failed") failed++;
    if (wantsJson(command)) {
      terminal.printJson(finding);
      continue;
    }
    terminal.print(`${finding.state.padEnd(7)}  ${finding.check}: ${finding.detail}`);
    if (finding.repair !== undefined) terminal.print(`         Repair: ${finding.repair}`);
  }
  if (failed > 0) return refuse({ exitCode: exitCodes.failed, cause: `${counted(failed, "check")} failed.` });
  return done;
}

async function* findings(invocation: Invocation, command: Command): AsyncGenerator<Finding> {
  const { env, cwd } = invocation;
  const loaded = loadConfig({ env, flags: flagsOf(command), cwd, readFile: readTextFile });
  if (!loaded.ok) {
    for (const problem of loaded.reason)
      yield {
        check: "settings",
        state: "failed",
        detail: describeConfigProblem({ where: problem.where, cause: problem.cause }),
        ...(problem.example === undefined ? {} : { repair: problem.example }),
      };
    return;
  }
  const { config, unknown } = loaded.value;
  yield { check: "settings", state: "ok", detail: "every setting is valid" };
  for (const problem of unknown)
    yield { check: "settings", state: "warning", detail: describeConfigProblem(problem) };
  yield* checkBaseUrl(config);
  yield checkDataFolder(config);
  yield* checkDatabase(config);
  yield await checkPort(config);
  yield await checkPasswords();
}
