/**
 * Room: cli. It has one file for each noun that an operator types after `latchkey`. It reads words, calls operations and
 * flows on the opened administration, and prints; it decides nothing. Data goes to stdout, messages to stderr. Only main.ts starts it.
 */
import { explain, type ProblemCategory, type ProblemTable } from "../flows/operator/problem.ts";
import { ok, type Result, refuse } from "../values/result.ts";

/** The exit codes of the process. Scripts depend on these numbers. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  /** `apply --plan` ends with it if something differs, as `terraform plan -detailed-exitcode` does. */
  differs: 2,
  notFound: 3,
  refused: 4,
  conflict: 5,
  unavailable: 69,
  databaseFailed: 74,
  badConfiguration: 78,
  interrupted: 130,
} as const;

/** One of the documented exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The documented exit code with this number; undefined for any other. */
export function exitCodeOf(code: unknown): ExitCode | undefined {
  return Object.values(exitCodes).find((known) => known === code);
}

/** The reason why a command refused: the cause and the repair. */
export interface Problem {
  readonly exitCode: ExitCode;
  readonly cause: string;
  readonly hint?: string;
  /** The reason of the flow that refused, as one word. */
  readonly reason?: string;
}

/** The exit code of each category of problems. */
export const exitCodeAs: Readonly<Record<ProblemCategory, ExitCode>> = {
  "not-found": exitCodes.notFound,
  invalid: exitCodes.refused,
  refused: exitCodes.refused,
  lacking: exitCodes.refused,
  conflict: exitCodes.conflict,
  changed: exitCodes.conflict,
  unavailable: exitCodes.unavailable,
};

/** The end of a command that a flow refused, as the table of the noun explains it. The hint names the command that helps. */
export function refused<Reason extends { readonly kind: string }>(
  table: ProblemTable<Reason>,
  reason: Reason,
  hint?: string,
): Result<never, Problem> {
  const { as, say } = explain(table, reason);
  return refuse({
    exitCode: exitCodeAs[as],
    reason: reason.kind,
    cause: say,
    ...(hint !== undefined && { hint }),
  });
}

/** The end of a command. */
export type Outcome = Result<void, Problem>;

/** The outcome of a command that succeeded. */
export const done: Outcome = ok(undefined);
