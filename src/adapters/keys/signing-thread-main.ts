/** What runs in the signing thread; see `SigningThread`. It signs one message after the other and keeps no state but keys. */
import { type KeyObject, sign } from "node:crypto";
import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

/** A key comes with its first message; afterwards its id does. */
export interface SigningOrder {
  readonly number: number;
  readonly keyId: string;
  readonly privateKey?: KeyObject;
  readonly signingInput: string;
}

/** What came of it; the signature is undefined where signing failed. */
export interface SigningAnswer {
  readonly number: number;
  readonly signature: Uint8Array | undefined;
}

/** The nice value: where both want a core, this thread gets about a tenth of it and whoever answers requests the rest. */
const niceness = 10;

const keys = new Map<string, KeyObject>();

stepBack();
parentPort?.on("message", ({ number, keyId, privateKey, signingInput }: SigningOrder) => {
  if (privateKey !== undefined) keys.set(keyId, privateKey);
  const answer: SigningAnswer = { number, signature: signatureOf(keyId, signingInput) };
  parentPort?.postMessage(answer);
});

function signatureOf(keyId: string, signingInput: string): Uint8Array | undefined {
  const key = keys.get(keyId);
  try {
    return key && sign("sha256", Buffer.from(signingInput), key);
  } catch {
    return undefined; // The message may quote what was signed; that it failed is enough.
  }
}

/** On Linux a thread has a nice value of its own. Elsewhere the system shares cores as it sees fit. */
function stepBack(): void {
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync("/proc/thread-self")) ?? [];
    if (thread !== undefined) setPriority(Number(thread), niceness);
  } catch {
    // No /proc, or not allowed: it signs all the same.
  }
}
