import type { Driver } from "../drive.ts";
import type { Latchkey } from "../latchkey.ts";
import { figure, range, type Section } from "../report.ts";
import { type Measure, type Pace, ratioOf } from "../rotation.ts";
import type { Spread } from "../statistics.ts";

/** What every axis works with. */
export interface CurveContext {
  readonly driver: Driver;
  /** For databases and logs; removed after the run. */
  readonly folder: string;
  /** The installation that the points are copies of. */
  readonly latchkey: Latchkey;
  readonly isQuick: boolean;
  readonly progress: (line: string) => void;
}

/** A figure at the smallest and at the largest point of an axis, which should be the same. */
export interface Flatness {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  /** The largest point's figure beside the smallest one's. */
  readonly ratio: number;
  /** "rate" may fall, "cost" may grow; the other direction is never held against anybody. */
  readonly kind: "rate" | "cost";
}

/** An axis, measured. */
export interface AxisResult {
  readonly section: Section;
  readonly flatness: readonly Flatness[];
}

/** What every row of flows says about one point, behind the point's name. */
export const flowColumns = [
  "flows/s (min–max)",
  "ratio to the first",
  "token p50 ms",
  "p99 ms",
  "CPU ms/flow",
  "resident MB",
  "database MB",
];

/** The cells of `flowColumns`, of flows or of single requests: latencies are those of the last request of a round. */
export function flowCells(
  measure: Measure | undefined,
  first: Measure | undefined,
  held: { readonly residentMegabytes: number | undefined; readonly databaseMegabytes: number | undefined },
): readonly string[] {
  const group = measure?.groups[0];
  const latency = group?.latencies.at(-1);
  return [
    group === undefined ? "" : range(group.perSecond, 0),
    range(ratioOf(group, first?.groups[0]), 2),
    figure(latency?.p50, 2),
    figure(latency?.p99, 2),
    figure(measure?.cpuMillisecondsPerRound, 3),
    figure(held.residentMegabytes, 0),
    figure(held.databaseMegabytes, 1),
  ];
}

/** How the rate and the costs of a round go from one point to another. */
export function flatnessOf(
  what: string,
  from: { readonly name: string; readonly measure: Measure | undefined },
  to: { readonly name: string; readonly measure: Measure | undefined },
): readonly Flatness[] {
  const ends = { from: from.name, to: to.name };
  const rate: Spread = ratioOf(to.measure?.groups[0], from.measure?.groups[0]);
  const p99 = (measure: Measure | undefined): number =>
    measure?.groups[0]?.latencies.at(-1)?.p99 ?? Number.NaN;
  const cpu = (measure: Measure | undefined): number => measure?.cpuMillisecondsPerRound ?? Number.NaN;
  return [
    { what: `${what}: rate`, ...ends, ratio: rate.median, kind: "rate" },
    { what: `${what}: CPU`, ...ends, ratio: cpu(to.measure) / cpu(from.measure), kind: "cost" },
    { what: `${what}: p99`, ...ends, ratio: p99(to.measure) / p99(from.measure), kind: "cost" },
  ];
}

/** The full or the quick pace of most axes. */
export function paceOf(context: CurveContext): Pace {
  return context.isQuick
    ? { rotations: 4, sliceMilliseconds: 300, warmUpRounds: 4_000, warmUpMillisecondsMax: 1_200 }
    : { rotations: 12, sliceMilliseconds: 500, warmUpRounds: 20_000, warmUpMillisecondsMax: 6_000 };
}

/** `takeTurns` in words. */
export function turnsText({ rotations, sliceMilliseconds }: Pace): string {
  return `${rotations} × ${sliceMilliseconds} ms each in turns; ratios within each rotation.`;
}
