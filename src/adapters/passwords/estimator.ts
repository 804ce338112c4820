import { Worker } from "node:worker_threads";
import type { PasswordEstimates } from "../../flows/account-ports.ts";
import type { NormalizedPassword, PasswordEstimate } from "../../identity/password.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { EstimateOrder } from "./estimator-main.ts";

interface Waiting {
  readonly order: EstimateOrder;
  readonly resolve: (answer: Result<PasswordEstimate, "busy">) => void;
  readonly reject: (error: Error) => void;
}

/** The limits of the thread. */
interface Limits {
  /** The estimates that wait behind the one under way. */
  readonly waitingMax?: number;
  /** An estimate takes milliseconds; the first one waits for the dictionaries too. */
  readonly patienceMilliseconds?: number;
  /** The dictionaries take some 40 MB, and people seldom choose passwords. */
  readonly idleMilliseconds?: number;
}

/**
 * Estimates new passwords in a thread of its own, one after the other. The thread starts with the first password, and it ends where
 * none came for a while. It ends, too, where a password keeps it busy for too long; the next password starts another.
 */
export class PasswordEstimator implements PasswordEstimates {
  readonly #limits: Required<Limits>;
  readonly #waiting: Waiting[] = [];
  #underWay: Waiting | undefined;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor({ waitingMax = 32, patienceMilliseconds = 5_000, idleMilliseconds = 60_000 }: Limits = {}) {
    this.#limits = { waitingMax, patienceMilliseconds, idleMilliseconds };
  }

  /** True while the thread lives. */
  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  async estimate(
    password: NormalizedPassword,
    words: readonly string[],
  ): Promise<Result<PasswordEstimate, "busy">> {
    if (this.#waiting.length >= this.#limits.waitingMax) return refuse("busy");
    const { promise, resolve, reject } = Promise.withResolvers<Result<PasswordEstimate, "busy">>();
    this.#waiting.push({ order: { password, words }, resolve, reject });
    this.#sendNext();
    return promise;
  }

  /** Ends the thread. Passwords that are still waiting are answered "busy". */
  async close(): Promise<void> {
    const waiting = this.#waiting.splice(0);
    const ended = this.#end();
    for (const { resolve } of waiting) resolve(refuse("busy"));
    await ended;
  }

  #sendNext(): void {
    if (this.#underWay !== undefined) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#underWay = next;
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage(next.order);
    this.#after(this.#limits.patienceMilliseconds, () => {
      void this.#end();
      this.#sendNext();
    });
  }

  #start(): Worker {
    const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
    const worker = new Worker(new URL(`./estimator-main.${extension}`, import.meta.url));
    worker.on("message", (estimate: PasswordEstimate) => {
      const answered = this.#underWay;
      this.#underWay = undefined;
      answered?.resolve(ok(estimate));
      worker.unref();
      this.#after(this.#limits.idleMilliseconds, () => void this.#end());
      this.#sendNext();
    });
    worker.once("error", (error) => {
      const lost = this.#underWay;
      this.#underWay = undefined;
      lost?.reject(new Error("The estimate of a password failed.", { cause: error }));
      void this.#end();
      this.#sendNext();
    });
    return worker;
  }

  /** There is one timer: patience while a password is looked at, else the wait until the thread is idle. */
  #after(milliseconds: number, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, milliseconds).unref();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#underWay?.resolve(refuse("busy"));
    this.#underWay = undefined;
    worker?.removeAllListeners();
    // A thread that is ended in the middle of its start may still fail.
    worker?.on("error", () => undefined);
    await worker?.terminate();
  }
}
