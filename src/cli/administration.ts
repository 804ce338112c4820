import { existsSync } from "node:fs";
import type { Command } from "commander";
import type { Administration } from "../compose.ts";
import { StoreUnavailable } from "../flows/ports.ts";
import { type Config, databasePath } from "../ops/config.ts";
import { refuse } from "../values/result.ts";
import { type Invocation, readConfig } from "./invocation.ts";
import { exitCodes, type Outcome, type Problem } from "./outcome.ts";

/**
 * Opens the database beside a server that may be running, does the work and closes it again. Only a command that creates
 * something makes a database where there is none: looking must not leave one in the wrong folder.
 */
export async function withAdministration(
  invocation: Invocation,
  command: Command,
  { createsDatabase }: { readonly createsDatabase: boolean },
  work: (administration: Administration, config: Config) => Promise<Outcome>,
): Promise<Outcome> {
  const loaded = readConfig(invocation, command);
  if (!loaded.ok) return loaded;
  const { config } = loaded.value;
  if (!createsDatabase && !existsSync(databasePath(config))) return refuse(noDatabase(config));
  try {
    const { openAdministration } = await import("../compose.ts");
    const administration = await openAdministration(config);
    try {
      return await work(administration, config);
    } finally {
      await administration.close();
    }
  } catch (error) {
    return refuse(problemOf(error, config));
  }
}

/** What to say where a command needs a database and finds none. */
export function noDatabase(config: Config): Problem {
  return {
    exitCode: exitCodes.unavailable,
    cause: `There is no database at ${databasePath(config)} yet.`,
    hint: "The first start makes it. If it lies elsewhere, say so with --data-dir or LATCHKEY_DATA_DIR.",
  };
}

/** What was listened on, and the option that changes the port. */
interface Listener {
  readonly host: string;
  readonly port: number;
  readonly portOption?: string;
}

/** Why opening or listening failed, where that is the machine's or the configuration's fault; rethrows anything else. */
export function problemOf(error: unknown, listener: Listener): Problem {
  if (error instanceof StoreUnavailable) return { exitCode: exitCodes.unavailable, cause: error.message };
  if (!(error instanceof Error)) throw error;
  if ("exitCode" in error && (error.exitCode === 69 || error.exitCode === 78))
    return { exitCode: error.exitCode, cause: error.message, ...placeHint(error) };
  const isListening = "syscall" in error && (error.syscall === "listen" || error.syscall === "getaddrinfo");
  const code = "code" in error ? error.code : undefined;
  if (!isListening || typeof code !== "string") throw error;
  return portProblem(code, listener);
}

// Whoever opened the file knows its path; which setting leads there is known here.
function placeHint(error: Error): { readonly hint?: string } {
  const isAboutPlace =
    "reason" in error && (error.reason === "not-writable" || error.reason === "not-a-database");
  return isAboutPlace ? { hint: "LATCHKEY_DATA_DIR or --data-dir says where the data lies." } : {};
}

function portProblem(code: string, { host, port, portOption = "--port" }: Listener): Problem {
  if (code === "EADDRINUSE")
    return {
      exitCode: exitCodes.unavailable,
      cause: `Port ${port} on ${host} is taken by another program.`,
      hint: `Stop that program, or choose another port with ${portOption} (0 takes a free one).`,
    };
  if (code === "EACCES")
    return {
      exitCode: exitCodes.badConfiguration,
      cause: `This user may not listen on port ${port}.`,
      hint: `Choose a port above 1023 with ${portOption} and put a reverse proxy in front.`,
    };
  return {
    exitCode: exitCodes.badConfiguration,
    cause: `${host} is not an address of this machine (${code}).`,
    hint: "Set --host to 127.0.0.1, or to 0.0.0.0 for every address.",
  };
}
