import { Worker } from "node:worker_threads";
import type { SigningKey } from "./signing-key.ts";
import type { SigningAnswer, SigningOrder } from "./signing-thread-main.ts";

/** More than a second's work: a request behind this many signatures is refused before its code or token is spent. */
const waitingMax = 2_000;
/** The first signature of a batch waits for the last one: some 25 ms (ADR 0020). */
const batchMax = 64;

interface Waiting {
  readonly key: SigningKey;
  readonly signingInput: string;
  readonly resolve: (jws: string) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Makes RSA signatures in a thread of its own, at the lowest priority: a signature takes longer than a whole sign-in of the
 * interface, which must not wait for it on a busy machine. All waiting texts go as one message and come back as one, so that
 * their clients are answered together and share the next commit (ADR 0020). The thread starts with the first signature.
 */
export class SigningThread {
  readonly #waiting: Waiting[] = [];
  /** The batch that the thread signs now; empty while it has nothing to do. */
  #underWay: readonly Waiting[] = [];
  #isScheduled = false;
  readonly #known = new Set<string>();
  #worker: Worker | undefined;

  /** False if too many texts wait for another to join them. */
  hasRoom(): boolean {
    return this.#waiting.length + this.#underWay.length < waitingMax;
  }

  /** Makes a compact JWS by PKCS #1 v1.5 with SHA-256. Rejects when the thread has ended. */
  sign(key: SigningKey, signingInput: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    this.#waiting.push({ key, signingInput, resolve, reject });
    this.#schedule();
    return promise;
  }

  /** Ends the thread and forgets its keys; the next signature starts another. */
  close(): void {
    this.#end(new Error("The signing thread was closed."));
  }

  /** Waits for the end of the turn, because requests that one commit answered arrive one after the other. */
  #schedule(): void {
    if (this.#isScheduled || this.#underWay.length > 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#send();
    });
  }

  /** A batch has one key: at a rotation it ends where the next key begins. */
  #send(): void {
    const [first] = this.#waiting;
    if (first === undefined || this.#underWay.length > 0) return;
    const { key } = first;
    const other = this.#waiting.findIndex((waiting) => waiting.key.id !== key.id);
    const count = Math.min(other === -1 ? this.#waiting.length : other, batchMax);
    this.#underWay = this.#waiting.splice(0, count);
    this.#worker ??= this.#start();
    this.#worker.ref();
    const order: SigningOrder = {
      keyId: key.id,
      ...(!this.#known.has(key.id) && { privateKey: key.privateKey }),
      signingInputs: this.#underWay.map(({ signingInput }) => signingInput).join("\n"),
    };
    this.#known.add(key.id);
    this.#worker.postMessage(order);
  }

  #start(): Worker {
    const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
    const worker = new Worker(new URL(`./signing-thread-main.${extension}`, import.meta.url));
    worker.on("message", (answer: SigningAnswer) => this.#take(worker, answer));
    worker.once("error", (error) => this.#end(new Error("The signing thread failed.", { cause: error })));
    worker.unref();
    return worker;
  }

  #take(worker: Worker, answer: SigningAnswer): void {
    const answered = this.#underWay;
    this.#underWay = [];
    this.#send();
    // A batch that is being signed keeps the process alive; an idle thread does not.
    if (this.#underWay.length === 0) worker.unref();
    const signatures = answer?.split("\n");
    for (const [index, { signingInput, resolve, reject }] of answered.entries())
      if (signatures === undefined) reject(new Error("The signing thread could not sign."));
      else resolve(`${signingInput}.${signatures[index]}`);
  }

  #end(reason: Error): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#known.clear();
    const lost = [...this.#underWay, ...this.#waiting.splice(0)];
    this.#underWay = [];
    for (const { reject } of lost) reject(reason);
    worker?.removeAllListeners("message");
    void worker?.terminate();
  }
}
