import type { Driver } from "./drive.ts";
import type { Group, SliceReport } from "./slice.ts";
import { percentile, pooled, type Spread, spreadOf } from "./statistics.ts";
import type { Target } from "./target.ts";

/** A target and the load that it gets. */
export interface Contender {
  readonly target: Target;
  readonly groups: readonly Group[];
}

/** The number and the length of each contender's turns. */
export interface Pace {
  readonly rotations: number;
  readonly sliceMilliseconds: number;
  /** Rounds before anything is counted, so that the just-in-time compiler is done; fewer where that takes too long. */
  readonly warmUpRounds: number;
  readonly warmUpMillisecondsMax: number;
}

/** The requests of one step, all slices together. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly requests: number;
}

/** What came of one group of users. */
export interface GroupMeasure {
  readonly perSecond: Spread;
  /** Rounds per second by rotation. Ratios are computed from them. */
  readonly perSecondByRotation: readonly number[];
  readonly rounds: number;
  readonly latencies: readonly Latency[];
}

/** What came of one target. */
export interface Measure {
  readonly name: string;
  readonly groups: readonly GroupMeasure[];
  /** CPU milliseconds of the server for one round of any group; undefined where the system does not tell. */
  readonly cpuMillisecondsPerRound: number | undefined;
  readonly cpuMilliseconds: number | undefined;
  readonly peakMegabytes: number | undefined;
  readonly driverBusy: Spread;
}

/**
 * Gives every contender its turn, `rotations` times over, so that whatever else the machine does falls on all of them alike.
 * Each rotation begins with another one, for what a predecessor leaves behind (a disk that still writes) to fall on all as well.
 */
export async function takeTurns(
  driver: Driver,
  contenders: readonly Contender[],
  pace: Pace,
  progress: (line: string) => void,
): Promise<readonly Measure[]> {
  for (const contender of contenders) {
    progress(`warming ${contender.target.name}`);
    await warmUp(driver, contender, pace);
  }
  const reports = contenders.map((): Report[] => []);
  for (let rotation = 0; rotation < pace.rotations; rotation += 1) {
    progress(`rotation ${rotation + 1} of ${pace.rotations}`);
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const index = (rotation + turn) % contenders.length;
      const contender = contenders[index];
      if (contender === undefined) continue;
      reports[index]?.push(await runSlice(driver, contender, pace.sliceMilliseconds));
    }
  }
  return contenders.map(({ target, groups }, index) =>
    measureOf(target, groups.length, reports[index] ?? [], pace.sliceMilliseconds),
  );
}

async function warmUp(driver: Driver, contender: Contender, pace: Pace): Promise<void> {
  const giveUpAt = performance.now() + pace.warmUpMillisecondsMax;
  let rounds = 0;
  while (rounds < pace.warmUpRounds && performance.now() < giveUpAt) {
    const report = await runSlice(driver, contender, pace.sliceMilliseconds);
    for (const group of report.groups) rounds += group.rounds;
  }
}

type Report = SliceReport & { readonly ok: true };

async function runSlice(
  driver: Driver,
  { target, groups }: Contender,
  milliseconds: number,
): Promise<Report> {
  try {
    return await driver.run({ url: target.url, pids: target.pids, milliseconds, groups });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${target.name}: ${reason}\n\nIts last output:\n${target.lastOutput()}`, { cause });
  }
}

function measureOf(
  target: Target,
  groups: number,
  reports: readonly Report[],
  milliseconds: number,
): Measure {
  const measures = Array.from({ length: groups }, (_, group) => groupMeasureOf(group, reports, milliseconds));
  const rounds = measures.reduce((sum, measure) => sum + measure.rounds, 0);
  const cpu = reports.reduce<number | undefined>(
    (sum, report) =>
      sum === undefined || report.cpuMilliseconds === undefined ? undefined : sum + report.cpuMilliseconds,
    0,
  );
  return {
    name: target.name,
    groups: measures,
    cpuMilliseconds: cpu,
    cpuMillisecondsPerRound: cpu === undefined ? undefined : cpu / rounds,
    peakMegabytes: target.peakMegabytes(),
    driverBusy: spreadOf(reports.map((report) => report.driverBusy)),
  };
}

function groupMeasureOf(group: number, reports: readonly Report[], milliseconds: number): GroupMeasure {
  const results = reports.flatMap((report) => report.groups[group] ?? []);
  const perSecondByRotation = results.map((result) => (result.roundsInTime * 1000) / milliseconds);
  const steps = results[0]?.latencies.length ?? 0;
  return {
    perSecond: spreadOf(perSecondByRotation),
    perSecondByRotation,
    rounds: results.reduce((sum, result) => sum + result.rounds, 0),
    latencies: Array.from({ length: steps }, (_, step) => {
      const sorted = pooled(results.map((result) => result.latencies[step] ?? new Float64Array()));
      return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), requests: sorted.length };
    }),
  };
}

/** How one group's rate compares with another's, rotation by rotation. */
export function ratioOf(measured: GroupMeasure | undefined, base: GroupMeasure | undefined): Spread {
  const bases = base?.perSecondByRotation ?? [];
  const rates = measured?.perSecondByRotation ?? [];
  return spreadOf(rates.map((rate, rotation) => rate / (bases[rotation] ?? Number.NaN)));
}
