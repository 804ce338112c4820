import { ok, type Result, refuse } from "../../values/result.ts";

/** Lets a few expensive computations run at once and a few more wait in order; the rest is turned away at once. */
export interface HashQueue {
  /** "busy" when the queue is full; then `work` was never called. */
  run<Value>(work: () => Promise<Value>): Promise<Result<Value, "busy">>;
  /** How many wait; those that run are not counted. */
  depth(): number;
}

/** Opens a queue: at most `concurrency` run, at most `queueMax` wait. */
export function openHashQueue(limits: {
  readonly concurrency: number;
  readonly queueMax: number;
}): HashQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  function release(): void {
    const next = waiting.shift();
    // The slot passes straight to the next in line, so that nobody who arrives in between can take it.
    if (next === undefined) running -= 1;
    else next();
  }

  async function run<Value>(work: () => Promise<Value>): Promise<Result<Value, "busy">> {
    if (running < limits.concurrency) running += 1;
    else if (waiting.length >= limits.queueMax) return refuse("busy");
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return ok(await work());
    } finally {
      release();
    }
  }

  return { run, depth: () => waiting.length };
}
