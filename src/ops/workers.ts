import cluster, { type Worker } from "node:cluster";
import type { Issuer } from "../values/issuer.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import type { Log } from "./log.ts";

/** What a worker says once it answers: the address to connect to, and the base URL. */
export interface Listening {
  readonly url: string;
  readonly issuer: Issuer;
}

/** The other end of the connection between a worker and the process that started it. */
export interface WorkerChannel {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** How a group of workers ended; `exitCode` is that of the first one that could not start. */
export type WorkersEnd =
  | { readonly kind: "stopped"; readonly isClean: boolean }
  | { readonly kind: "not-started"; readonly exitCode: number };

/** Whoever dies soon after its start is started again a little later each time. */
const restartMillisecondsMin = 500;
const restartMillisecondsMax = 30_000;
const soundMilliseconds = 10_000;

/** The number of this worker, from 1; undefined in a process that is none. */
export function workerNumber(): number | undefined {
  return cluster.worker?.id;
}

/** From a worker to the process that started it. */
export const toSupervisor: WorkerChannel = {
  send: (message) => void process.send?.(message),
  onMessage: (listener) => void process.on("message", listener),
};

/** Tells the process that started this worker that it answers. */
export function reportListening(listening: Listening): void {
  toSupervisor.send({ kind: "listening", ...listening });
}

/** Lets go of the process that started this worker, which would otherwise keep it alive. */
export function leaveGroup(): void {
  cluster.worker?.disconnect();
}

/**
 * Runs `count` processes of this very command that share its port, until the signal; one that dies is replaced. The first
 * starts alone, so that what keeps it from starting is said once, and a new database is made once. `onListening` is called
 * when all of them answer.
 */
export async function runWorkers(options: {
  readonly count: number;
  readonly signal: Promise<NodeJS.Signals>;
  readonly log: Log;
  readonly onListening: (listening: Listening) => void;
  /** Called with the channel to each worker before it runs. */
  readonly onWorker?: ((channel: WorkerChannel) => void) | undefined;
}): Promise<WorkersEnd> {
  const { count, signal, log, onListening, onWorker } = options;
  cluster.setupPrimary({ serialization: "advanced" });
  const group = new WorkerGroup(log, onWorker);
  const started = await Promise.race([group.startAll(count), signal]);
  if (typeof started !== "string") {
    if (!started.ok) {
      await group.stop();
      return { kind: "not-started", exitCode: started.reason };
    }
    onListening(started.value);
  }
  log.info({ signal: await signal }, "stopping");
  log.flush();
  const isClean = await group.stop();
  log.info({}, "stopped");
  return { kind: "stopped", isClean };
}

class WorkerGroup {
  readonly #log: Log;
  readonly #onWorker: ((channel: WorkerChannel) => void) | undefined;
  readonly #running = new Map<Worker, Promise<number>>();
  #isStopping = false;

  constructor(log: Log, onWorker: ((channel: WorkerChannel) => void) | undefined) {
    this.#log = log;
    this.#onWorker = onWorker;
  }

  /** Answers the exit code of the first worker that ended before it answered. */
  async startAll(count: number): Promise<Result<Listening, number>> {
    const first = await this.#start(restartMillisecondsMin);
    if (!first.ok) return first;
    const others = Array.from({ length: count - 1 }, () => this.#start(restartMillisecondsMin));
    const failed = (await Promise.all(others)).find((started) => !started.ok);
    return failed ?? first;
  }

  /** Lets every worker finish what it does; true when all of them ended well. */
  async stop(): Promise<boolean> {
    this.#isStopping = true;
    for (const worker of this.#running.keys()) worker.process.kill("SIGTERM");
    const exitCodes = await Promise.all(this.#running.values());
    return exitCodes.every((exitCode) => exitCode === 0);
  }

  async #start(delay: number): Promise<Result<Listening, number>> {
    const startedAt = performance.now();
    const worker = cluster.fork();
    const exited = exitOf(worker);
    this.#running.set(worker, exited);
    const channel = channelTo(worker);
    const listening = new Promise<Listening>((resolve) =>
      channel.onMessage((message) => {
        if (isListening(message)) resolve(message);
      }),
    );
    this.#onWorker?.(channel);
    const answer = await Promise.race([listening, exited]);
    if (typeof answer === "number") {
      this.#running.delete(worker);
      return refuse(answer);
    }
    void exited.then((exitCode) => {
      this.#running.delete(worker);
      if (this.#isStopping) return;
      this.#log.error({ worker: worker.id, exitCode }, "worker-died");
      const isSound = performance.now() - startedAt >= soundMilliseconds;
      this.#startLater(isSound ? restartMillisecondsMin : delay);
    });
    return ok(answer);
  }

  #startLater(delay: number): void {
    const next = Math.min(delay * 2, restartMillisecondsMax);
    setTimeout(async () => {
      if (this.#isStopping) return;
      const started = await this.#start(next);
      if (!started.ok) this.#startLater(next);
    }, delay).unref();
  }
}

/** Resolves with the exit code. A worker that ended by itself may get our SIGTERM when it no longer listens for signals. */
function exitOf(worker: Worker): Promise<number> {
  return new Promise((resolve) =>
    worker.once("exit", (code: number | null, signal) => resolve(signal === "SIGTERM" ? 0 : (code ?? 1))),
  );
}

/** What is sent to a worker that has just died goes nowhere. */
function channelTo(worker: Worker): WorkerChannel {
  return {
    send: (message) => {
      if (worker.isConnected()) worker.send(message as never, () => undefined);
    },
    onMessage: (listener) => void worker.on("message", listener),
  };
}

function isListening(message: unknown): message is Listening {
  return typeof message === "object" && message !== null && "kind" in message && message.kind === "listening";
}
