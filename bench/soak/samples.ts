import { readdirSync } from "node:fs";
import { databaseMegabytes } from "../curve/installation.ts";
import { residentMegabytes } from "../processes.ts";

/** One measurement of the server. Undefined where the system does not tell. */
export interface Sample {
  /** Since the load began. */
  readonly seconds: number;
  readonly residentMegabytes: number | undefined;
  readonly descriptors: number | undefined;
  readonly threads: number | undefined;
  /** The file and its write-ahead log. */
  readonly databaseMegabytes: number;
  /** Median and 99th percentile of a burst of requests from a process that does nothing else. */
  readonly livezP50: number;
  readonly livezP99: number;
}

/** The figures of a sample that are watched. */
export type Watched = Exclude<keyof Sample, "seconds">;

/** A straight line through points, by least squares. */
export interface Line {
  readonly perHour: number;
  /** By how much the line rises between the first and the last of the points. */
  readonly rise: number;
}

/** Looks at a process and its children. */
export function lookAt(
  pids: readonly number[],
  databaseFile: string,
): Pick<Sample, "residentMegabytes" | "descriptors" | "threads" | "databaseMegabytes"> {
  return {
    residentMegabytes: residentMegabytes(pids, "now"),
    descriptors: sumOf(pids, (pid) => readdirSync(`/proc/${pid}/fd`).length),
    threads: sumOf(pids, (pid) => readdirSync(`/proc/${pid}/task`).length),
    databaseMegabytes: databaseMegabytes(databaseFile),
  };
}

function sumOf(pids: readonly number[], read: (pid: number) => number): number | undefined {
  try {
    return pids.map(read).reduce((sum, value) => sum + value, 0);
  } catch {
    return undefined;
  }
}

/** The samples that are judged: the last two thirds, when caches are full and the first rows have expired. */
export function judged(samples: readonly Sample[]): readonly Sample[] {
  return samples.slice(Math.floor(samples.length / 3));
}

/** The line through a figure of the samples; undefined for fewer than two. */
export function lineThrough(samples: readonly Sample[], which: Watched): Line | undefined {
  const points = samples.flatMap((sample) => {
    const value = sample[which];
    return value === undefined ? [] : [{ x: sample.seconds, y: value }];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first.x === last.x) return undefined;
  const mean = (read: (point: { readonly x: number; readonly y: number }) => number): number =>
    points.reduce((sum, point) => sum + read(point), 0) / points.length;
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)];
  const covariance = mean(({ x, y }) => (x - meanX) * (y - meanY));
  const perSecond = covariance / mean(({ x }) => (x - meanX) ** 2);
  return { perHour: perSecond * 3600, rise: perSecond * (last.x - first.x) };
}

const bars = "▁▂▃▄▅▆▇█";

/** A line of text that shows how values went, in at most `width` characters; each stands for the highest of its share. */
export function sparkline(values: readonly number[], width: number): string {
  const each = Math.max(1, Math.ceil(values.length / width));
  const highest: number[] = [];
  for (let from = 0; from < values.length; from += each) {
    highest.push(Math.max(...values.slice(from, from + each)));
  }
  const [low, high] = [Math.min(...highest), Math.max(...highest)];
  return highest
    .map((value) => bars[high === low ? 0 : Math.round(((value - low) / (high - low)) * (bars.length - 1))])
    .join("");
}
