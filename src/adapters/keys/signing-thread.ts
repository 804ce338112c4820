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
  readonly resolve: (signature: Uint8Array) => void;
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

  /** Signs ASCII text by PKCS #1 v1.5 with SHA-256. Rejects when the thread has ended. */
  sign(key: SigningKey, signingInput: string): Promise<Uint8Array> {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
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
    const { lengths, bytes } = joined(this.#underWay);
    const order: SigningOrder = {
      keyId: key.id,
      lengths,
      bytes,
      ...(!this.#known.has(key.id) && { privateKey: key.privateKey }),
    };
    this.#known.add(key.id);
    this.#worker.postMessage(order, [bytes.buffer, lengths.buffer]);
  }

  #start(): Worker {
    const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
    const worker = new Worker(new URL(`./signing-thread-main.${extension}`, import.meta.url));
    worker.on("message", (signatures: SigningAnswer) => this.#take(worker, signatures));
    worker.once("error", (error) => this.#end(new Error("The signing thread failed.", { cause: error })));
    worker.unref();
    return worker;
  }

  #take(worker: Worker, signatures: SigningAnswer): void {
    const answered = this.#underWay;
    this.#underWay = [];
    this.#send();
    // A batch that is being signed keeps the process alive; an idle thread does not.
    if (this.#underWay.length === 0) worker.unref();
    // All signatures of a key have one length.
    const length = signatures === undefined ? 0 : signatures.length / answered.length;
    for (const [index, { resolve, reject }] of answered.entries())
      if (signatures === undefined) reject(new Error("The signing thread could not sign."));
      else resolve(signatures.subarray(index * length, (index + 1) * length));
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

/** Puts all texts into one buffer, which is transferred and not copied. */
function joined(batch: readonly Waiting[]): Required<Pick<SigningOrder, "lengths" | "bytes">> {
  const lengths = Uint32Array.from(batch, ({ signingInput }) => signingInput.length);
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  const target = Buffer.from(bytes.buffer);
  let at = 0;
  for (const { signingInput } of batch) at += target.write(signingInput, at, "latin1");
  return { lengths, bytes };
}
