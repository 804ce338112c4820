/**
 * Room: cli. One file per noun that an operator types after `latchkey`. It reads words, calls flows through what compose opens,
 * and prints; it decides nothing. Data goes to stdout, talk to stderr. Only main.ts starts it.
 */
import { ok, type Result } from "../values/result.ts";

/** What the process answers to its caller; scripts depend on these numbers. */
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

/** Why a command did not do what was asked: the cause, and what to do about it. */
export interface Problem {
  readonly exitCode: ExitCode;
  readonly cause: string;
  readonly hint?: string;
}

/** How a command ended. */
export type Outcome = Result<void, Problem>;

/** The command did what was asked. */
export const done: Outcome = ok(undefined);
