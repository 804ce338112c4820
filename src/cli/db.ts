import { existsSync, linkSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { databasePath } from "../ops/config.ts";
import { refuse } from "../values/result.ts";
import { type Instant, instantOf } from "../values/time.ts";
import { problemOf, withAdministration } from "./administration.ts";
import { action, type Invocation, readConfig, wantsJson } from "./invocation.ts";
import { counted, detailLines, isoTime, sizeText } from "./layout.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";

/** `latchkey db …`: the database as a thing to keep. */
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
}

function status(invocation: Invocation, command: Command): Promise<Outcome> {
  const { terminal } = invocation;
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ store }) => {
    const found = await store.status();
    if (!found.isReady)
      return refuse({ exitCode: exitCodes.unavailable, cause: `${found.location}: ${found.problem}` });
    const [clients, accounts, sessions] = await Promise.all([
      store.clients.list(),
      store.accounts.list(),
      store.sessions.list(),
    ]);
    if (wantsJson(command))
      terminal.printJson({
        engine: found.engine,
        location: found.location,
        schema_version: found.schemaVersion,
        size_bytes: found.sizeBytes,
        clients: clients.length,
        users: accounts.length,
        sessions: sessions.length,
      });
    else
      detailLines([
        ["Database", `${found.location} (${found.engine}, ${sizeText(found.sizeBytes)})`],
        ["Schema", `version ${found.schemaVersion}`],
        ["Clients", String(clients.length)],
        ["Users", String(accounts.length)],
        ["Sessions", String(sessions.length)],
      ]).forEach(terminal.print);
    return done;
  });
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
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ store }, config) => {
    await store.backup(path);
    if (wantsJson(command)) terminal.printJson({ file: path });
    else terminal.print(path);
    terminal.note(
      `The master key is not in it: keep ${keyPlace(config.secret !== undefined, config.dataDir)} as well.`,
    );
    terminal.note(`To put it back: stop the service, then ${runLatchkey} db restore ${file}`);
    return done;
  });
}

async function restore(invocation: Invocation, command: Command, file: string): Promise<Outcome> {
  const { terminal, cwd } = invocation;
  const loaded = readConfig(invocation, command);
  if (!loaded.ok) return loaded;
  const { config } = loaded.value;
  const to = databasePath(config);
  const { systemClock } = await import("../adapters/system/clock.ts");
  let replaced: string | undefined;
  try {
    const { restoreSqlite } = await import("../adapters/sqlite/restore.ts");
    replaced = keepBeside(to, systemClock.now());
    await restoreSqlite({ from: resolve(cwd, file), to, overwrite: true });
  } catch (error) {
    if (replaced !== undefined) rmSync(replaced);
    return refuse(problemOf(error, config));
  }
  if (replaced !== undefined) terminal.note(`The database that was there is kept as ${replaced}`);
  // Opening it shows whether the master key is the right one, and makes the key that the backup may not bring along.
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ store }) => {
    const [clients, accounts] = await Promise.all([store.clients.list(), store.accounts.list()]);
    if (wantsJson(command))
      terminal.printJson({
        location: to,
        clients: clients.length,
        users: accounts.length,
        replaced: replaced ?? null,
      });
    else terminal.print(`${to}: ${counted(clients.length, "client")}, ${counted(accounts.length, "user")}`);
    terminal.note(
      "Restored. Codes that were issued before are refused; everything else is as it was in the backup.",
    );
    return done;
  });
}

// A second name for the file as it is; restoring takes the first name away from it. It costs no space until then.
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
