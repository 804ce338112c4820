/**
 * Loaded with `node --import` before Latchkey. On SIGUSR2 it appends what the process has used since its start to the file COUNTS_FILE,
 * as a line of JSON. COUNTED says what is counted, because counting one thing changes the others.
 */
import { AsyncLocalStorage, createHook } from "node:async_hooks";
import crypto from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import fs from "node:fs";
import { type HeapProfiler, Session } from "node:inspector";
import { createRequire, registerHooks, syncBuiltinESMExports } from "node:module";
import { StatementSync } from "node:sqlite";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

const counts: Record<string, number> = {};

function count(name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

// biome-ignore lint/suspicious/noExplicitAny: the functions of a module, by their names.
function countCalls(module: any, name: string, as: string): void {
  const original = module[name];
  module[name] = function (this: unknown, ...given: unknown[]) {
    count(as);
    return original.apply(this, given);
  };
}

/**
 * Promises, timers and ticks, by the names of Node's asynchronous resources. Of promises only those that a request brings: the jobs of
 * each second make some sixty, which are more a round the slower the machine is.
 */
function countResources(): void {
  const inRequest = new AsyncLocalStorage<true>();
  subscribe("http.server.request.start", () => inRequest.enterWith(true));
  createHook({
    init: (_, type) => {
      if (type !== "PROMISE" || inRequest.getStore() === true) count(type);
    },
  }).enable();
  countWaitsForDisk();
}

function countWaitsForDisk(): void {
  countCalls(fs, "fdatasync", "fdatasync");
  syncBuiltinESMExports();
}

/** Those of a transaction are shared by everybody who writes in the same turn, and the look for commits of other processes by all who ask in it. */
const shared = /^(?:BEGIN|COMMIT|PRAGMA data_version)/;

function countStatements(name: "run" | "get" | "all", as: string): void {
  const original: (...given: never[]) => unknown = StatementSync.prototype[name];
  Object.assign(StatementSync.prototype, {
    [name](this: StatementSync, ...given: never[]) {
      if (!shared.test(this.sourceSQL)) count(as);
      return original.apply(this, given);
    },
  });
}

function countAllCalls(): void {
  for (const name of [
    "hash",
    "createHash",
    "createHmac",
    "createCipheriv",
    "createDecipheriv",
    "timingSafeEqual",
    "sign",
    "randomFillSync",
  ])
    countCalls(crypto, name, name);
  countStatements("run", "sql write");
  for (const name of ["get", "all"] as const) countStatements(name, "sql read");
  countWaitsForDisk();
  const { Connection } = createRequire(import.meta.url)("pg");
  for (const message of ["bind", "describe"])
    countCalls(Connection.prototype, message, `database ${message}`);
}

/**
 * Samples what survives the collections of the young generation. The answer is the bytes so far. NOTE: it begins with such a collection,
 * because what waits for one still counts as alive: up to 8 MB, which is as much as some hundred rounds allocate.
 */
function promotedBytes(): () => number {
  const collect = collectorOf();
  const session = new Session();
  session.connect();
  session.post("HeapProfiler.enable");
  const begin = () =>
    session.post("HeapProfiler.startSampling", {
      samplingInterval: 2048,
      includeObjectsCollectedByMajorGC: true,
    });
  let bytes = 0;
  begin();
  return () => {
    const add = ({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): void => {
      bytes += selfSize;
      children.forEach(add);
    };
    collect({ type: "minor" });
    session.post("HeapProfiler.stopSampling", (_, { profile }) => add(profile.head));
    begin();
    return bytes;
  };
}

/** Collects what nothing refers to any more: everything, so that the heap is what the process keeps, or the young generation alone. */
function collectorOf(): (options?: { readonly type: "minor" }) => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}

/** Modules of the program and of packages, without those of Node. */
function countModules(): void {
  registerHooks({
    load: (url, context, next) => {
      if (url.includes("/node_modules/")) count("package module");
      else if (url.startsWith("file:")) count("own module");
      return next(url, context);
    },
  });
}

const { COUNTS_FILE: file, COUNTED: counted } = process.env;
if (isMainThread && file !== undefined && process.argv.includes("serve")) {
  if (counted === "resources") countResources();
  if (counted === "calls") countAllCalls();
  if (counted === "modules") countModules();
  const promoted = counted === "promoted" ? promotedBytes() : () => 0;
  const collect = counted === "heap" ? collectorOf() : () => {};
  process.on("SIGUSR2", () => {
    collect();
    const { total_allocated_bytes, used_heap_size } = getHeapStatistics() as ReturnType<
      typeof getHeapStatistics
    > & { readonly total_allocated_bytes: number };
    const bytes = { allocated: total_allocated_bytes, heap: used_heap_size, promoted: promoted() };
    fs.appendFileSync(file, `${JSON.stringify({ ...counts, ...bytes })}\n`);
  });
}
