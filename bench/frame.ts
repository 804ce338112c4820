import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "./machine.ts";
import type { Section } from "./report.ts";

/** Reports the progress on stderr, because stdout has the report alone. */
export function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A folder for databases and logs, which goes away with this process. */
export function runFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "latchkey-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes every figure of the run as JSON. */
export function writeFigures(
  file: string,
  machine: Machine,
  isQuick: boolean,
  sections: readonly Section[],
): void {
  const figures = Object.fromEntries(sections.map(({ key, goals, figures }) => [key, { goals, figures }]));
  writeFileSync(file, `${JSON.stringify({ machine, isQuick, sections: figures }, null, 2)}\n`);
}

/** Runs a benchmark as the whole of this process: a failure goes to stderr and ends it with 1, an interrupt ends it at once. */
export async function runAsProgram(run: () => Promise<void>): Promise<void> {
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
  try {
    await run();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`\nThe benchmark failed, its figures would be worth nothing.\n${reason}\n`);
    process.exitCode = 1;
  }
}
