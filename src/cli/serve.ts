import { flushCompileCache } from "node:module";
import type { Command } from "commander";
import { unnamedProxyRepair } from "../ops/config.ts";
import { type Log, openLog } from "../ops/log.ts";
import { closeOnSignal, exitOnUncaught, firstSignal } from "../ops/shutdown.ts";
import { isHttps } from "../values/issuer.ts";
import { refuse } from "../values/result.ts";
import { startProblem } from "./administration.ts";
import { action, type Invocation, readConfig } from "./invocation.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";

/** `latchkey serve`: the service until a signal ends it. */
export function addServeCommand(program: Command, invocation: Invocation): void {
  program
    .command("serve")
    .description("run the service; the log goes to stdout")
    .action(action(invocation, (_: object, command: Command) => serve(invocation, command)));
}

async function serve(invocation: Invocation, command: Command): Promise<Outcome> {
  const loaded = readConfig(invocation, command);
  if (!loaded.ok) return loaded;
  const { config } = loaded.value;
  const { isInteractive, hasColour } = invocation.terminal;
  const log = openLog({ level: config.logLevel, fd: 1, isTerminal: isInteractive, hasColour });
  exitOnUncaught(log);
  const signal = firstSignal();
  try {
    const { startService } = await import("../compose.ts");
    const service = await startService({ config, log, runLatchkey: invocation.runLatchkey });
    if (!isHttps(service.issuer))
      log.warn({ issuer: service.issuer, repair: "set LATCHKEY_BASE_URL to the https address" }, "no-tls");
    const repair = unnamedProxyRepair(config);
    if (repair !== undefined) log.warn({ issuer: service.issuer, repair }, "no-trusted-proxies");
    flushCompileCache();
    return await untilStopped(signal, () => service.close(), log);
  } catch (error) {
    return refuse(startProblem(error, config));
  }
}

/** Runs until the signal; a shutdown that failed is the command's failure. */
export async function untilStopped(
  signal: Promise<NodeJS.Signals>,
  close: () => Promise<void>,
  log: Log,
): Promise<Outcome> {
  if (await closeOnSignal(signal, close, log)) return done;
  return refuse({ exitCode: exitCodes.failed, cause: "The service did not stop cleanly; the log says why." });
}
