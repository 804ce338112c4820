import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { test } from "node:test";
import type { Log } from "../../src/ops/log.ts";
import { claimSharedPort, runWorkers, type WorkersEnd } from "../../src/ops/workers.ts";
import { until } from "../support/until.ts";

const listening = `process.send({ kind: "listening", url: "http://127.0.0.1:1", issuer: "http://localhost:1" });`;
const obeys = `process.on("message", () => process.exit(0)); process.once("disconnect", () => process.exit(1));`;

/** Longer than a busy machine takes to start Node. */
const silenceMilliseconds = 6_000;

/** A group of workers that run a script, and the lines of its log. */
interface Staged {
  readonly lines: { readonly message: string; readonly fields: Readonly<Record<string, unknown>> }[];
  /** Resolves with the fields of such a line about the worker, once the log has it. */
  logged(message: string, worker: number): Promise<Readonly<Record<string, unknown>>>;
  readonly allListen: Promise<unknown>;
  stop(): void;
  readonly ended: Promise<WorkersEnd>;
}

function runScript(
  script: string,
  options: { count?: number; stopMillisecondsMax?: number; silenceMilliseconds?: number } = {},
): Staged {
  const lines: Staged["lines"] = [];
  const write = (fields: object, message: string) => lines.push({ message, fields: { ...fields } });
  const log: Log = {
    debug: write,
    info: write,
    warn: write,
    error: write,
    writes: () => true,
    flush: () => undefined,
    lostLines: 0,
  };
  const signal = Promise.withResolvers<NodeJS.Signals>();
  const all = Promise.withResolvers<unknown>();
  const ended = runWorkers({
    count: 2,
    port: 1,
    stopMillisecondsMax: 60_000,
    args: ["--input-type=module", "-e", script],
    log,
    signal: signal.promise,
    onListening: all.resolve,
    ...options,
  });
  return {
    lines,
    logged: (message, worker) =>
      until(
        () => lines.find((line) => line.message === message && line.fields.worker === worker)?.fields,
        `no line ${message}`,
      ),
    allListen: all.promise,
    stop: () => signal.resolve("SIGTERM"),
    ended,
  };
}

test("a worker that never becomes ready ends with the signal that ends the service", async () => {
  const staged = runScript(`${obeys} setInterval(() => {}, 1000);`);
  staged.stop();
  assert.deepEqual(await staged.ended, { kind: "stopped", isClean: true });
});

test("a worker that hangs at its start is killed, and the exit code says that it did not start", async () => {
  const staged = runScript("for (;;);", { count: 1, silenceMilliseconds: 600 });
  assert.deepEqual(await staged.ended, { kind: "not-started", exitCode: 1 });
  assert.deepEqual(
    staged.lines.map(({ message }) => message),
    ["worker-silent"],
  );
});

test("a worker that hangs while it serves is killed and replaced", async () => {
  const hangs = `${obeys} ${listening} if (process.env._LATCHKEY_WORKER.startsWith("2@")) for (;;);
    setInterval(() => process.send({ kind: "alive" }), 50);`;
  const staged = runScript(hangs, { silenceMilliseconds, stopMillisecondsMax: 300 });
  await staged.logged("worker-silent", 2);
  await staged.logged("worker-replaced", 2);
  staged.stop();
  // The one that took its place hangs too, so it does not hear that it should stop.
  await staged.ended;
});

test("a worker that does not stop is killed, and the end is not clean", async () => {
  const staged = runScript(`${listening} setInterval(() => {}, 1000); process.on("message", () => {});`, {
    stopMillisecondsMax: 300,
  });
  await staged.allListen;
  staged.stop();
  assert.deepEqual(await staged.ended, { kind: "stopped", isClean: false });
  assert.ok(staged.lines.some(({ message }) => message === "workers-not-stopped"));
});

test("a signal while a dead worker waits for its replacement ends the group at once", async () => {
  const dies = `${obeys} ${listening} setInterval(() => {}, 1000);
    if (process.env._LATCHKEY_WORKER.startsWith("2@")) setTimeout(() => process.exit(7), 200);`;
  const staged = runScript(dies);
  assert.deepEqual(await staged.logged("worker-died", 2), { worker: 2, exitCode: 7 });
  staged.stop();
  assert.deepEqual(await staged.ended, { kind: "stopped", isClean: true });
  assert.ok(!staged.lines.some(({ message }) => message === "worker-replaced"));
});

test("the first worker that cannot start gives the group its exit code, and no other is started", async () => {
  const staged = runScript("process.exit(69);", { count: 3 });
  assert.deepEqual(await staged.ended, { kind: "not-started", exitCode: 69 });
});

test("port 0 takes one free port for all workers; a port that somebody listens on is refused", async () => {
  const port = await claimSharedPort("127.0.0.1", 0);
  assert.equal(await claimSharedPort("127.0.0.1", port), port);
  const other = createServer().listen({ port, host: "127.0.0.1", reusePort: true });
  await once(other, "listening");
  await assert.rejects(claimSharedPort("127.0.0.1", port), { code: "EADDRINUSE" });
  other.close();
});
