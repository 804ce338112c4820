import { flushCompileCache } from "node:module";
import type { Command } from "commander";
import { isMasterKeyReplaced, masterKeyRepair } from "../adapters/keys/master-key.ts";
import { systemClock } from "../adapters/system/clock.ts";
import type { Service } from "../compose.ts";
import { repairText } from "../flows/operator/finding.ts";
import { type Config, unnamedProxyRepair } from "../ops/config.ts";
import { type Listening, logListening } from "../ops/listening.ts";
import { type Log, openLog } from "../ops/log.ts";
import { openSecretFiles } from "../ops/secret-files.ts";
import { closeAtEnd, type Ending, exitOnUncaught, firstSignal, startUnlessEnded } from "../ops/shutdown.ts";
import { claimSharedPort, joinSupervisor, runWorkers, workerPlace } from "../ops/workers.ts";
import { isHttps } from "../values/issuer.ts";
import { refuse } from "../values/result.ts";
import { databaseFailed, loadService, startProblem } from "./administration.ts";
import { boundGarbage } from "./garbage.ts";
import { action, type Invocation, readConfig } from "./invocation.ts";
import { done, exitCodeOf, exitCodes, type Outcome, type Problem } from "./outcome.ts";

/** `latchkey serve`: the service until a signal ends it. */
export function addServeCommand(program: Command, invocation: Invocation): void {
  program
    .command("serve")
    .action(action(invocation, (_: object, command: Command) => serve(invocation, command)));
}

/** With several workers this process only supervises them. Each worker runs this function too. */
async function serve(invocation: Invocation, command: Command): Promise<Outcome> {
  const loaded = readConfig(invocation, command);
  if (!loaded.ok) return loaded;
  const { config, origins } = loaded.value;
  const { isInteractive, hasColour } = invocation.terminal;
  const place = workerPlace();
  const worker = place?.number;
  const terminal = { isTerminal: isInteractive, hasColour };
  const log = openLog({ level: config.logLevel, fd: 1, ...terminal, clock: systemClock, worker });
  exitOnUncaught(log);
  const signal = firstSignal();
  const onListening = (listening: Listening) => {
    announce(invocation, log, config, listening);
    for (const open of openSecretFiles(loaded.value, invocation.env))
      log.warn({ ...open }, "secret-file-open");
  };
  try {
    if (config.workers > 1 && place === undefined)
      return await superviseWorkers(config, { signal, log, onListening });
    const supervisor = place && joinSupervisor();
    const ending = supervisor ? Promise.race([signal, supervisor.ending]) : signal;
    const { startService } = await loadService();
    const starting = startService({
      config,
      origins,
      log,
      runLatchkey: invocation.runLatchkey,
      sharedPort: place?.port,
      onListening: supervisor?.reportListening ?? onListening,
    });
    const service = await startUnlessEnded(starting, ending, log);
    flushCompileCache();
    boundGarbage();
    const close = (why?: Ending) => service.close(why === "SIGTERM" ? config.stopGrace : 0);
    const outcome = await untilEnded({ broken: service.broken, close }, ending, log);
    supervisor?.leave();
    return outcome;
  } catch (error) {
    return refuse(startProblem(error, config));
  }
}

/** Writes the first lines of the log: the address of the service, and warnings about it. */
function announce(invocation: Invocation, log: Log, config: Config, listening: Listening): void {
  const { issuer } = listening;
  logListening(log, listening);
  if (!isHttps(issuer)) log.warn({ issuer, repair: "set LATCHKEY_BASE_URL to the https address" }, "no-tls");
  if (isMasterKeyReplaced(config))
    log.warn({ repair: repairText(masterKeyRepair(config), invocation.runLatchkey) }, "two-master-keys");
  const repair = unnamedProxyRepair(config);
  if (repair !== undefined) log.warn({ issuer, repair }, "no-trusted-proxies");
}

/** The time beyond the grace that a worker may take to stop. Its own shutdown always takes less. */
const workerStopMillisecondsMax = 12_000;

async function superviseWorkers(
  config: Config,
  options: Pick<Parameters<typeof runWorkers>[0], "signal" | "log" | "onListening">,
): Promise<Outcome> {
  const port = await claimSharedPort(config.host, config.port);
  const metrics =
    config.metricsPort === undefined ? undefined : await serveWorkersMetrics(config, options.log);
  const running = runWorkers({
    count: config.workers,
    port,
    stopMillisecondsMax: config.stopGrace * 1_000 + workerStopMillisecondsMax,
    ...(metrics && { onStarted: metrics.add }),
    ...options,
  });
  const end = await running.finally(() => metrics?.close());
  if (end.kind === "stopped") return end.isClean ? done : refuse(notCleanlyStopped);
  const exitCode = exitCodeOf(end.exitCode) ?? exitCodes.failed;
  return refuse({ exitCode, cause: "A worker could not start; the lines above say why." });
}

/** Serves the metrics of all workers as one. */
async function serveWorkersMetrics({ metricsHost: host, metricsPort: port = 0 }: Config, log: Log) {
  const { mergedReport } = await import("../ops/metrics.ts");
  const { serveMetrics } = await import("../ops/metrics-listener.ts");
  const { createWorkersMetrics } = await import("../ops/worker-metrics.ts");
  const workers = createWorkersMetrics(mergedReport);
  const { close } = await serveMetrics({ host, port, log }, workers.collect);
  return { add: workers.add, close };
}

/** Runs until the end, or until the database fails for good: then a supervisor's restart is the repair (ADR 0025). */
export async function untilEnded(
  { broken, close }: Pick<Service, "broken"> & { close(ending?: Ending): Promise<void> },
  ending: Promise<Ending>,
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
  // Closing writes the queued facts, so a disk may fail then too.
  const stop = untilStopped(ending, close, log).then((outcome) => failed ?? outcome);
  return Promise.race([failure, stop]);
}

/** Runs until the end. A failed shutdown fails the command. */
async function untilStopped(
  ending: Promise<Ending>,
  close: (ending: Ending) => Promise<void>,
  log: Log,
): Promise<Outcome> {
  return (await closeAtEnd(ending, close, log)) ? done : refuse(notCleanlyStopped);
}

const notCleanlyStopped: Problem = {
  exitCode: exitCodes.failed,
  cause: "The service did not stop cleanly; the log says why.",
};
