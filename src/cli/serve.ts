import { flushCompileCache } from "node:module";
import type { Command } from "commander";
import type { Service } from "../compose.ts";
import { type Config, unnamedProxyRepair } from "../ops/config.ts";
import { type Log, logListening, openLog } from "../ops/log.ts";
import { closeOnSignal, exitOnUncaught, firstSignal } from "../ops/shutdown.ts";
import {
  type Listening,
  leaveGroup,
  reportListening,
  requireFreePort,
  runWorkers,
  workerNumber,
} from "../ops/workers.ts";
import { isHttps } from "../values/issuer.ts";
import { refuse } from "../values/result.ts";
import { databaseFailed, startProblem } from "./administration.ts";
import { action, type Invocation, readConfig } from "./invocation.ts";
import { done, exitCodeOf, exitCodes, type Outcome, type Problem } from "./outcome.ts";

/** `latchkey serve`: the service until a signal ends it. */
export function addServeCommand(program: Command, invocation: Invocation): void {
  program
    .command("serve")
    .description("run the service; the log goes to stdout")
    .action(action(invocation, (_: object, command: Command) => serve(invocation, command)));
}

/** With several workers this process only looks after them; each of them runs this function too, as a worker. */
async function serve(invocation: Invocation, command: Command): Promise<Outcome> {
  const loaded = readConfig(invocation, command);
  if (!loaded.ok) return loaded;
  const { config } = loaded.value;
  const { isInteractive, hasColour } = invocation.terminal;
  const worker = workerNumber();
  const log = openLog({ level: config.logLevel, fd: 1, isTerminal: isInteractive, hasColour, worker });
  exitOnUncaught(log);
  const signal = firstSignal();
  const onListening = (listening: Listening) => announce(log, config, listening);
  try {
    if (config.workers > 1 && worker === undefined)
      return await superviseWorkers(config, { signal, log, onListening });
    const { startService } = await import("../compose.ts");
    const { runLatchkey } = invocation;
    const service = await startService({
      config,
      log,
      runLatchkey,
      onListening: worker === undefined ? onListening : reportListening,
    });
    flushCompileCache();
    return await untilEnded(service, signal, log);
  } catch (error) {
    return refuse(startProblem(error, config));
  } finally {
    leaveGroup();
  }
}

/** The first lines of the log: where the service is, and what an operator should know about that. */
function announce(log: Log, config: Config, listening: Listening): void {
  const { issuer } = listening;
  logListening(log, listening);
  if (!isHttps(issuer)) log.warn({ issuer, repair: "set LATCHKEY_BASE_URL to the https address" }, "no-tls");
  const repair = unnamedProxyRepair(config);
  if (repair !== undefined) log.warn({ issuer, repair }, "no-trusted-proxies");
}

async function superviseWorkers(
  config: Config,
  options: Pick<Parameters<typeof runWorkers>[0], "signal" | "log" | "onListening">,
): Promise<Outcome> {
  await requireFreePort(config.host, config.port);
  const end = await runWorkers({ count: config.workers, ...options });
  if (end.kind === "stopped") return end.isClean ? done : refuse(notCleanlyStopped);
  const exitCode = exitCodeOf(end.exitCode) ?? exitCodes.failed;
  return refuse({ exitCode, cause: "A worker could not start; the lines above say why." });
}

/** Runs until the signal, or until the database fails for good: then a supervisor's restart is the repair (ADR 0024). */
export async function untilEnded(
  { broken, close }: Pick<Service, "broken" | "close">,
  signal: Promise<NodeJS.Signals>,
  log: Log,
): Promise<Outcome> {
  let failed: Outcome | undefined;
  const failure = broken.then(async (fault) => {
    failed = refuse(databaseFailed(fault));
    log.error({ problem: fault.message, repair: "start it again" }, "database-failed");
    log.flush();
    await close();
    return failed;
  });
  // Closing writes what is queued, so a disk may fail then too.
  const stop = untilStopped(signal, close, log).then((outcome) => failed ?? outcome);
  return Promise.race([failure, stop]);
}

/** Runs until the signal; a shutdown that failed is the command's failure. */
async function untilStopped(
  signal: Promise<NodeJS.Signals>,
  close: () => Promise<void>,
  log: Log,
): Promise<Outcome> {
  return (await closeOnSignal(signal, close, log)) ? done : refuse(notCleanlyStopped);
}

const notCleanlyStopped: Problem = {
  exitCode: exitCodes.failed,
  cause: "The service did not stop cleanly; the log says why.",
};
