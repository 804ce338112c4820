import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { PasswordEstimates } from "../../flows/account-ports.ts";
import type { NormalizedPassword, PasswordEstimate } from "../../identity/password.ts";
import { type Result, refuse } from "../../values/result.ts";
import { StoreUnavailable } from "../../values/store-unavailable.ts";
import type { EstimateOrder } from "./estimator-main.ts";
import { type Caller, createFairQueue } from "./fair-queue.ts";

/** The limits of the thread. */
interface Limits {
  /** The strangers' estimates that wait behind the one under way. */
  readonly waitingMax?: number;
  /** For loading the dictionaries, which takes a fraction of a second unless the machine has other things to do. */
  readonly startMilliseconds?: number;
  /** For one estimate, which takes some 30 ms of a core at most. */
  readonly patienceMilliseconds?: number;
  /** The dictionaries take some 40 MB, and people seldom choose passwords. */
  readonly idleMilliseconds?: number;
  /** What the thread runs. */
  readonly program?: URL;
}

const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";

/** Thrown if the thread fails: pages answer 503, and commands say these words. */
class EstimatorUnavailable extends StoreUnavailable {
  override readonly name = "EstimatorUnavailable";
  override readonly isWatched = false;

  constructor(options: ErrorOptions) {
    super("The thread that estimates new passwords does not run, or takes too long.", options);
  }
}

/** A thread that runs, and when it has loaded its dictionaries. */
interface Thread {
  readonly worker: Worker;
  readonly started: Promise<unknown>;
}

/**
 * Estimates new passwords in a thread of its own, one after the other, with turns as for hashes. The thread starts with the first
 * password, and it ends if none came for a while. One that fails or hangs ends too; the next password starts another.
 */
export class PasswordEstimator implements PasswordEstimates {
  readonly #limits: Required<Limits>;
  readonly #queue: ReturnType<typeof createFairQueue>;
  #thread: Thread | undefined;
  #idle: NodeJS.Timeout | undefined;
  #closing = new AbortController();

  constructor({
    waitingMax = 32,
    startMilliseconds = 60_000,
    patienceMilliseconds = 10_000,
    idleMilliseconds = 60_000,
    program = new URL(`./estimator-main.${extension}`, import.meta.url),
  }: Limits = {}) {
    this.#limits = { waitingMax, startMilliseconds, patienceMilliseconds, idleMilliseconds, program };
    this.#queue = createFairQueue({ concurrency: 1, queueMax: waitingMax });
  }

  /** True while the thread lives. */
  get isRunning(): boolean {
    return this.#thread !== undefined;
  }

  async estimate(
    password: NormalizedPassword,
    words: readonly string[],
    caller: Caller,
  ): Promise<Result<PasswordEstimate, "busy">> {
    const closing = this.#closing.signal;
    return this.#queue
      .run(caller, () => this.#ask({ password, words }, closing))
      .catch((error) => {
        if (closing.aborted) return refuse("busy");
        throw error;
      });
  }

  /** Ends the thread. Passwords that are still waiting are answered "busy". */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#closing = new AbortController();
    await this.#end();
  }

  async #ask(order: EstimateOrder, closing: AbortSignal): Promise<PasswordEstimate> {
    closing.throwIfAborted();
    clearTimeout(this.#idle);
    this.#thread ??= this.#start(closing);
    const { worker, started } = this.#thread;
    worker.ref();
    try {
      await started;
      const answered = messageOf<PasswordEstimate>(worker, this.#limits.patienceMilliseconds, closing);
      worker.postMessage(order);
      const estimate = await answered;
      worker.unref();
      this.#idle = setTimeout(() => void this.#end(), this.#limits.idleMilliseconds).unref();
      return estimate;
    } catch (cause) {
      await this.#end();
      throw new EstimatorUnavailable({ cause });
    }
  }

  /** The thread says first that it has started. */
  #start(closing: AbortSignal): Thread {
    const worker = new Worker(this.#limits.program);
    // `messageOf` hears of errors too; this is for a thread that nobody waits for.
    worker.on("error", () => undefined);
    worker.once("exit", () => {
      if (this.#thread?.worker === worker) this.#thread = undefined;
    });
    return { worker, started: messageOf(worker, this.#limits.startMilliseconds, closing) };
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#thread?.worker;
    this.#thread = undefined;
    await worker?.terminate();
  }
}

/** The next message of the thread. Rejects with the thread's error, or if no message comes in time. */
async function messageOf<Message>(
  worker: Worker,
  milliseconds: number,
  closing: AbortSignal,
): Promise<Message> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(milliseconds)]);
  const [message] = await once(worker, "message", { signal });
  return message;
}
