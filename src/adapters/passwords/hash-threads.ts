import { Worker } from "node:worker_threads";
import type { HashAnswer, HashOrder } from "./hash-thread-main.ts";
import type { Argon2Settings } from "./phc.ts";

const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
const program = new URL(`./hash-thread-main.${extension}`, import.meta.url);

/** A thread makes a few objects for each hash; what a hash works in, 19 MB, is not among them. */
const resourceLimits = { maxYoungGenerationSizeMb: 2 };
/** A thread takes some 12 MB, and starts within some 15 ms. */
const idleMilliseconds = 10_000;

/**
 * Computes Argon2id in threads that step back behind the event loop (ADR 0109). As many run as the caller has hashes under way; each starts
 * when it is needed, and ends if no hash came for a while. An idle thread does not keep the process alive.
 */
export class HashThreads {
  /** The one that was used last comes last and is used next, so that the others end. */
  readonly #idle: { readonly worker: Worker; readonly end: NodeJS.Timeout }[] = [];
  readonly #all = new Set<Worker>();

  /** Compares a password with a PHC string. Rejects if the string is none, or when the thread has ended. */
  async verify(compared: string, password: string): Promise<boolean> {
    return (await this.#run({ compared, password })) as boolean;
  }

  /** The PHC string of a password, with a new salt. Rejects when the thread has ended. */
  async hash(password: string, settings: Argon2Settings): Promise<string> {
    return (await this.#run({ password, settings })) as string;
  }

  /** Ends the threads. The next hash starts another. */
  async close(): Promise<void> {
    for (const { end } of this.#idle.splice(0)) clearTimeout(end);
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #run(order: HashOrder): Promise<boolean | string> {
    const worker = this.#take() ?? this.#start();
    const { promise, resolve, reject } = Promise.withResolvers<boolean | string>();
    const settle = () => {
      worker.removeAllListeners("message").removeListener("error", fail).removeListener("exit", fail);
    };
    const fail = (cause: unknown) => {
      settle();
      reject(new Error("A hashing thread has ended.", { cause }));
    };
    worker.once("error", fail).once("exit", fail);
    worker.once("message", (answer: HashAnswer) => {
      settle();
      this.#rest(worker);
      if ("value" in answer) resolve(answer.value);
      else reject(new Error(answer.problem));
    });
    worker.ref();
    worker.postMessage(order);
    return promise;
  }

  #take(): Worker | undefined {
    const last = this.#idle.pop();
    clearTimeout(last?.end);
    return last?.worker;
  }

  #rest(worker: Worker): void {
    worker.unref();
    const end = setTimeout(() => {
      this.#forget(worker);
      void worker.terminate();
    }, idleMilliseconds).unref();
    this.#idle.push({ worker, end });
  }

  #forget(worker: Worker): void {
    const place = this.#idle.findIndex((idle) => idle.worker === worker);
    if (place >= 0) this.#idle.splice(place, 1);
  }

  #start(): Worker {
    const worker = new Worker(program, { resourceLimits });
    this.#all.add(worker);
    // One that fails while it waits is only forgotten.
    worker.on("error", () => undefined);
    worker.once("exit", () => {
      this.#all.delete(worker);
      this.#forget(worker);
    });
    return worker;
  }
}
