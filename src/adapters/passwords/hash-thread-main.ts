/** The code of a hashing thread; see `HashThreads`. The library is loaded here alone. */
import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";
import { stepBack } from "../system/step-back.ts";
import { type Argon2Settings, hashBytes } from "./phc.ts";

/** A password, and either a PHC string to compare it with or the settings of a new hash. */
export type HashOrder = { readonly password: string } & (
  | { readonly compared: string }
  | { readonly settings: Argon2Settings }
);

/** Whether the password matches, or the new hash as a PHC string; otherwise the words of the error. */
export type HashAnswer = { readonly value: boolean | string } | { readonly problem: string };

/** Argon2id by its number: the package declares the name as a const enum, which type stripping cannot read. */
const argon2id = 2;

stepBack(5);
parentPort?.on("message", (order: HashOrder) => parentPort?.postMessage(answerTo(order)));

function answerTo(order: HashOrder): HashAnswer {
  try {
    return {
      value:
        "compared" in order
          ? verifySync(order.compared, order.password)
          : newHash(order.password, order.settings),
    };
  } catch (error) {
    return { problem: String(error) };
  }
}

/** The package draws the 16 bytes of salt itself, from the operating system. */
function newHash(password: string, { memoryKib, passes, lanes }: Argon2Settings): string {
  return hashSync(password, {
    algorithm: argon2id,
    memoryCost: memoryKib,
    timeCost: passes,
    parallelism: lanes,
    outputLen: hashBytes,
  });
}
