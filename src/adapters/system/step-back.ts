/** Threads that wait where the event loop wants the core. Only on Linux has a thread a nice value of its own. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { stat } from "node:fs/promises";
import { setPriority } from "node:os";

/** The nice value: if both want a core, such a thread gets about a tenth of it and the event loop the rest (ADR 0020, 0109). */
const niceness = 10;

/** Lets the thread that calls step back. */
export function stepBack(): void {
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync("/proc/thread-self")) ?? [];
    if (thread !== undefined) setPriority(Number(thread), niceness);
  } catch {
    // Without /proc, or without permission, it has the normal priority.
  }
}

/** Lets the threads of libuv's pool step back, in which passwords are hashed. */
export async function letPoolStepBack(): Promise<void> {
  try {
    // The first work for the pool starts all of its threads.
    await stat("/proc/self");
    for (const thread of readdirSync("/proc/self/task"))
      if (readFileSync(`/proc/self/task/${thread}/comm`, "utf8").startsWith("libuv-worker"))
        setPriority(Number(thread), niceness);
  } catch {
    // As above.
  }
}
