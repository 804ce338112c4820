import { type ChildProcess, spawn } from "node:child_process";
import { parseIssuer } from "../values/issuer.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { type Listening, tryListening } from "./listening.ts";
import type { Log } from "./log.ts";
import { type Ending, isEnding } from "./shutdown.ts";

/** How a group of workers ended; `exitCode` is that of the first one that could not start. */
export type WorkersEnd =
  | { readonly kind: "stopped"; readonly isClean: boolean }
  | { readonly kind: "not-started"; readonly exitCode: number };

/** The place of a worker in its group. */
interface WorkerPlace {
  /** From 1. A worker that replaces another has its number. */
  readonly number: number;
  /** The port that every worker of the group listens on. */
  readonly port: number;
}

/** The connection of a worker to its supervisor. */
interface Supervisor {
  /** Resolves when the supervisor asks this worker to stop, or is gone. */
  readonly ending: Promise<Ending>;
  /** Tells the supervisor that this worker answers. */
  reportListening(listening: Listening): void;
  /** Lets go of the channel, which would otherwise keep this process alive. */
  leave(): void;
}

interface GroupOptions {
  readonly count: number;
  readonly port: number;
  readonly log: Log;
  /** The time that a worker may take to stop before it is killed. */
  readonly stopMillisecondsMax: number;
  /** A worker that says nothing for this long is killed and replaced. */
  readonly silenceMilliseconds?: number;
  /** Called with every worker that was started. */
  readonly onStarted?: (worker: ChildProcess) => void;
  /** The arguments for Node: by default those of this process. */
  readonly args?: readonly string[];
}

/** A worker that dies soon after its start is started again a little later each time. */
const restartMillisecondsMin = 500;
const restartMillisecondsMax = 30_000;
const soundMilliseconds = 10_000;

const aliveEveryMilliseconds = 5_000;
const silenceMillisecondsMax = 30_000;
/** Silence is counted in rounds of the supervisor's event loop, because a suspended supervisor hears everything late. */
const silentRoundsMax = 6;

// The name does not begin with LATCHKEY_, because it is not a setting for operators.
const placeVariable = "_LATCHKEY_WORKER";

/** The place of this process in a group of workers; undefined in a process that is not a worker. */
export function workerPlace(): WorkerPlace | undefined {
  const [, number, port] = /^(\d+)@(\d+)$/.exec(process.env[placeVariable] ?? "") ?? [];
  if (process.send === undefined || number === undefined || port === undefined) return undefined;
  return { number: Number(number), port: Number(port) };
}

/** Connects this worker to the process that started it. */
export function joinSupervisor(): Supervisor {
  const { promise: ending, resolve } = Promise.withResolvers<Ending>();
  process.on("message", (message) => {
    const told = endingIn(message);
    if (told !== undefined) resolve(told);
  });
  process.once("disconnect", () => resolve("supervisor-gone"));
  const tell = (message: object) => {
    process.send?.(message, undefined, undefined, () => undefined);
  };
  setInterval(() => tell({ kind: "alive" }), aliveEveryMilliseconds).unref();
  return {
    ending,
    reportListening: (listening) => tell({ kind: "listening", ...listening }),
    leave: () => {
      if (process.connected) process.disconnect?.();
    },
  };
}

/**
 * Finds the port that workers share: 0 takes a free one. Rejects with the system's error if another program listens on it, or
 * if the system does not spread connections over several listeners (ENOTSUP).
 */
export async function claimSharedPort(host: string, port: number): Promise<number> {
  const claimed = await tryListening({ host, port });
  await tryListening({ host, port: claimed, reusePort: true });
  return claimed;
}

/**
 * Runs `count` processes of this same command until the signal, each listening on the shared port. A process that dies is replaced.
 * The first starts alone, so that an error at the start is reported once and a new database is created once. `onListening` is called
 * once all of them answer.
 */
export async function runWorkers(
  options: GroupOptions & {
    readonly signal: Promise<NodeJS.Signals>;
    readonly onListening: (listening: Listening) => void;
  },
): Promise<WorkersEnd> {
  const { signal, log, onListening } = options;
  const group = new WorkerGroup(options);
  const started = await Promise.race([group.startAll(), signal]);
  if (typeof started !== "string") {
    if (!started.ok) {
      await group.stop("SIGTERM");
      return { kind: "not-started", exitCode: started.reason };
    }
    onListening(started.value);
  }
  const end = await Promise.race([signal, group.deserted]);
  if (typeof end === "number") {
    await group.stop("SIGTERM");
    return { kind: "not-started", exitCode: end };
  }
  log.info({ signal: end }, "stopping");
  log.flush();
  const isClean = await group.stop(end);
  log.info({}, "stopped");
  return { kind: "stopped", isClean };
}

class WorkerGroup {
  readonly #options: GroupOptions;
  readonly #log: Log;
  readonly #running = new Map<ChildProcess, Promise<number>>();
  readonly #restarts = new Set<NodeJS.Timeout>();
  readonly #deserted = Promise.withResolvers<number>();
  #isStopping = false;

  constructor(options: GroupOptions) {
    this.#options = options;
    this.#log = options.log;
  }

