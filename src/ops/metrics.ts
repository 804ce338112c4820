import { monitorEventLoopDelay } from "node:perf_hooks";
import { Registry } from "@prometheus-io/client";
import type { Event, Events } from "../flows/events.ts";
import type { ClaimsHookProbe, HashProbe, RequestProbe, StoreProbe } from "../flows/probe-ports.ts";
import { type Endpoint, endpoints } from "../values/endpoint.ts";
import { flowOf } from "./flow-outcomes.ts";
import {
  type Cell,
  createHistogram,
  createMeter,
  type Distribution,
  type Labels,
  type Meter,
  type ReportedMetric,
} from "./meters.ts";
import { type MetricName, type MetricRow, metricTable } from "./metrics-table.ts";

/** The figures of one process, as one process hands them to another. */
export type MetricsReport = readonly ReportedMetric[];

/** What is looked up for each scrape. A figure that is left out stays as it was. */
export type Looked = readonly {
  readonly name: MetricName;
  readonly value: number;
  readonly labels?: Labels;
}[];

/** The metrics of this process. */
export interface Metrics {
  readonly events: Events;
  readonly requests: RequestProbe;
  readonly store: StoreProbe;
  readonly hashes: HashProbe;
  readonly claimsHook: ClaimsHookProbe;
  databaseFailed(): void;
  /** Looks everything up and reports it. */
  report(): Promise<MetricsReport>;
  close(): void;
}

/** More different reasons than the service has words. */
const seriesMax = 500;
const eventLoopResolutionMilliseconds = 20;

/** Creates the metrics of the table. `look` is asked before each report. */
export function createMetrics(look: () => Promise<Looked>): Metrics {
  const meters = metersOf();
  const delay = monitorEventLoopDelay({ resolution: eventLoopResolutionMilliseconds });
  delay.enable();
  const commitDuration = meters.histogram("commitDuration").series();
  const commitFacts = meters.histogram("commitFacts").series();
  const fsyncDuration = meters.histogram("fsyncDuration").series();
  const hashesWaiting = meters.plain("hashesWaiting").series();
  const hashWait = meters.histogram("hashWait").series();
  const hashDuration = meters.histogram("hashDuration").series();
  const hookDuration = meters.histogram("claimsHookDuration").series();
  const databaseErrors = meters.plain("databaseErrors").series();

  async function lookAround(): Promise<void> {
    for (const { name, value, labels } of await look()) meters.plain(name).series(labels).value = value;
    for (const percentile of [50, 99, 100])
      meters.plain("eventLoopDelay").series({ percentile: String(percentile) }).value = lateSeconds(
        delay.percentile(percentile),
      );
    delay.reset();
  }

  return {
    events: { record: countEvents(meters) },
    requests: { answered: countAnswers(meters) },
    store: {
      committed: (facts, milliseconds) => {
        commitDuration.observe(milliseconds / 1_000);
        commitFacts.observe(facts);
      },
      synced: (milliseconds) => fsyncDuration.observe(milliseconds / 1_000),
    },
    hashes: {
      waiting: (count) => {
        hashesWaiting.value = count;
      },
      waited: (milliseconds) => hashWait.observe(milliseconds / 1_000),
      hashed: (milliseconds) => hashDuration.observe(milliseconds / 1_000),
    },
    claimsHook: {
      asked: (outcome, milliseconds) => {
        meters.plain("claimsHookQuestions").series({ outcome }).value += 1;
        hookDuration.observe(milliseconds / 1_000);
      },
    },
    databaseFailed: () => {
      databaseErrors.value += 1;
    },
    report: async () => {
      await lookAround();
      return meters.report();
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
  /** A counter or gauge. */
  plain(name: MetricName): Meter<Cell>;
  histogram(name: MetricName): Meter<Distribution>;
  /** Every metric, in the order of the table. */
  report(): MetricsReport;
}

function metersOf(): Meters {
  const plain = new Map<string, Meter<Cell>>();
  const histograms = new Map<string, Meter<Distribution>>();
  const rows: readonly (readonly [string, MetricRow])[] = Object.entries(metricTable);
  for (const [key, row] of rows)
    if (row.type === "histogram") histograms.set(key, createHistogram(row));
    else plain.set(key, createMeter(row));
  return {
    plain: (name) => present(plain.get(name), name),
    histogram: (name) => present(histograms.get(name), name),
    report: () => rows.map(([key]) => present(plain.get(key) ?? histograms.get(key), key).report()),
  };
}

function present<Kind>(meter: Kind | undefined, name: string): Kind {
  if (meter === undefined) throw new TypeError(`${name} is a metric of another type.`);
  return meter;
}

/** The series of one kind of event. */
interface CountedKind {
  readonly all: Cell;
  /** By reason; absent if the event ends no flow. */
  readonly reasons: Map<string, Cell> | undefined;
}

function countEvents(meters: Meters): Events["record"] {
  const kinds = new Map<Event["kind"], CountedKind>();
  let series = 0;

  function firstOf(kind: Event["kind"]): CountedKind {
    const all = meters.plain("events").series({ event: kind });
    const counted = { all, reasons: flowOf(kind) && new Map<string, Cell>() };
    kinds.set(kind, counted);
    return counted;
  }

  function firstFor(kind: Event["kind"], reasons: Map<string, Cell>, given: string): Cell {
    const reason = series < seriesMax ? given : "other";
    series += 1;
    const cell = meters.plain("flows").series({ ...flowOf(kind), reason });
    if (reason === given) reasons.set(given, cell);
    return cell;
  }

  return (event) => {
    const { all, reasons } = kinds.get(event.kind) ?? firstOf(event.kind);
    all.value += 1;
    if (reasons === undefined) return;
    const reason = "reason" in event ? event.reason : "";
    const flow = reasons.get(reason) ?? firstFor(event.kind, reasons, reason);
    flow.value += 1;
  };
}

function countAnswers(meters: Meters): RequestProbe["answered"] {
  const counted = new Map<
    Endpoint,
    { readonly duration: Distribution; readonly statuses: Map<number, Cell> }
  >();
  for (const endpoint of endpoints)
    counted.set(endpoint, {
      duration: meters.histogram("requestDuration").series({ endpoint }),
      statuses: new Map(),
    });

  function firstOf(endpoint: Endpoint, status: number): Cell {
    const cell = meters.plain("requests").series({ endpoint, status: String(status) });
    counted.get(endpoint)?.statuses.set(status, cell);
    return cell;
  }

  return (endpoint, status, milliseconds) => {
    const known = counted.get(endpoint);
    known?.duration.observe(milliseconds / 1_000);
    const requests = known?.statuses.get(status) ?? firstOf(endpoint, status);
    requests.value += 1;
  };
}
