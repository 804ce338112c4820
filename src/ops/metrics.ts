import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, Histogram, Registry } from "@prometheus-io/client";
import type { Event, Events } from "../flows/events.ts";
import type { HashProbe, RequestProbe, StoreProbe } from "../flows/probe-ports.ts";
import { type Endpoint, endpoints } from "../values/endpoint.ts";
import { type FlowOutcome, flowOf } from "./flow-outcomes.ts";
import { type MetricName, type MetricRow, metricTable } from "./metrics-table.ts";

/** The figures of one process, as one process hands them to another. */
export type MetricsReport = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** What is looked up for each scrape. A figure that cannot be had is left as it was. */
export interface Looked {
  readonly gauges: readonly { readonly name: MetricName; readonly value: number; readonly labels?: Labels }[];
  /** What is counted elsewhere, as it stands. */
  readonly totals: readonly { readonly name: MetricName; readonly value: number }[];
}

type Labels = Readonly<Record<string, string>>;

/** The metrics of this process. */
export interface Metrics {
  readonly events: Events;
  readonly requests: RequestProbe;
  readonly store: StoreProbe;
  readonly hashes: HashProbe;
  databaseFailed(): void;
  /** Looks everything up and reports it. */
  report(): Promise<MetricsReport>;
  close(): void;
}

/** More different reasons than the service has words. */
const seriesMax = 500;
const eventLoopResolutionMilliseconds = 10;

interface Meter {
  inc(value?: number): void;
}

/** Creates the metrics of the table. `look` is asked before each report. */
export function createMetrics(look: () => Promise<Looked>): Metrics {
  const registry = new Registry();
  const meters = metersOf(registry);
  const delay = monitorEventLoopDelay({ resolution: eventLoopResolutionMilliseconds });
  delay.enable();
  const totals = new Map<MetricName, number>();

  async function lookAround(): Promise<void> {
    const { gauges, totals: counted } = await look();
    for (const { name, value, labels = {} } of gauges) meters.gauge(name).set(labels, value);
    for (const { name, value } of counted) {
      meters.counter(name).inc(Math.max(0, value - (totals.get(name) ?? 0)));
      totals.set(name, value);
    }
    for (const percentile of [50, 99, 100])
      meters
        .gauge("eventLoopDelay")
        .set({ percentile: String(percentile) }, lateSeconds(delay.percentile(percentile)));
    delay.reset();
  }

  return {
    events: { record: countEvents(meters) },
    requests: { answered: countAnswers(meters) },
    store: {
      committed: (facts, milliseconds) => {
        meters.histogram("commitDuration").observe(milliseconds / 1_000);
        meters.histogram("commitFacts").observe(facts);
      },
      synced: (milliseconds) => meters.histogram("fsyncDuration").observe(milliseconds / 1_000),
    },
    hashes: {
      waiting: (count) => meters.gauge("hashesWaiting").set(count),
      waited: (milliseconds) => meters.histogram("hashWait").observe(milliseconds / 1_000),
      hashed: (milliseconds) => meters.histogram("hashDuration").observe(milliseconds / 1_000),
    },
    databaseFailed: () => meters.counter("databaseErrors").inc(),
    report: async () => {
      await lookAround();
      return registry.getMetricsAsJSON();
    },
    close: () => delay.disable(),
  };
}

/** A timer of the sampler is late by what exceeds its own interval. */
function lateSeconds(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e9 - eventLoopResolutionMilliseconds / 1_000) || 0;
}

/** Writes reports of one or more processes as one, in the text format of Prometheus. */
export async function metricsText(
  reports: readonly MetricsReport[],
): Promise<{ readonly type: string; readonly text: string }> {
  const merged = mergedOf(reports);
  return { type: merged.contentType, text: await merged.metrics() };
}

/** Adds reports up to one, as the table says for each metric. */
export async function mergedReport(reports: readonly MetricsReport[]): Promise<MetricsReport> {
  return mergedOf(reports).getMetricsAsJSON();
}

function mergedOf(reports: readonly MetricsReport[]): Registry {
  return Registry.aggregate([...reports]);
}

interface Meters {
  counter(name: MetricName): Counter<string>;
  gauge(name: MetricName): Gauge<string>;
  histogram(name: MetricName): Histogram<string>;
}

function metersOf(registry: Registry): Meters {
  const counters = new Map<string, Counter<string>>();
  const gauges = new Map<string, Gauge<string>>();
  const histograms = new Map<string, Histogram<string>>();
  const rows: readonly (readonly [string, MetricRow])[] = Object.entries(metricTable);
  for (const [key, { name, type, help, labels: labelNames, buckets = [], merge: aggregator }] of rows) {
    const options = { name, help, labelNames, aggregator, registers: [registry] };
    if (type === "counter") counters.set(key, new Counter(options));
    else if (type === "gauge") gauges.set(key, new Gauge(options));
    else histograms.set(key, new Histogram({ ...options, buckets: [...buckets] }));
  }
  const findIn =
    <Kind>(meters: ReadonlyMap<string, Kind>) =>
    (name: MetricName): Kind => {
      const meter = meters.get(name);
      if (meter === undefined) throw new TypeError(`${name} is a metric of another type.`);
      return meter;
    };
  return { counter: findIn(counters), gauge: findIn(gauges), histogram: findIn(histograms) };
}

/** Counts events. A series that was counted before is found without making its labels again. */
function countEvents(meters: Meters): Events["record"] {
  const kinds = new Map<Event["kind"], Meter>();
  const flows = new Map<Event["kind"], Map<string, Meter>>();
  let series = 0;

  function flowMeter(kind: Event["kind"], ended: FlowOutcome, given: string): Meter {
    const reasons = madeAt(flows, kind, () => new Map<string, Meter>());
    const reason = reasons.has(given) || series < seriesMax ? given : "other";
    return madeAt(reasons, reason, () => {
      series += 1;
      return meters.counter("flows").labels({ ...ended, reason });
    });
  }

  return (event) => {
    const { kind } = event;
    madeAt(kinds, kind, () => meters.counter("events").labels({ event: kind })).inc();
    const ended = flowOf(kind);
    if (ended !== undefined) flowMeter(kind, ended, "reason" in event ? event.reason : "").inc();
  };
}

function madeAt<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function countAnswers(meters: Meters): RequestProbe["answered"] {
  const durations = new Map<Endpoint, { observe(seconds: number): void }>();
  const statuses = new Map<Endpoint, Map<number, Meter>>();
  for (const endpoint of endpoints)
    durations.set(endpoint, meters.histogram("requestDuration").labels({ endpoint }));
  return (endpoint, status, milliseconds) => {
    durations.get(endpoint)?.observe(milliseconds / 1_000);
    const known = madeAt(statuses, endpoint, () => new Map<number, Meter>());
    madeAt(known, status, () =>
      meters.counter("requests").labels({ endpoint, status: String(status) }),
    ).inc();
  };
}
