import type { FloorWork } from "../round-script.ts";

/** One request of a round as Latchkey was sent it, and its answer. */
export interface RecordedStep {
  readonly method: string;
  readonly path: string;
  /** A field that tells the form from another of the same path. */
  readonly field?: string;
  /** The cookie that tells a page after a form from the page before it, as the browser got it. */
  readonly flash?: string;
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
  readonly work: FloorWork;
}

/** The environment variable that names the file with the steps. */
export const stepsVariable = "BENCH_STEPS";

/** The short-lived cookie of a `Cookie` header that carries what the next page tells. */
export function flashOf(cookie: string): string | undefined {
  return /latchkey-flash=[^;\r]*/.exec(cookie)?.[0];
}
