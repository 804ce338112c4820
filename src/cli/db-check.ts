import type { Command } from "commander";
import { refuse } from "../values/result.ts";
import { counted } from "../values/words.ts";
import { withExisting } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { detailLines } from "./layout.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";

/** `latchkey db check`: reads everything, reports damage and counts rows. */
export function addCheckCommand(db: Command, invocation: Invocation): void {
  db.command("check")
    .description("read the whole database: damage, missing references, rows of each table; exit code 0 or 69")
    .action(action(invocation, (_: object, command: Command) => check(invocation, command)));
}

function check(invocation: Invocation, command: Command): Promise<Outcome> {
  const { terminal } = invocation;
  return withExisting(invocation, command, async ({ administration: { store } }) => {
    const { engine, location } = await store.status();
    const { problems, schemaVersion, rows, sizes } = await store.check();
    if (wantsJson(command))
      terminal.printJson({
        engine,
        location,
        sound: problems.length === 0,
        problems,
        schema_version: schemaVersion,
        rows,
        sizes,
      });
    else {
      const figures = [...Object.entries(rows), ...Object.entries(sizes)];
      detailLines([
        ["Database", `${location} (${engine}, schema ${schemaVersion})`],
        ...figures.map(([name, figure]): [string, string] => [name.replaceAll("_", " "), String(figure)]),
      ]).forEach(terminal.print);
      for (const problem of problems) terminal.print(`damaged: ${problem}`);
    }
    if (problems.length === 0) {
      terminal.note("The database is sound.");
      return done;
    }
    return refuse({
      exitCode: exitCodes.unavailable,
      cause: `The database is damaged: ${counted(problems.length, "problem")}.`,
      hint:
        engine === "sqlite"
          ? `Stop the service, and restore a backup: ${invocation.runLatchkey} db restore FILE`
          : "Restore a dump with PostgreSQL's own tools: docs/backup.md, PostgreSQL.",
    });
  });
}
