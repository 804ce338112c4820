import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import type { Administration } from "../administration.ts";
import type { Counts } from "../flows/listing.ts";
import { type Config, databasePath, sqliteFile } from "../ops/config.ts";
import { refuse } from "../values/result.ts";
import { StoreBroken, StoreUnavailable } from "../values/store-unavailable.ts";
import { commandLineActor } from "./actor.ts";
import { type Invocation, readConfig } from "./invocation.ts";
import { exitCodeOf, exitCodes, type Outcome, type Problem } from "./outcome.ts";

interface Access {
  /** True for commands that set an installation up. Other commands create no database, because they may run in the wrong folder. */
  readonly createsDatabase: boolean;
  /** True if the operator agreed that the schema is changed without a way back. */
  readonly mayEndWayBack?: boolean;
  /** The checks that need no database. They run before one is created. */
  readonly check?: (config: Config) => Promise<Outcome>;
}

/** An open database, and the settings of the call. */
export interface Opened {
  readonly administration: Administration;
  readonly config: Config;
}

/** Loads the storage when a command begins its work: help, completion and what is refused before do not wait for it. */
export function loadAdministration(): Promise<typeof import("../administration.ts")> {
  return import("../administration.ts");
}

/** Loads the service with its web server, for the commands that serve. */
export function loadService(): Promise<typeof import("../compose.ts")> {
  return import("../compose.ts");
}

/** Opens the database beside a server that may be running, does the work and closes it again. */
export async function withAdministration(
  invocation: Invocation,
  command: Command,
  { createsDatabase, mayEndWayBack = false, check }: Access,
  work: (opened: Opened) => Promise<Outcome>,
): Promise<Outcome> {
  const loaded = readConfig(invocation, command);
  if (!loaded.ok) return loaded;
  const { config: read } = loaded.value;
  const config: Config = mayEndWayBack ? { ...read, migrate: "always" } : read;
  const checked = await check?.(config);
  if (checked?.ok === false) return checked;
  if (!createsDatabase && isDatabaseMissing(config)) return refuse(noDatabase(invocation, config));
  invocation.terminal.aside(`Database: ${databasePath(config)}`);
  let administration: Administration;
  try {
    const { openAdministration } = await loadAdministration();
    administration = await openAdministration(config, { actor: commandLineActor(invocation) });
  } catch (error) {
    return refuse(startProblem(error, config));
  }
  const { keptBefore } = administration.store;
  if (keptBefore !== undefined)
    invocation.terminal.note(
      `The schema was changed for this release. The database is kept as it was in ${keptBefore}`,
    );
  try {
    try {
      return await work({ administration, config });
    } finally {
      await administration.close();
    }
  } catch (error) {
    return refuse(problemOf(error));
  }
}

/** The same for a command that needs an existing installation. */
export function withExisting(
  invocation: Invocation,
  command: Command,
  work: (opened: Opened) => Promise<Outcome>,
): Promise<Outcome> {
  return withAdministration(invocation, command, { createsDatabase: false }, work);
}

/** True if there is no SQLite file yet. A PostgreSQL server reports by itself what is missing. */
export function isDatabaseMissing(config: Config): boolean {
  const file = sqliteFile(config);
  return file !== undefined && !existsSync(file);
}

/** Counts clients, users and live sessions. */
export function countsOf({ store, clock }: Administration, config: Config): Promise<Counts> {
  return store.inventory.counts({ now: clock.now(), idleLimit: config.sessionIdle });
}

function noDatabase({ runLatchkey }: Invocation, config: Config): Problem {
  const place = isInDataFolder(config)
    ? "name its folder with --data or LATCHKEY_DATA_DIR"
    : "name it with --database-url or LATCHKEY_DATABASE_URL";
  return {
    exitCode: exitCodes.unavailable,
    cause: `There is no database at ${databasePath(config)}.`,
    hint: `If yours is elsewhere, ${place}. \`${runLatchkey} init\` makes a new one, and so does the first \`${runLatchkey} serve\`.`,
  };
}

/** The cause of failed work on the database, where the machine or the operator can repair it. Rethrows all other errors. */
export function problemOf(error: unknown): Problem {
  if (error instanceof StoreBroken) return databaseFailed(error);
  if (error instanceof StoreUnavailable) return { exitCode: exitCodes.unavailable, cause: error.message };
  if (!Error.isError(error) || !("exitCode" in error)) throw error;
  const exitCode = exitCodeOf(error.exitCode);
  if (exitCode === undefined) throw error;
  return { exitCode, cause: error.message };
}

/** The problem of a database that failed while this process had it open. */
export function databaseFailed(fault: StoreBroken): Problem {
  return {
    exitCode: exitCodes.databaseFailed,
    cause: fault.message,
    hint: "Start it again: a new process opens the database anew, and says what is wrong where it cannot.",
  };
}

/** The address that the service tried to listen on, and the option that changes the port. */
interface Listener {
  readonly host: string;
  readonly port: number;
  readonly portOption?: string;
}

const listeningCalls = ["listen", "bind", "getaddrinfo"];

/** The cause of a failure to open the database or to listen. Rethrows errors that only a developer of Latchkey can repair. */
export function startProblem(error: unknown, config: Config, listener: Listener = config): Problem {
  const isListening =
    Error.isError(error) && "syscall" in error && listeningCalls.some((call) => call === error.syscall);
  const code = isListening && "code" in error ? error.code : undefined;
  if (typeof code === "string")
    return portProblem(code, isOfMetrics(error, config) ? metricsListener(config) : listener);
  const problem = problemOf(error);
  const isAboutFolder = Error.isError(error) && "reason" in error && error.reason === "not-writable";
  return isAboutFolder && isInDataFolder(config)
    ? { ...problem, hint: "--data or LATCHKEY_DATA_DIR chooses another folder." }
    : problem;
}

// Node's error says the port.
function isOfMetrics(error: unknown, { metricsPort, port }: Config): boolean {
  const failed = Error.isError(error) && "port" in error ? error.port : undefined;
  return failed === metricsPort && metricsPort !== undefined && failed !== port;
}

function metricsListener({ metricsHost, metricsPort = 0 }: Config): Listener {
  return { host: metricsHost, port: metricsPort, portOption: "--metrics-port" };
}

// The error names the file; only here is it known whether the file lies in the data folder.
function isInDataFolder(config: Config): boolean {
  const file = sqliteFile(config);
  return file !== undefined && dirname(file) === resolve(config.dataDir);
}

function portProblem(code: string, { host, port, portOption = "--port" }: Listener): Problem {
  if (code === "EADDRINUSE")
    return {
      exitCode: exitCodes.unavailable,
      cause: `Port ${port} on ${host} is taken by another program, or by a Latchkey that runs already.`,
      hint: `Stop that program, or choose another port with ${portOption} (0 takes a free one).`,
    };
  if (code === "EACCES")
    return {
      exitCode: exitCodes.badConfiguration,
      cause: `This user may not listen on port ${port}.`,
      hint: `Choose a port above 1023 with ${portOption} and put a reverse proxy in front.`,
    };
  if (code === "ENOTSUP")
    return {
      exitCode: exitCodes.badConfiguration,
      cause: `This system (${process.platform}) does not share a port among processes, which LATCHKEY_WORKERS needs.`,
      hint: "Leave LATCHKEY_WORKERS at 1 here; Linux and FreeBSD share ports.",
    };
  return {
    exitCode: exitCodes.badConfiguration,
    cause: `${host} is not an address of this machine (${code}).`,
    hint: "Set --host to 127.0.0.1, or to 0.0.0.0 for every address.",
  };
}
