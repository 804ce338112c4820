/** The code of the signing thread; see `SigningThread`. It signs one batch after the other and keeps no state but keys. */
import { type KeyObject, sign } from "node:crypto";
import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

/** Texts to sign, one after the other in `bytes`. A key comes with its first batch; afterwards its id does. */
export interface SigningOrder {
  readonly keyId: string;
  readonly privateKey?: KeyObject;
  readonly lengths: Uint32Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The signatures one after the other, each as long as the others; undefined if signing failed. */
export type SigningAnswer = Uint8Array<ArrayBuffer> | undefined;

/** The nice value: if both want a core, this thread gets about a tenth of it and the event loop the rest. */
const niceness = 10;

const keys = new Map<string, KeyObject>();

stepBack();
parentPort?.on("message", ({ keyId, privateKey, lengths, bytes }: SigningOrder) => {
  if (privateKey !== undefined) keys.set(keyId, privateKey);
  const answer = signaturesOf(keyId, lengths, bytes);
  parentPort?.postMessage(answer, answer === undefined ? [] : [answer.buffer]);
});

function signaturesOf(keyId: string, lengths: Uint32Array, bytes: Uint8Array): SigningAnswer {
  const key = keys.get(keyId);
  if (key === undefined) return undefined;
  const signatures: Uint8Array[] = [];
  let at = 0;
  try {
    for (const length of lengths) {
      signatures.push(sign("sha256", bytes.subarray(at, at + length), key));
      at += length;
    }
  } catch {
    return undefined; // The message may quote what was signed; that it failed is enough.
  }
  return joined(signatures);
}

/** Uses a buffer of its own, which can be transferred. */
function joined(signatures: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(signatures.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const signature of signatures) {
    all.set(signature, at);
    at += signature.length;
  }
  return all;
}

/** On Linux a thread has a nice value of its own. Elsewhere the system shares cores as it sees fit. */
function stepBack(): void {
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync("/proc/thread-self")) ?? [];
    if (thread !== undefined) setPriority(Number(thread), niceness);
  } catch {
    // Without /proc, or without permission, it signs at normal priority.
  }
}