  /** Resolves with an exit code when no worker is left and one could not be started again. */
  get deserted(): Promise<number> {
    return this.#deserted.promise;
  }

  /** Returns the exit code of the first worker that ended before it answered. */
  async startAll(): Promise<Result<Listening, number>> {
    const first = await this.#start(1, restartMillisecondsMin);
    if (!first.ok || this.#isStopping) return first;
    const others = Array.from({ length: this.#options.count - 1 }, (_, index) =>
      this.#start(index + 2, restartMillisecondsMin),
    );
    const failed = (await Promise.all(others)).find((started) => !started.ok);
    return failed ?? first;
  }

  /** Lets every worker finish its requests, and kills one that takes too long. True if all of them ended well. */
  async stop(signal: NodeJS.Signals): Promise<boolean> {
    this.#isStopping = true;
    for (const restart of this.#restarts) clearTimeout(restart);
    const running = [...this.#running];
    for (const [child] of running) tellToStop(child, signal);
    const deadline = setTimeout(() => {
      this.#log.error({ workers: this.#running.size }, "workers-not-stopped");
      for (const [child] of this.#running) child.kill("SIGKILL");
    }, this.#options.stopMillisecondsMax);
    const exitCodes = await Promise.all(running.map(([, exited]) => exited));
    clearTimeout(deadline);
    return exitCodes.every((exitCode) => exitCode === 0);
  }

  async #start(number: number, pauseMilliseconds: number): Promise<Result<Listening, number>> {
    const child = this.#spawn(number);
    this.#options.onStarted?.(child);
    const exited = exitOf(child);
    this.#running.set(child, exited);
    void exited.then(() => this.#running.delete(child));
    this.#watch(child, number, exited);
    const listening = Promise.withResolvers<Listening>();
    child.on("message", (message) => {
      const said = readListening(message);
      if (said !== undefined) listening.resolve(said);
    });
    const answer = await Promise.race([listening.promise, exited]);
    // A worker that ends before it answers has failed, even with exit code 0.
    if (typeof answer === "number") return refuse(answer === 0 ? 1 : answer);
    const startedAt = performance.now();
    void exited.then((exitCode) => {
      if (this.#isStopping) return;
      this.#log.error({ worker: number, exitCode }, "worker-died");
      const isSound = performance.now() - startedAt >= soundMilliseconds;
      this.#startLater(number, isSound ? restartMillisecondsMin : pauseMilliseconds);
    });
    return ok(answer);
  }

  #spawn(number: number): ChildProcess {
    const { port, args = [...process.execArgv, ...process.argv.slice(1)] } = this.#options;
    return spawn(process.execPath, args, {
      env: { ...process.env, [placeVariable]: `${number}@${port}` },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
  }

  /** Kills a worker that hangs, at its start or later. */
  #watch(child: ChildProcess, number: number, exited: Promise<number>): void {
    const { silenceMilliseconds = silenceMillisecondsMax } = this.#options;
    let silentRounds = 0;
    child.on("message", () => {
      silentRounds = 0;
    });
    const rounds = setInterval(() => {
      silentRounds += 1;
      if (silentRounds < silentRoundsMax || this.#isStopping) return;
      this.#log.error({ worker: number }, "worker-silent");
      child.kill("SIGKILL");
    }, silenceMilliseconds / silentRoundsMax);
    void exited.then(() => clearInterval(rounds));
  }

  // NOTE: this timer is not unref'd, because it alone keeps the supervisor alive while every worker is dead.
  #startLater(number: number, pauseMilliseconds: number): void {
    const longer = Math.min(pauseMilliseconds * 2, restartMillisecondsMax);
    const restart = setTimeout(async () => {
      this.#restarts.delete(restart);
      const started = await this.#start(number, longer);
      if (started.ok) return this.#log.info({ worker: number, pauseMilliseconds }, "worker-replaced");
      if (this.#isStopping) return;
      this.#log.error({ worker: number, exitCode: started.reason }, "worker-not-started");
      // The program that started this one must see why no worker starts.
      if (this.#running.size === 0 && this.#restarts.size === 0) this.#deserted.resolve(started.reason);
      else this.#startLater(number, longer);
    }, pauseMilliseconds);
    this.#restarts.add(restart);
  }
}

/** Sends a message instead of a signal: a terminal signals the workers too, and they would take this one for a second. */
function tellToStop(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.connected) child.send({ kind: "stop", signal }, () => undefined);
}

/** Resolves with the exit code. A SIGTERM from outside may come before a worker listens for it, and is not a failure. */
function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(signal === "SIGTERM" ? 0 : (code ?? 1)));
    child.once("error", () => resolve(1));
  });
}

function endingIn(message: unknown): Ending | undefined {
  if (typeof message !== "object" || message === null || !("kind" in message && "signal" in message))
    return undefined;
  return message.kind === "stop" && isEnding(message.signal) ? message.signal : undefined;
}

function readListening(message: unknown): Listening | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  if (!("kind" in message && "url" in message && "issuer" in message)) return undefined;
  const issuer = parseIssuer(String(message.issuer));
  return message.kind === "listening" && issuer.ok
    ? { url: String(message.url), issuer: issuer.value }
    : undefined;
}
