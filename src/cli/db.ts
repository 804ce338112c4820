import type { Command } from "commander";
import { refuse } from "../values/result.ts";
import { sizeText } from "../values/words.ts";
import { countsOf, withAdministration, withExisting } from "./administration.ts";
import { addBackupCommand } from "./db-backup.ts";
import { addCheckCommand } from "./db-check.ts";
import { addMoveCommands } from "./db-copy.ts";
import { addRestoreCommand } from "./db-restore.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { detailLines } from "./layout.ts";
import { withNext } from "./next-commands.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";

/** `latchkey db …`: status, check, backup, restore and migration of the database. */
export function addDatabaseCommands(program: Command, invocation: Invocation): void {
  const db = program.command("db");
  db.command("status")
    .description("where it is, how large, which schema, what is in it")
    .action(action(invocation, (_: object, command: Command) => status(invocation, command)));
  db.command("migrate")
    .description("bring the schema up to date; every start does the same")
    .option(
      "--yes",
      "on PostgreSQL, also if the release before cannot start on it afterwards; make a dump first",
    )
    .action(
      action(invocation, ({ yes = false }: { readonly yes?: boolean }, command: Command) =>
        migrate(invocation, command, yes),
      ),
    );
  addBackupCommand(db, invocation);
  addRestoreCommand(db, invocation);
  addCheckCommand(db, invocation);
  addMoveCommands(db, invocation);
}

function status(invocation: Invocation, command: Command): Promise<Outcome> {
  const { terminal } = invocation;
  return withExisting(invocation, command, async ({ administration, config }) => {
    const found = await administration.store.status();
    if (!found.isReady)
      return refuse({ exitCode: exitCodes.unavailable, cause: `${found.location}: ${found.problem}` });
    const { clients, accounts, sessions } = await countsOf(administration, config);
    if (wantsJson(command))
      terminal.printJson({
        engine: found.engine,
        location: found.location,
        schema_version: found.schemaVersion,
        size_bytes: found.sizeBytes,
        clients,
        users: accounts,
        sessions,
      });
    else
      detailLines([
        ["Database", `${found.location} (${found.engine}, ${sizeText(found.sizeBytes)})`],
        ["Schema", `version ${found.schemaVersion}`],
        ["Clients", String(clients)],
        ["Users", String(accounts)],
        ["Sessions", String(sessions)],
      ]).forEach(terminal.print);
    return done;
  });
}

function migrate(invocation: Invocation, command: Command, mayEndWayBack: boolean): Promise<Outcome> {
  const { terminal } = invocation;
  return withAdministration(
    invocation,
    command,
    { createsDatabase: true, mayEndWayBack },
    async ({ administration: { store } }) => {
      const applied = await store.migrate();
      const result = { applied, kept: store.keptBefore ?? null };
      if (wantsJson(command)) terminal.printJson(withNext(invocation, result, ["db check"]));
      else if (applied.length > 0) applied.forEach(terminal.print);
      terminal.note(applied.length > 0 ? "The schema is up to date now." : "The schema was up to date.");
      return done;
    },
  );
}
