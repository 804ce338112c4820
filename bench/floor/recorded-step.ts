import type { FloorWork } from "../round-script.ts";

/** One request of a round as Latchkey was sent it, and its answer. */
export interface RecordedStep {
  readonly method: string;
  readonly path: string;
  /** A field that tells the form from another of the same path. */
  readonly field?: string;
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
  readonly work: FloorWork;
}

/** The environment variable that names the file with the steps. */
export const stepsVariable = "BENCH_STEPS";
