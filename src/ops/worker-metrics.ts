/** How the supervisor of several workers gets the metrics of each. */
import type { ChildProcess } from "node:child_process";
import type { MetricsReport } from "./metrics.ts";

const answerMilliseconds = 2_000;

/** The metrics of all workers, as the supervisor asks for them. */
export interface WorkersMetrics {
  /** Takes note of a worker that was started. */
  add(worker: ChildProcess): void;
  /** A report of each worker that answers in time, and one of those that have ended, so that no counter goes back. */
  collect(): Promise<readonly MetricsReport[]>;
}

interface Worker {
  readonly process: ChildProcess;
  last: MetricsReport | undefined;
}

/** `merge` adds reports up to one. */
export function createWorkersMetrics(
  merge: (reports: readonly MetricsReport[]) => Promise<MetricsReport>,
): WorkersMetrics {
  const workers = new Set<Worker>();
  let ended: Promise<MetricsReport> = Promise.resolve([]);

  function end(worker: Worker): void {
    workers.delete(worker);
    const counted = worker.last?.filter(({ type }) => type === "counter" || type === "histogram") ?? [];
    ended = ended.then((before) => merge([before, counted]));
  }

  return {
    add: (process) => {
      const worker: Worker = { process, last: undefined };
      workers.add(worker);
      process.once("exit", () => end(worker));
    },
    collect: async () => {
      const asked = [...workers].map(async (worker) => {
        worker.last = (await ask(worker.process)) ?? worker.last;
        return worker.last;
      });
      const reports = await Promise.all([ended, ...asked]);
      return reports.filter((report) => report !== undefined);
    },
  };
}

/** Undefined if the worker does not answer in time. */
function ask(worker: ChildProcess): Promise<MetricsReport | undefined> {
  if (!worker.connected) return Promise.resolve(undefined);
  const { promise, resolve } = Promise.withResolvers<MetricsReport | undefined>();
  const timer = setTimeout(resolve, answerMilliseconds, undefined);
  const hear = (message: unknown) => {
    if (isMessage(message) && message.kind === "metrics" && Array.isArray(message.report))
      resolve(message.report as MetricsReport);
  };
  worker.on("message", hear);
  worker.send({ kind: "report-metrics" }, () => undefined);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off("message", hear);
  });
}

/** Lets this worker answer its supervisor with its metrics. Returns what ends that. */
export function answerSupervisor(report: () => Promise<MetricsReport>): () => void {
  const hear = async (message: unknown) => {
    if (isMessage(message) && message.kind === "report-metrics")
      process.send?.({ kind: "metrics", report: await report() }, undefined, undefined, () => undefined);
  };
  process.on("message", hear);
  return () => void process.off("message", hear);
}

function isMessage(message: unknown): message is { readonly kind: unknown; readonly report?: unknown } {
  return typeof message === "object" && message !== null && "kind" in message;
}
