import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The cores of the servers and of the driver; undefined where they cannot be kept apart. */
export interface Cores {
  readonly server: number;
  readonly driver: number;
}

function allowedCores(): readonly number[] {
  const status = readFileSync("/proc/self/status", "latin1");
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? "";
  return list.split(",").flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

function findCores(): Cores | undefined {
  try {
    const [server, driver] = allowedCores();
    const hasTaskset = spawnSync("taskset", ["--version"], { stdio: "ignore" }).status === 0;
    return hasTaskset && server !== undefined && driver !== undefined ? { server, driver } : undefined;
  } catch {
    return undefined;
  }
}

/** Decided once for the whole run. */
export const cores: Cores | undefined = findCores();

interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

function commandOn(core: number | undefined, program: string, args: readonly string[]): Command {
  return core === undefined
    ? { command: program, args }
    : { command: "taskset", args: ["--cpu-list", String(core), program, ...args] };
}

/** A program with the arguments, this Node unless another is named, on the servers' core where there is one. */
export function serverCommand(args: readonly string[], program = process.execPath): Command {
  return commandOn(cores?.server, program, args);
}

/** Moves a process to the servers' core, and so the children that it starts from then on. */
export function keepOnServerCore(pid: number): void {
  if (cores !== undefined) spawnSync("taskset", ["--cpu-list", "--pid", String(cores.server), String(pid)]);
}

/** This Node with the arguments, on the driver's core where there is one. */
export function driverCommand(args: readonly string[]): Command {
  return commandOn(cores?.driver, process.execPath, args);
}
