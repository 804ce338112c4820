import type { MetricRow } from "./metrics-table.ts";

/** The words of a series. */
export type Labels = Readonly<Record<string, string>>;

/** One series of a counter or gauge. Its value is set in place, because that happens several times in each request. */
export interface Cell {
  readonly labels: Labels;
  value: number;
}

/** One series of a histogram. */
export interface Distribution {
  readonly labels: Labels;
  observe(value: number): void;
}

/** The figures of a metric, in the shape that the library of Prometheus adds up and writes. */
export interface ReportedMetric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly aggregator: string;
  readonly values: readonly {
    readonly value: number;
    readonly labels: Readonly<Partial<Record<string, string | number>>>;
    readonly metricName?: string;
  }[];
}

/** A metric of one process. The library's own cost three microseconds for each observation, which is a tenth of a flow. */
export interface Meter<Series> {
  /** The series of these labels, which is made at the first call. */
  series(labels?: Labels): Series;
  report(): ReportedMetric;
}

/** A counter or gauge. Without labels it has its one series from the start. */
export function createMeter(row: MetricRow): Meter<Cell> {
  const { name, help, type, merge: aggregator } = row;
  const cells = seriesOf(row, (labels): Cell => ({ labels, value: 0 }));
  return {
    series: cells.at,
    report: () => ({
      name,
      help,
      type,
      aggregator,
      values: cells.all().map(({ labels, value }) => ({ labels, value })),
    }),
  };
}

/** A histogram. Without labels it has its one series from the start. */
export function createHistogram(row: MetricRow): Meter<Distribution> {
  const { name, help, type, merge: aggregator, buckets = [] } = row;
  const distributions = seriesOf(row, (labels) => new Counted(labels, buckets));
  return {
    series: distributions.at,
    report: () => ({
      name,
      help,
      type,
      aggregator,
      values: distributions.all().flatMap((counted) => counted.values(name)),
    }),
  };
}

class Counted implements Distribution {
  readonly labels: Labels;
  readonly #bounds: readonly number[];
  /** By bucket; the last one has what lies above every bound. */
  readonly #counts: Float64Array;
  #sum = 0;

  constructor(labels: Labels, bounds: readonly number[]) {
    this.labels = labels;
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const bounds = this.#bounds;
    let index = 0;
    while (index < bounds.length && value > (bounds[index] ?? 0)) index += 1;
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#sum += value;
  }

  /** Buckets are cumulative. */
  values(name: string): ReportedMetric["values"] {
    const { labels } = this;
    let count = 0;
    const buckets = [...this.#counts].map((counted, index) => {
      count += counted;
      const le = this.#bounds[index] ?? "+Inf";
      return { value: count, labels: { le, ...labels }, metricName: `${name}_bucket` };
    });
    return [
      ...buckets,
      { value: this.#sum, labels, metricName: `${name}_sum` },
      { value: count, labels, metricName: `${name}_count` },
    ];
  }
}

function seriesOf<Series>({ labels: names }: MetricRow, make: (labels: Labels) => Series) {
  const known = new Map<string, Series>();
  const at = (labels: Labels = {}): Series => {
    const key = names.map((name) => labels[name] ?? "").join("\n");
    const found = known.get(key) ?? make(labels);
    known.set(key, found);
    return found;
  };
  if (names.length === 0) at();
  return { at, all: () => [...known.values()] };
}
