import { Worker } from "node:worker_threads";
import type { HashAnswer, HashOrder } from "./hash-thread-main.ts";
import type { Argon2Settings } from "./phc.ts";

const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
const program = new URL(`./hash-thread-main.${extension}`, import.meta.url);

/** A thread makes a few objects for each hash; what a hash works in, 19 MB, is not among them. */
const resourceLimits = { maxYoungGenerationSizeMb: 2 };
/** A thread takes some 12 MB, and starts within some 15 ms. */
const idleMilliseconds = 10_000;

interface Thread {
  readonly worker: Worker;
  /** Ends it after a while without a hash. */
  readonly end: NodeJS.Timeout;
}

/**
 * Computes Argon2id in threads that step back behind the event loop (ADR 0109). As many run as the caller has hashes under way; each starts
 * when it is needed, and ends if no hash came for a while. An idle thread does not keep the process alive.
 */
export class HashThreads {
  /** The one that was used last comes last and is used next, so that the others end. */
  readonly #idle: Thread[] = [];
  readonly #all = new Set<Thread>();

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
    this.#idle.length = 0;
    await Promise.all([...this.#all].map(({ worker }) => worker.terminate()));
  }

  #run(order: HashOrder): Promise<boolean | string> {
    const thread = this.#idle.pop() ?? this.#start();
    const { worker, end } = thread;
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
      worker.unref();
      // The same timer begins anew, also after it has found the thread at work.
      end.refresh();
      this.#idle.push(thread);
      if ("value" in answer) resolve(answer.value);
      else reject(new Error(answer.problem));
    });
    worker.ref();
    worker.postMessage(order);
    return promise;
  }

  #start(): Thread {
    const worker = new Worker(program, { resourceLimits });
    const end = setTimeout(() => {
      if (this.#forget(thread)) void worker.terminate();
    }, idleMilliseconds).unref();
    const thread = { worker, end };
    this.#all.add(thread);
    // One that fails while it waits is only forgotten.
    worker.on("error", () => undefined);
    worker.once("exit", () => {
      clearTimeout(end);
      this.#all.delete(thread);
      this.#forget(thread);
    });
    return thread;
  }

  /** True if the thread was idle. */
  #forget(thread: Thread): boolean {
    const place = this.#idle.indexOf(thread);
    if (place >= 0) this.#idle.splice(place, 1);
    return place >= 0;
  }
}
