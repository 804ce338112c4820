import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("./redeemer.ts", import.meta.url));

/** Redeems the first `count` ids of `samples.ts` in another process; returns how many it won. */
export function redeemInAnotherProcess(location: string, count: number): Promise<number> {
  return raceInAnotherProcess(location, "race", count);
}

/** Runs a task of `redeemer.ts` in another process; returns how often it won. */
export async function raceInAnotherProcess(
  location: string,
  task: "race" | "use" | "rotate",
  number: number,
): Promise<number> {
  const child = startRedeemer(location, [task, String(number)]);
  let won = 0;
  for await (const line of linesOf(child)) won += Number(line);
  await ended(child);
  return won;
}

/**
 * Redeems ids beginning at `first` in another process, one after the other, and kills it without warning once it has
 * acknowledged `count`. Returns how many were acknowledged, including those that came while the signal was under way.
 */
export async function redeemUntilKilled(location: string, first: number, count: number): Promise<number> {
  const child = startRedeemer(location, ["stream", String(first)]);
  let acknowledged = 0;
  for await (const _ of linesOf(child)) {
    acknowledged += 1;
    if (acknowledged === count) child.kill("SIGKILL");
  }
  await ended(child);
  return acknowledged;
}

function startRedeemer(location: string, words: readonly string[]): ChildProcess {
  return spawn(process.execPath, [script, location, ...words], { stdio: ["ignore", "pipe", "inherit"] });
}

function linesOf(child: ChildProcess): AsyncIterable<string> {
  if (!child.stdout) throw new Error("The child has no output.");
  return createInterface({ input: child.stdout });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once("exit", resolve));
}
