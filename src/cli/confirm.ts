import { createInterface } from "node:readline/promises";
import { Option } from "commander";
import { ok, type Result, refuse } from "../values/result.ts";
import { exitCodes, type Problem } from "./outcome.ts";

/** The option of every command that asks. */
export interface ConfirmOptions {
  readonly yes?: true;
}

/** `--yes`: go on without asking. */
export function yesOption(): Option {
  return new Option("-y, --yes", "do not ask");
}

/** The option of every command that deletes. */
export interface DryRunOptions {
  readonly dryRun?: true;
}

/** `--dry-run`: show what would be deleted. */
export function dryRunOption(): Option {
  return new Option("--dry-run", "change nothing, and show what would be deleted");
}

/** True if somebody sits at a terminal and can be asked. */
export function isAsked(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks for confirmation on a terminal. Without a terminal, as in a script, the command goes on unasked. */
export async function confirm(question: string, { yes }: ConfirmOptions): Promise<Result<void, Problem>> {
  if (yes || !isAsked()) return ok(undefined);
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => reader.once("close", () => resolve("")));
  const answer = await Promise.race([reader.question(`${question} [y/N] `), ended]);
  reader.close();
  if (/^y(es)?$/i.test(answer.trim())) return ok(undefined);
  return refuse({ exitCode: exitCodes.interrupted, cause: "Nothing was changed." });
}
