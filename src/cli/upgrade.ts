import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { openAside } from "../adapters/sqlite/aside.ts";
import { systemStopwatch } from "../adapters/system/clock.ts";
import { type Config, databasePath, sqliteFile } from "../ops/config.ts";
import { firstSignal } from "../ops/shutdown.ts";
import { readVersion } from "../ops/version.ts";
import { refuse } from "../values/result.ts";
import { isDatabaseMissing, problemOf } from "./administration.ts";
import { action, type Invocation, readConfig, wantsJson } from "./invocation.ts";
import { withNext } from "./next-commands.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";
import { openProgress } from "./progress.ts";
import type { RehearsedStep } from "./rehearsal-scene.ts";

/** `latchkey upgrade --rehearse`: says before an upgrade whether this release can take the database over. */
export function addUpgradeCommand(program: Command, invocation: Invocation): void {
  program
    .command("upgrade")
    .option("--rehearse", "upgrade a copy of the database, use it, restore its backup, and remove it")
    .action(
      action(invocation, (options: { readonly rehearse?: true }, command: Command) =>
        upgrade(invocation, command, options),
      ),
    );
}

async function upgrade(
  invocation: Invocation,
  command: Command,
  options: { readonly rehearse?: true },
): Promise<Outcome> {
  const { runLatchkey, terminal } = invocation;
  if (!options.rehearse)
    return refuse({
      exitCode: exitCodes.usage,
      cause:
        "`upgrade` only rehearses. The upgrade itself is the first start of the new release; on PostgreSQL, `db migrate --yes` comes first where there is no way back.",
      hint: `\`${runLatchkey} upgrade --rehearse\` tries it on a copy first.`,
    });
  const loaded = readConfig(invocation, command);
  if (!loaded.ok) return loaded;
  const { config } = loaded.value;
  if (isDatabaseMissing(config))
    return refuse({
      exitCode: exitCodes.unavailable,
      cause: `There is no database at ${databasePath(config)}.`,
      hint: "Run it with the settings of the service: in its folder, with its --config or its LATCHKEY_DATABASE_URL.",
    });
  const from = databasePath(config);
  const stop = new AbortController();
  void firstSignal().then(() => stop.abort(new Interrupted()));
  const progress = openProgress(systemStopwatch);
  const isJson = wantsJson(command);
  const steps: RehearsedStep[] = [];
  const begun = systemStopwatch();
  try {
    const aside = openAside(folderPrefixOf(config));
    try {
      const { rehearse } = await import("./rehearsal.ts");
      const passed = await rehearse({
        from,
        folder: aside.folder,
        config,
        signal: stop.signal,
        stopwatch: systemStopwatch,
        onShare: progress.show,
        onStep: (step) => {
          progress.end();
          steps.push(step);
          if (!isJson) stepLines(step).forEach(terminal.print);
        },
      });
      const milliseconds = Math.round(systemStopwatch() - begun);
      const result = { passed, version: readVersion(), milliseconds, steps };
      if (isJson) terminal.printJson(withNext(invocation, result, passed ? ["db migrate"] : []));
      if (!passed)
        return refuse({
          exitCode: exitCodes.refused,
          cause: `No: this release cannot take ${from} over as it is.`,
          hint: "Nothing was changed. Keep the release that runs, and report the step that failed.",
        });
      terminal.note(
        `Yes: this release can take ${from} over (${secondsText(milliseconds)}). Nothing was changed.`,
      );
      return done;
    } finally {
      progress.end();
      aside.remove();
    }
  } catch (error) {
    if (error instanceof Interrupted)
      return refuse({
        exitCode: exitCodes.interrupted,
        cause: "The rehearsal was interrupted. The copy is removed, and nothing was changed.",
      });
    return refuse(problemOf(error));
  }
}

/** Beside an SQLite file, because the copy lies there. For PostgreSQL the folder holds no copy. */
function folderPrefixOf(config: Config): string {
  const file = sqliteFile(config);
  if (file !== undefined) return `${file}.rehearsal-`;
  return join(existsSync(config.dataDir) ? config.dataDir : tmpdir(), "latchkey.rehearsal-");
}

class Interrupted extends Error {
  override readonly name = "Interrupted";
}

function stepLines({ step, passed, milliseconds, found, details }: RehearsedStep): readonly string[] {
  const head = `${passed ? "ok    " : "failed"}  ${step.padEnd(12)}  ${secondsText(milliseconds).padStart(7)}  ${found}`;
  return [head, ...details.map((detail) => `          ${detail}`)];
}

function secondsText(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
