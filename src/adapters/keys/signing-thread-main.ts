/** The code of the signing thread; see `SigningThread`. It signs one batch after the other and keeps no state but keys. */
import { type KeyObject, sign } from "node:crypto";
import { parentPort } from "node:worker_threads";
import { stepBack } from "../system/step-back.ts";

/** The signing inputs of a batch, one a line: they consist of base64url and dots. The first batch of a key brings the key, later ones its id. */
export interface SigningOrder {
  readonly keyId: string;
  readonly privateKey?: KeyObject;
  readonly signingInputs: string;
}

/** The signatures in base64url, one a line; undefined if signing failed. */
export type SigningAnswer = string | undefined;

const keys = new Map<string, KeyObject>();

stepBack(10);
parentPort?.on("message", ({ keyId, privateKey, signingInputs }: SigningOrder) => {
  if (privateKey !== undefined) keys.set(keyId, privateKey);
  parentPort?.postMessage(signaturesOf(keyId, signingInputs));
});

function signaturesOf(keyId: string, signingInputs: string): SigningAnswer {
  const key = keys.get(keyId);
  if (key === undefined) return undefined;
  try {
    return signingInputs
      .split("\n")
      .map((signingInput) => sign("sha256", Buffer.from(signingInput), key).toString("base64url"))
      .join("\n");
  } catch {
    return undefined; // The message may quote what was signed; that it failed is enough.
  }
}
