import { Worker } from "node:worker_threads";
import type { SigningKey } from "./signing-key.ts";
import type { SigningAnswer, SigningOrder } from "./signing-thread-main.ts";

/** More than a second's signatures: who would wait behind so many is turned away before anything is spent. */
const waitingMax = 2_000;

interface Waiting {
  readonly resolve: (signature: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Makes RSA signatures in a thread of its own, one at a time and below everybody else in priority: each takes longer than a
 * whole sign-in of the interface, and on a busy machine those who asked for none must not pay for it (ADR 0020). The thread starts
 * with the first signature.
 */
export class SigningThread {
  readonly #waiting = new Map<number, Waiting>();
  readonly #known = new Set<string>();
  #worker: Worker | undefined;
  #last = 0;

  /** False where so many wait that nobody should join them. */
  hasRoom(): boolean {
    return this.#waiting.size < waitingMax;
  }

  /** PKCS #1 v1.5 with SHA-256 over the text. Rejects when the thread has ended. */
  sign(key: SigningKey, signingInput: string): Promise<Uint8Array> {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    this.#worker ??= this.#start();
    const worker = this.#worker;
    this.#last += 1;
    this.#waiting.set(this.#last, { resolve, reject });
    worker.ref();
    const order: SigningOrder = { number: this.#last, keyId: key.id, signingInput };
    worker.postMessage(this.#known.has(key.id) ? order : { ...order, privateKey: key.privateKey });
    this.#known.add(key.id);
    return promise;
  }

  /** Ends the thread and forgets its keys; the next signature starts another. */
  close(): void {
    this.#end(new Error("The signing thread was closed."));
  }

  #start(): Worker {
    const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
    const worker = new Worker(new URL(`./signing-thread-main.${extension}`, import.meta.url));
    worker.on("message", (answer: SigningAnswer) => this.#take(worker, answer));
    worker.once("error", (error) => this.#end(new Error("The signing thread failed.", { cause: error })));
    worker.unref();
    return worker;
  }

  #take(worker: Worker, { number, signature }: SigningAnswer): void {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    // While somebody waits the thread keeps the process alive, and not longer.
    if (this.#waiting.size === 0) worker.unref();
    if (signature === undefined) waiting?.reject(new Error("The signing thread could not sign."));
    else waiting?.resolve(signature);
  }

  #end(reason: Error): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#known.clear();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
    void worker?.terminate();
  }
}
