import { resolve } from "node:path";
import type { Command } from "commander";
import { masterKeyFile } from "../adapters/keys/master-key.ts";
import { type Config, databasePath } from "../ops/config.ts";
import { withAdministration } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { detailLines } from "./layout.ts";
import { done, type Outcome } from "./outcome.ts";

/** `latchkey init`: makes what the first start would make, and starts nothing. Where it is there already it says where. */
export function addInitCommand(program: Command, invocation: Invocation): void {
  program
    .command("init")
    .action(action(invocation, (_: object, command: Command) => init(invocation, command)));
}

function init(invocation: Invocation, command: Command): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  return withAdministration(
    invocation,
    command,
    { createsDatabase: true },
    async ({ administration: { store }, config }) => {
      const applied = await store.migrate();
      const status = await store.status();
      // A database that existed already lacks only the newest migrations, if any.
      const isNew = status.isReady && applied.length === status.schemaVersion;
      const [database, key] = [databasePath(config), keyPlaceOf(config)];
      if (wantsJson(command)) terminal.printJson({ created: isNew, database, master_key: key });
      else
        detailLines([
          ["Database", database],
          ["Master key", key],
        ]).forEach(terminal.print);
      terminal.note(isNew ? "The installation is made." : "It was there already, and nothing was replaced.");
      terminal.note("Keep the master key in a second place too: nothing opens the database without it.");
      terminal.note(`Next: ${runLatchkey} user create --username NAME`);
      return done;
    },
  );
}

/** The master key itself is never printed. */
function keyPlaceOf(config: Config): string {
  return config.secret === undefined ? resolve(masterKeyFile(config)) : "LATCHKEY_SECRET";
}
