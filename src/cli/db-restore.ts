import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { type BackupContent, inspectorOf } from "../adapters/backup/content.ts";
import { dropBeside, keepBeside } from "../adapters/sqlite/files.ts";
import { checkBackup, restoreSqlite } from "../adapters/sqlite/restore.ts";
import { systemClock, systemStopwatch } from "../adapters/system/clock.ts";
import { type Config, databasePath, sqliteFile } from "../ops/config.ts";
import type { Client } from "../protocol/client/client.ts";
import type { BackupKey } from "../values/backup-lock.ts";
import { refuse } from "../values/result.ts";
import { isoTime } from "../values/time.ts";
import { counted, shellWord } from "../values/words.ts";
import { countsOf, problemOf, withExisting } from "./administration.ts";
import { type KeyOptions, readKey } from "./backup-key.ts";
import { action, type Invocation, readConfig, wantsJson } from "./invocation.ts";
import { detailLines } from "./layout.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";
import { openProgress } from "./progress.ts";

interface RestoreOptions extends KeyOptions {
  readonly check?: true;
}

/** A backup, and the database in whose place it would be put. */
interface Subject {
  readonly from: string;
  readonly to: string;
  readonly key: BackupKey | undefined;
  readonly config: Config;
}

/** `latchkey db restore`: puts a backup in place of the database, or checks whether that would work. */
export function addRestoreCommand(db: Command, invocation: Invocation): void {
  db.command("restore <file>")
    .description("replace the database with a backup; the service must be stopped")
    .option("--check", "change nothing, and say whether the backup could be restored here")
    .option("--passphrase-file <file>", "the passphrase is the first line of this file")
    .option("--passphrase-stdin", "the passphrase is the first line of stdin")
    .option("--identity-file <file>", "the age key that the backup was encrypted for")
    .action(
      action(invocation, (file: string, options: RestoreOptions, command: Command) =>
        restore(invocation, command, { file, options }),
      ),
    );
}

async function restore(
  invocation: Invocation,
  command: Command,
  { file, options }: { readonly file: string; readonly options: RestoreOptions },
): Promise<Outcome> {
  const from = resolve(invocation.cwd, file);
  if (!existsSync(from))
    return refuse({
      exitCode: exitCodes.notFound,
      cause: `There is no file ${from}.`,
      hint: `Name the file that \`${invocation.runLatchkey} db backup\` wrote.`,
    });
  const loaded = readConfig(invocation, command);
  if (!loaded.ok) return loaded;
  const { config } = loaded.value;
  const to = sqliteFile(config);
  if (to === undefined)
    return refuse({
      exitCode: exitCodes.refused,
      cause: `${databasePath(config)} is restored by PostgreSQL's own tools: pg_restore.`,
      hint: "docs/backup.md, PostgreSQL, says what has to be deleted afterwards.",
    });
  try {
    const key = await readKey(invocation, from, options);
    if (!key.ok) return key;
    const subject = { from, to, key: key.value, config };
    if (options.check) return await check(invocation, command, subject);
    return await replace(invocation, command, subject);
  } catch (error) {
    return refuse(problemOf(error));
  }
}

async function check(invocation: Invocation, command: Command, subject: Subject): Promise<Outcome> {
  const { from, to, key, config } = subject;
  const { terminal } = invocation;
  const progress = openProgress(systemStopwatch);
  let content: BackupContent | undefined;
  try {
    await checkBackup({
      from,
      key,
      besidePrefix: join(nearestFolder(dirname(to)), `${basename(to)}.restore-`),
      onShare: (share) => progress.show("decrypting", share),
      inspect: inspectorOf(config, "check", (found) => {
        content = found;
      }),
    });
  } finally {
    progress.end();
  }
  if (content === undefined) throw new Error("A backup was checked, but not looked into.");
  const { schemaVersion, clients, accounts, asOf, masterKey } = content;
  if (wantsJson(command))
    terminal.printJson({
      file: from,
      encrypted: key !== undefined,
      sound: true,
      schema_version: schemaVersion,
      clients,
      users: accounts,
      as_of: asOf === undefined ? null : isoTime(asOf),
      master_key: masterKey,
    });
  else
    detailLines([
      ["Backup", `${from}${key === undefined ? "" : ", encrypted"}`],
      ["As of", asOf === undefined ? "unknown" : isoTime(asOf)],
      ["Schema", `version ${schemaVersion}`],
      ["Clients", String(clients)],
      ["Users", String(accounts)],
      [
        "Master key",
        masterKey === "enclosed" ? "the enclosed one opens the keys" : "the one here opens the keys",
      ],
    ]).forEach(terminal.print);
  terminal.note("It can be restored here.");
  return done;
}

async function replace(invocation: Invocation, command: Command, subject: Subject): Promise<Outcome> {
  const { from, to, key, config } = subject;
  const { terminal } = invocation;
  const progress = openProgress(systemStopwatch);
  let replaced: string | undefined;
  try {
    await restoreSqlite({
      from,
      to,
      key,
      overwrite: true,
      onShare: (share) => progress.show("decrypting", share),
      inspect: inspectorOf(config, "keep"),
      beforeReplacing: () => {
        replaced = keepBeside(to, systemClock.now());
      },
    });
  } catch (error) {
    // The failure may have come when the backup was in place already.
    if (replaced !== undefined && !dropBeside(replaced, to)) terminal.note(keptAs(replaced));
    throw error;
  } finally {
    progress.end();
  }
  if (replaced !== undefined) terminal.note(keptAs(replaced));
  // Opening creates the keys that a backup leaves out.
  return withExisting(invocation, command, async ({ administration }) => {
    const { store, audit } = administration;
    await store.auditTrail.append([audit.entry("backup-restored", { kind: "database", id: from })]);
    const { clients, accounts } = await countsOf(administration, config);
    if (wantsJson(command))
      terminal.printJson({ location: to, clients, users: accounts, replaced: replaced ?? null });
    else terminal.print(`${to}: ${counted(clients, "client")}, ${counted(accounts, "user")}`);
    terminal.note("Restored. All sessions, codes and tokens have ended: everybody signs in again.");
    terminal.note(
      "Clients and users are as they were in the backup, also those that were changed, disabled or deleted since.",
    );
    revocationNotes(await store.clients.list(), invocation.runLatchkey).forEach(terminal.note);
    return done;
  });
}

/** A backup cannot say what was revoked after it, so the operator is told what may work again and how to end it. */
function revocationNotes(clients: readonly Client[], latchkey: string): readonly string[] {
  const takers = clients.filter(({ metadata }) => metadata.hasAppPasswords);
  return [
    "What was revoked since the backup works again: passwords, passkeys, authenticator apps, recovery codes and app passwords, links in mails and client secrets. The backup cannot know which.",
    `If a person's credential was stolen: ${latchkey} user recover USER prints a link for a new password, ${latchkey} user passkeys USER shows the passkeys and removes one, and ${latchkey} session revoke --user USER ends the app passwords.`,
    ...takers.map(
      ({ id, name }) =>
        `To end every app password for ${name}: ${latchkey} client update ${shellWord(id)} --no-app-passwords; --app-passwords then allows new ones.`,
    ),
  ];
}

function keptAs(replaced: string): string {
  return `The database that was there is kept as ${replaced}`;
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}
