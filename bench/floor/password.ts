import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";

/** The cost of Latchkey's hashes. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const password = "correct horse battery staple";
const stored = await hash(password, options);
const atOnceMax = availableParallelism();
const waiting: (() => void)[] = [];
let running = 0;

/** One verification of Argon2id (19 MiB, 2 passes, 1 lane); as many at once as there are cores, and the rest in a queue. */
export async function verifyPassword(): Promise<boolean> {
  if (running < atOnceMax) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await verify(stored, password);
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
