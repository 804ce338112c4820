import { type Instant, instantOf, plus, type Seconds, secondsOf } from "../../values/time.ts";
import type { Clock } from "../ports.ts";
import type { ClientCount, StatisticPoint, StatisticRange, Statistics } from "../statistics-ports.ts";

const hour = 3_600;
const day = 24 * hour;

/** The periods that an operator can look back over, each with a step that gives its chart at most a few hundred points. */
export const overviewStretches = {
  hour: { length: secondsOf(hour), step: secondsOf(60) },
  day: { length: secondsOf(day), step: secondsOf(600) },
  week: { length: secondsOf(7 * day), step: secondsOf(hour) },
  month: { length: secondsOf(30 * day), step: secondsOf(3 * hour) },
} as const satisfies Readonly<Record<string, { readonly length: Seconds; readonly step: Seconds }>>;

/** The name of a period. */
export type OverviewStretch = keyof typeof overviewStretches;

/** What happened in one step. */
export interface OverviewStep extends OverviewTotals {
  readonly at: Instant;
}

/** How often a word was counted. */
export interface Share {
  readonly label: string;
  readonly count: number;
}

/** Milliseconds that half, and 95 of 100, did not exceed. Infinity: beyond the last bucket. */
export interface DurationFigures {
  readonly p50: number;
  readonly p95: number;
}

/** The figures of a whole period. */
export interface OverviewTotals {
  readonly signedIn: number;
  readonly signInsRefused: number;
  readonly tokensIssued: number;
  readonly throttled: number;
  readonly hashQueuePeak: number;
  /** Absent if none was measured. */
  readonly signInDuration?: DurationFigures;
  readonly tokenDuration?: DurationFigures;
}

/** What happened in a period that ends now. */
export interface Overview extends StatisticRange, OverviewTotals {
  /** The preceding period of the same length; absent if nothing was counted then. */
  readonly before?: OverviewTotals;
  /** Every step, also those in which nothing happened. */
  readonly steps: readonly OverviewStep[];
  /** The highest count first, like all shares. */
  readonly methods: readonly Share[];
  readonly signInRefusals: readonly Share[];
  readonly clientRefusals: readonly Share[];
  readonly throttles: readonly Share[];
  readonly clients: readonly ClientCount[];
}

const clientsShown = 10;

/** Reads what happened, from the statistics of all nodes. The last step is not over yet. */
export async function readOverview(
  { statistics, clock }: { readonly statistics: Statistics; readonly clock: Clock },
  stretch: OverviewStretch,
): Promise<Overview> {
  const range = rangeOf(stretch, clock.now());
  const points = await statistics.series(range);
  const before = await statistics.series(rangeBefore(range));
  return {
    ...range,
    ...totalsOf(points),
    ...(before.length > 0 && { before: totalsOf(before) }),
    steps: stepsOf(range, points),
    methods: sharesOf(points, "method"),
    signInRefusals: sharesOf(points, "sign-in-refusal"),
    clientRefusals: sharesOf(points, "client-refusal"),
    throttles: sharesOf(points, "throttled"),
    clients: await statistics.topClients(range, clientsShown),
  };
}

/** The last 30 days, as in the overview of a month. */
export function monthRange(now: Instant): StatisticRange {
  return rangeOf("month", now);
}

function rangeBefore({ from, until, step }: StatisticRange): StatisticRange {
  return { from: plus(from, (from - until) / 1_000), until: from, step };
}

function rangeOf(stretch: OverviewStretch, now: Instant): StatisticRange {
  const { length, step } = overviewStretches[stretch];
  const milliseconds = step * 1_000;
  const until = instantOf((Math.floor(now / milliseconds) + 1) * milliseconds);
  return { from: plus(until, -length), until, step };
}

function stepsOf({ from, until, step }: StatisticRange, points: readonly StatisticPoint[]): OverviewStep[] {
  const byStep = Map.groupBy(points, ({ at }) => at);
  return Array.from({ length: (until - from) / (step * 1_000) }, (_, index) => {
    const at = plus(from, index * step);
    return { at, ...totalsOf(byStep.get(at) ?? []) };
  });
}

function totalsOf(points: readonly StatisticPoint[]): OverviewTotals {
  const signInDuration = durationFigures(sharesOf(points, "sign-in-duration"));
  const tokenDuration = durationFigures(sharesOf(points, "token-duration"));
  const count = (kind: string, label?: string) =>
    points.reduce(
      (sum, point) =>
        point.kind === kind && (label === undefined || point.label === label) ? sum + point.count : sum,
      0,
    );
  return {
    signedIn: count("sign-in", "signed-in"),
    signInsRefused: count("sign-in", "refused"),
    tokensIssued: count("token", "issued"),
    throttled: count("throttled"),
    hashQueuePeak: points.reduce(
      (highest, { kind, peak }) => (kind === "hash-queue" ? Math.max(highest, peak) : highest),
      0,
    ),
    ...(signInDuration && { signInDuration }),
    ...(tokenDuration && { tokenDuration }),
  };
}

function sharesOf(points: readonly StatisticPoint[], kind: string): Share[] {
  const counts = new Map<string, number>();
  for (const point of points)
    if (point.kind === kind) counts.set(point.label, (counts.get(point.label) ?? 0) + point.count);
  return [...counts]
    .map(([label, count]) => ({ label, count }))
    .toSorted((left, right) => right.count - left.count || (left.label < right.label ? -1 : 1));
}

/** Percentiles of buckets that are named by their upper bounds, with even spacing inside a bucket. */
export function durationFigures(buckets: readonly Share[]): DurationFigures | undefined {
  const ordered = buckets
    .map(({ label, count }) => ({ bound: label === "inf" ? Number.POSITIVE_INFINITY : Number(label), count }))
    .toSorted((left, right) => left.bound - right.bound);
  const total = ordered.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return undefined;
  const percentile = (share: number): number => {
    let below = 0;
    let lower = 0;
    for (const { bound, count } of ordered) {
      if (below + count >= share * total) {
        return bound === Number.POSITIVE_INFINITY
          ? bound
          : lower + ((share * total - below) / count) * (bound - lower);
      }
      below += count;
      lower = bound;
    }
    return lower;
  };
  return { p50: percentile(0.5), p95: percentile(0.95) };
}
