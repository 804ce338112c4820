import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { serverCommand } from "./cores.ts";
import { processTree, residentMegabytes } from "./processes.ts";

const startMillisecondsMax = 20_000;
const stopMillisecondsMax = 5_000;

/** The servers that run now. Whatever ends the run, an interrupt included, ends them too. */
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** How to start a server that tells its address in a first JSON line `{"msg":"listening","url":…}` on stdout, or has one that is known. */
export interface TargetPlan {
  readonly name: string;
  /** This Node if absent. */
  readonly program?: string;
  /** Where it will listen, if it does not tell. */
  readonly url?: string;
  /** Arguments of the program. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where its output goes: a file, as under a supervisor, so that nobody's CPU is spent on reading it. */
  readonly logFile: string;
  /** A process whose use counts as the server's, with that of its children: its database. */
  readonly databasePid?: number;
  /** True for one that is to use more than the servers' core. */
  readonly isOnEveryCore?: boolean;
}

/** The program among the arguments of Node. */
export function programIn({ args }: Pick<TargetPlan, "args">): string {
  return args.find((word) => !word.startsWith("--")) ?? "";
}

/** A server under measurement. */
export class Target implements AsyncDisposable {
  readonly name: string;
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #plan: TargetPlan;

  constructor(plan: TargetPlan, child: ChildProcess, url: string) {
    this.name = plan.name;
    this.url = url;
    this.#child = child;
    this.#plan = plan;
  }

  /** The processes of the server and of its database, with their children, as they are now. */
  get pids(): readonly number[] {
    const { databasePid } = this.#plan;
    return [
      ...processTree(this.#child.pid ?? 0),
      ...(databasePid === undefined ? [] : processTree(databasePid)),
    ];
  }

  /** The most memory that the processes ever held, in MB. */
  peakMegabytes(): number | undefined {
    return residentMegabytes(this.pids, "peak");
  }

  /** The end of what it wrote, for a failure's report. */
  lastOutput(): string {
    return readFileSync(this.#plan.logFile, "utf8").slice(-2000);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await stop(this.#child);
  }
}

/** Starts the server on its core and waits until it listens. Throws with its output when it does not. */
export async function startTarget(plan: TargetPlan): Promise<Target> {
  const output = openSync(plan.logFile, "a");
  const { command, args } = plan.isOnEveryCore
    ? { command: process.execPath, args: plan.args }
    : serverCommand(plan.args, plan.program);
  const offset = readFileSync(plan.logFile).length;
  const child = spawn(command, args, {
    env: { ...process.env, ...plan.env },
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  running.add(child);
  try {
    return new Target(plan, child, await listeningUrl(plan, child, offset));
  } catch (error) {
    await stop(child);
    throw error;
  }
}

async function listeningUrl(plan: TargetPlan, child: ChildProcess, offset: number): Promise<string> {
  const giveUpAt = performance.now() + startMillisecondsMax;
  for (;;) {
    const output = readFileSync(plan.logFile).subarray(offset).toString("utf8");
    for (const line of output.split("\n").slice(0, -1)) {
      const url = urlOfLine(line);
      if (url !== undefined) return url;
    }
    if (plan.url !== undefined && (await acceptsAt(plan.url))) return plan.url;
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(
        `${plan.name} ended with ${child.exitCode ?? child.signalCode} at its start:\n${output}`,
      );
    }
    if (performance.now() > giveUpAt) throw new Error(`${plan.name} does not listen:\n${output}`);
    await wait(1);
  }
}

async function acceptsAt(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function urlOfLine(line: string): string | undefined {
  if (!line.startsWith("{")) return undefined;
  const entry: unknown = JSON.parse(line);
  if (typeof entry !== "object" || entry === null || !("msg" in entry) || !("url" in entry)) return undefined;
  return entry.msg === "listening" && typeof entry.url === "string" ? entry.url : undefined;
}

async function stop(child: ChildProcess): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), stopMillisecondsMax);
  await exited;
  clearTimeout(timer);
}
