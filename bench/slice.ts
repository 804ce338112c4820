import type { UserPlan } from "./scripts.ts";

/** Users that do the same kind of round; what they see is told together. */
export interface Group {
  readonly users: readonly UserPlan[];
}

/** One stretch of load on one target: what the run asks of the driver's process. */
export interface Slice {
  readonly url: string;
  /** The target's processes, whose CPU time is read at both ends. */
  readonly pids: readonly number[];
  readonly milliseconds: number;
  readonly groups: readonly Group[];
}

/** What one group saw. */
export interface GroupResult {
  /** Rounds that were complete before the time was up. */
  readonly roundsInTime: number;
  /** Those, and the ones that were under way then and still finished: what the CPU time was spent on. */
  readonly rounds: number;
  /** Milliseconds of the requests that were answered in time, by step of the script. */
  readonly latencies: readonly Float64Array[];
}

/** What the driver answers. Any unexpected answer makes the whole slice a failure. */
export type SliceReport =
  | {
      readonly ok: true;
      readonly groups: readonly GroupResult[];
      /** Of the target; undefined where the system does not tell. */
      readonly cpuMilliseconds: number | undefined;
      /** Share of one core that the driver used. Near 1 the driver is the limit, not the target. */
      readonly driverBusy: number;
    }
  | { readonly ok: false; readonly failure: string };
