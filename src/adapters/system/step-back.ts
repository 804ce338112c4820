import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/** The nice value: if both want a core, such a thread gets about a tenth of it and the event loop the rest (ADR 0020, 0109). */
const niceness = 10;

/** Lets the thread that calls wait where the event loop wants the core. Only on Linux has a thread a nice value of its own. */
export function stepBack(): void {
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync("/proc/thread-self")) ?? [];
    if (thread !== undefined) setPriority(Number(thread), niceness);
  } catch {
    // Without /proc, or without permission, it has the normal priority.
  }
}
