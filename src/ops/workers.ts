import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { createServer } from "node:net";
import { type Issuer, parseIssuer } from "../values/issuer.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import type { Log } from "./log.ts";

/** What a worker says once it answers: the address to connect to, and the base URL. */
export interface Listening {
  readonly url: string;
  readonly issuer: Issuer;
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

/** Tells the process that started this worker that it answers. */
export function reportListening(listening: Listening): void {
  process.send?.({ kind: "listening", ...listening });
}

/**
 * Rejects with the system's error where nobody can listen on host and port. For who must not touch anything before that is known
 * and leaves the listening to workers.
 */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, "listening");
  server.close();
  await once(server, "close");
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
}): Promise<WorkersEnd> {
  const { count, signal, log, onListening } = options;
  const group = new WorkerGroup(log);
  const started = await Promise.race([group.startAll(count), signal]);
  if (typeof started !== "string") {
    if (!started.ok) {
      await group.stop();
      return { kind: "not-started", exitCode: started.reason };
    }
    onListening(started.value);
  }
  const end = await Promise.race([signal, group.deserted]);
  if (typeof end === "number") {
    await group.stop();
    return { kind: "not-started", exitCode: end };
  }
  log.info({ signal: end }, "stopping");
  log.flush();
  const isClean = await group.stop();
  log.info({}, "stopped");
  return { kind: "stopped", isClean };
}

class WorkerGroup {
  readonly #log: Log;
  readonly #running = new Map<Worker, Promise<number>>();
  readonly #deserted = Promise.withResolvers<number>();
  #isStopping = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Resolves with an exit code when no worker is left and one could not be started again. */
  get deserted(): Promise<number> {
    return this.#deserted.promise;
  }

  /** Answers the exit code of the first worker that ended before it answered. */
  async startAll(count: number): Promise<Result<Listening, number>> {
    const first = await this.#start(restartMillisecondsMin);
    if (!first.ok || this.#isStopping) return first;
    const others = Array.from({ length: count - 1 }, () => this.#start(restartMillisecondsMin));
    const failed = (await Promise.all(others)).find((started) => !started.ok);
    return failed ?? first;
  }

  /** Lets every worker finish what it does; true when all of them ended well. */
  async stop(): Promise<boolean> {
    this.#isStopping = true;
    const running = [...this.#running];
    for (const [worker] of running) worker.process.kill("SIGTERM");
    const exitCodes = await Promise.all(running.map(([, exited]) => exited));
    return exitCodes.every((exitCode) => exitCode === 0);
  }

  async #start(pauseMilliseconds: number): Promise<Result<Listening, number>> {
    const worker = cluster.fork();
    const exited = exitOf(worker);
    this.#running.set(worker, exited);
    const listening = new Promise<Listening>((resolve) =>
      worker.on("message", (message) => {
        const said = readListening(message);
        if (said !== undefined) resolve(said);
      }),
    );
    const answer = await Promise.race([listening, exited]);
    if (typeof answer === "number") {
      this.#running.delete(worker);
      // Whoever ends before it answers has not ended well, whatever ended it.
      return refuse(answer === 0 ? 1 : answer);
    }
    let isSound = false;
    const proved = setTimeout(() => {
      isSound = true;
    }, soundMilliseconds).unref();
    void exited.then((exitCode) => {
      clearTimeout(proved);
      this.#running.delete(worker);
      if (this.#isStopping) return;
      this.#log.error({ worker: worker.id, exitCode }, "worker-died");
      this.#startLater(isSound ? restartMillisecondsMin : pauseMilliseconds);
    });
    return ok(answer);
  }

  #startLater(pauseMilliseconds: number): void {
    const longer = Math.min(pauseMilliseconds * 2, restartMillisecondsMax);
    setTimeout(async () => {
      if (this.#isStopping) return;
      const started = await this.#start(longer);
      if (started.ok) return this.#log.info({ pauseMilliseconds }, "worker-replaced");
      this.#log.error({ exitCode: started.reason }, "worker-not-started");
      // What keeps them all from starting is for a supervisor, and whoever it tells, to see.
      if (this.#running.size === 0) this.#deserted.resolve(started.reason);
      else this.#startLater(longer);
    }, pauseMilliseconds).unref();
  }
}

/** Resolves with the exit code. A worker that ended by itself may get our SIGTERM when it no longer listens for signals. */
function exitOf(worker: Worker): Promise<number> {
  return new Promise((resolve) =>
    worker.once("exit", (code: number | null, signal) => resolve(signal === "SIGTERM" ? 0 : (code ?? 1))),
  );
}

function readListening(message: unknown): Listening | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  if (!("kind" in message && "url" in message && "issuer" in message)) return undefined;
  const issuer = parseIssuer(String(message.issuer));
  return message.kind === "listening" && issuer.ok
    ? { url: String(message.url), issuer: issuer.value }
    : undefined;
}
