import { existsSync, linkSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import { restoreSqlite } from "../adapters/sqlite/restore.ts";
import { systemClock } from "../adapters/system/clock.ts";
import { databasePath, sqliteFile } from "../ops/config.ts";
import { refuse } from "../values/result.ts";
import { type Instant, instantOf, isoTime } from "../values/time.ts";
import { countsOf, problemOf, withAdministration } from "./administration.ts";
import { addCheckCommand } from "./db-check.ts";
import { addMoveCommands } from "./db-copy.ts";
import { action, type Invocation, readConfig, wantsJson } from "./invocation.ts";
import { counted, detailLines, shellWord, sizeText } from "./layout.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";

/** `latchkey db …`: status, check, backup, restore and migration of the database. */
export function addDatabaseCommands(program: Command, invocation: Invocation): void {
  const db = program.command("db").description("the database: state, schema, backups");
  db.command("status")
    .description("where it is, how large, which schema, what is in it")
    .action(action(invocation, (_: object, command: Command) => status(invocation, command)));
  db.command("migrate")
    .description("bring the schema up to date; every start does the same")
    .action(action(invocation, (_: object, command: Command) => migrate(invocation, command)));
  db.command("backup <file>")
    .description("write a consistent copy to a new file, beside a running service")
    .action(
      action(invocation, (file: string, _: object, command: Command) => backup(invocation, command, file)),
    );
  db.command("restore <file>")
    .description("put a backup in place of the database; the service must be stopped")
    .action(
      action(invocation, (file: string, _: object, command: Command) => restore(invocation, command, file)),
    );
  addCheckCommand(db, invocation);
  addMoveCommands(db, invocation);
}

function status(invocation: Invocation, command: Command): Promise<Outcome> {
  const { terminal } = invocation;
  return withAdministration(
    invocation,
    command,
    { createsDatabase: false },
    async (administration, config) => {
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
    },
  );
}

function migrate(invocation: Invocation, command: Command): Promise<Outcome> {
  const { terminal } = invocation;
  return withAdministration(invocation, command, { createsDatabase: true }, async ({ store }) => {
    const applied = await store.migrate();
    if (wantsJson(command)) terminal.printJson({ applied });
    else if (applied.length > 0) applied.forEach(terminal.print);
    terminal.note(applied.length > 0 ? "The schema is up to date now." : "The schema was up to date.");
    return done;
  });
}

async function backup(invocation: Invocation, command: Command, file: string): Promise<Outcome> {
  const { terminal, runLatchkey, cwd } = invocation;
  const path = resolve(cwd, file);
  if (existsSync(path))
    return refuse({
      exitCode: exitCodes.conflict,
      cause: `${path} exists already.`,
      hint: "Name a new file.",
    });
  if (!existsSync(dirname(path)))
    return refuse({
      exitCode: exitCodes.notFound,
      cause: `There is no folder ${dirname(path)}.`,
      hint: "Make it first, or name another.",
    });
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ store }, config) => {
    await store.backup(path);
    if (wantsJson(command)) terminal.printJson({ file: path });
    else terminal.print(path);
    terminal.note(
      `The master key is not in it: keep ${keyPlace(config.secret !== undefined, config.dataDir)} as well.`,
    );
    terminal.note(`To put it back: stop the service, then ${runLatchkey} db restore ${shellWord(file)}`);
    return done;
  });
}

async function restore(invocation: Invocation, command: Command, file: string): Promise<Outcome> {
  const { terminal, cwd, runLatchkey } = invocation;
  const from = resolve(cwd, file);
  if (!existsSync(from))
    return refuse({
      exitCode: exitCodes.notFound,
      cause: `There is no file ${from}.`,
      hint: `Name the file that \`${runLatchkey} db backup\` wrote.`,
    });
  const loaded = readConfig(invocation, command);
  if (!loaded.ok) return loaded;
  const { config } = loaded.value;
  const to = sqliteFile(config);
  if (to === undefined)
    return refuse({
      exitCode: exitCodes.refused,
      cause: `${databasePath(config)} is restored by PostgreSQL's own tools: pg_restore.`,
      hint: "docs/operating.md, PostgreSQL, says what has to be forgotten afterwards.",
    });
  let replaced: string | undefined;
  try {
    replaced = keepBeside(to, systemClock.now());
    await restoreSqlite({ from, to, overwrite: true });
  } catch (error) {
    if (replaced !== undefined) rmSync(replaced);
    return refuse(problemOf(error));
  }
  if (replaced !== undefined) terminal.note(`The database that was there is kept as ${replaced}`);
  // Opening proves the master key, and creates the keys that a backup leaves out.
  return withAdministration(invocation, command, { createsDatabase: false }, async (administration) => {
    const { clients, accounts } = await countsOf(administration, config);
    if (wantsJson(command))
      terminal.printJson({
        location: to,
        clients,
        users: accounts,
        replaced: replaced ?? null,
      });
    else terminal.print(`${to}: ${counted(clients, "client")}, ${counted(accounts, "user")}`);
    terminal.note("Restored. All sessions, codes and tokens have ended: everybody signs in again.");
    terminal.note(
      "Clients and users are as they were in the backup, also those that were changed, disabled or deleted since.",
    );
    return done;
  });
}

// A hard link keeps the present file under a second name; it takes no space. Restoring replaces the first name.
function keepBeside(path: string, now: Instant): string | undefined {
  if (!existsSync(path)) return undefined;
  const stamp = isoTime(instantOf(now)).replace(/[-:]|\.\d+/g, "");
  const kept = `${path}.replaced-${stamp}`;
  linkSync(path, kept);
  return kept;
}

function keyPlace(isSecretSet: boolean, dataDir: string): string {
  return isSecretSet ? "LATCHKEY_SECRET" : resolve(dataDir, "master.key");
}
