/**
 * Room: cli. It has one file for each noun that an operator types after `latchkey`. It reads words, calls flows on the opened
 * administration, and prints; it decides nothing. Data goes to stdout, messages to stderr. Only main.ts starts it.
 */
import { ok, type Result } from "../values/result.ts";

/** The exit codes of the process. Scripts depend on these numbers. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
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
}

/** The end of a command. */
export type Outcome = Result<void, Problem>;

/** The outcome of a command that succeeded. */
export const done: Outcome = ok(undefined);
