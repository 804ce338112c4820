/**
 * Loaded into the process of every test file by test/run.ts, so that each file ends, whatever fails in it. Node's own `--test-timeout`
 * also counts for a whole suite, and would end a long one between two quick tests; its `--test-force-exit` leaves out every test that a
 * file names after something that it awaits.
 */
import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { relative } from "node:path";
import { afterEach, beforeEach } from "node:test";
import { isMainThread } from "node:worker_threads";

const silenceSeconds = Number(process.env.TEST_SILENCE_SECONDS ?? 300);

if (isMainThread && process.env.NODE_TEST_CONTEXT?.startsWith("child")) {
  endProcessesWithThisOne();
  endAfterSilence();
}

/** A `before` that fails leaves nothing behind that its `after` could stop. */
function endProcessesWithThisOne(): void {
  const started = new Set<ChildProcess>();
  subscribe("child_process", (message) => {
    const { process: child } = message as { readonly process: ChildProcess };
    started.add(child);
    child.once("exit", () => started.delete(child));
  });
  process.on("exit", () => {
    for (const child of started) child.kill("SIGKILL");
  });
}

/**
 * Ends the file when no test of it has begun or ended for so long: ten times the slowest test on a quiet machine. What a `before` that
 * failed has left open would keep the file's place for ever.
 */
function endAfterSilence(): void {
  const running = new Set<string>();
  const end = () => {
    const waiting = running.size === 0 ? "what its hooks wait for or left open" : [...running].join(", ");
    const file = relative(process.cwd(), process.argv[1] ?? "");
    process.stderr.write(
      `${file}: no test has begun or ended for ${silenceSeconds} s. Waiting for: ${waiting}\n`,
    );
    process.exit(1);
  };
  const timer = setTimeout(end, silenceSeconds * 1_000).unref();
  beforeEach((context) => {
    running.add(context.fullName);
    timer.refresh();
  });
  afterEach((context) => {
    running.delete(context.fullName);
    timer.refresh();
  });
}
