/**
 * What a service tells besides its log: statistics and the audit trail always, metrics and traces if an operator asks for them.
 */

import type { Administration } from "../administration.ts";
import { auditOf, entryOfEvent, isRefusal, plainDetails } from "../flows/audit-events.ts";
import type { Events } from "../flows/events.ts";
import type { NotedRefusal, RecentRefusals } from "../flows/operator/why.ts";
import type { Clock } from "../flows/ports.ts";
import type { ClaimsHookProbe, HashProbe, RequestProbe, StoreObserver } from "../flows/probe-ports.ts";
import { createAuditQueue, keepAudit } from "../ops/audit-queue.ts";
import type { Config } from "../ops/config.ts";
import type { Health } from "../ops/health.ts";
import type { Log } from "../ops/log.ts";
import { createStatisticsCounter, keepStatistics } from "../ops/statistics.ts";
import { isTracingPreloaded } from "../ops/tracing-preloaded.ts";
import type { Instant } from "../values/time.ts";
import type { TracedParts } from "./tracing.ts";

/** The sinks and probes of a service, which exist before its database. */
export interface Observation {
  readonly sinks: readonly Events[];
  readonly requestProbe: RequestProbe;
  readonly storeObserver: StoreObserver;
  readonly hashProbe: HashProbe;
  /** Absent if nobody measures. */
  readonly claimsHookProbe: ClaimsHookProbe | undefined;
  readonly refusals: RecentRefusals;
  /** Absent if no tracer is loaded. */
  readonly traced: TracedParts | undefined;
  /** Keeps statistics and serves metrics from now on. Returns what ends that; call it before the database is closed. */
  start(subjects: ObservedService): Promise<() => Promise<void>>;
}

/** A service whose database is open. */
interface ObservedService {
  readonly administration: Administration;
  readonly clock: Clock;
  readonly health: Health;
  readonly sweptAt: () => Instant | undefined;
}

/** Opens what listens to a service. `isWorker`: a supervisor serves the metrics. */
export async function openObservation(
  config: Config,
  { log, isWorker, clock }: { readonly log: Log; readonly isWorker: boolean; readonly clock: Clock },
): Promise<Observation> {
  const counter = createStatisticsCounter();
  const queue = createAuditQueue({ clock, log, entryOf: entryOfEvent });
  const refusals = keepRecentRefusals(clock);
  const metrics = config.metricsPort === undefined ? undefined : (await import("./metrics.ts")).openMetrics();
  const scheme = config.issuer.startsWith("https:") ? "https" : "http";
  const traced = isTracingPreloaded() ? (await import("./tracing.ts")).openTracing(scheme) : undefined;
  return {
    sinks: [counter.events, queue.events, refusals.events, ...(metrics ? [metrics.events] : [])],
    requestProbe: metrics ? bothOf(counter.requests, metrics.requests) : counter.requests,
    storeObserver: { probe: metrics?.store, trace: traced?.trace },
    traced,
    refusals,
    claimsHookProbe: metrics?.claimsHook,
    hashProbe: {
      waiting: (count) => {
        counter.hashes.waiting(count);
        metrics?.hashes.waiting(count);
      },
      waited: (milliseconds) => metrics?.hashes.waited(milliseconds),
      hashed: (milliseconds) => metrics?.hashes.hashed(milliseconds),
    },
    start: async (subjects) => {
      const { statistics, auditTrail } = subjects.administration.store;
      const kept = keepStatistics(counter, { statistics, clock: subjects.clock, log });
      const audited = keepAudit(queue, { auditTrail, log });
      const auditQueue = queue.counts;
      const endMetrics = await metrics?.serve({ ...subjects, auditQueue, config, log, isWorker });
      return async () => {
        await endMetrics?.();
        await Promise.all([kept.stop(), audited.stop()]);
      };
    },
  };
}

function bothOf(one: RequestProbe, other: RequestProbe): RequestProbe {
  return {
    answered: (endpoint, status, milliseconds) => {
      one.answered(endpoint, status, milliseconds);
      other.answered(endpoint, status, milliseconds);
    },
  };
}

/** How many are kept. Strangers can cause any number of them, so new ones replace the oldest. */
const keptMax = 500;

/**
 * Keeps the latest refusals of this process that the audit trail does not have, so that an operator with a reference finds them without the
 * log.
 */
function keepRecentRefusals(clock: Clock): RecentRefusals & { readonly events: Events } {
  const kept = new Map<string, NotedRefusal>();
  return {
    find: (requestId) => kept.get(requestId),
    events: {
      record: (event, { requestId }) => {
        if (!isRefusal(event.kind) || auditOf(event.kind) !== "log") return;
        const [oldest] = kept.size < keptMax ? [] : kept.keys();
        if (oldest !== undefined) kept.delete(oldest);
        kept.set(requestId, { at: clock.now(), act: event.kind, details: plainDetails(event) });
      },
    },
  };
}
