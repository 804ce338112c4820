import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import type { Copied, CopyProgress } from "../adapters/copy-store.ts";
import { SqliteSource } from "../adapters/sqlite/copy-source.ts";
import { systemClock } from "../adapters/system/clock.ts";
import { type Config, hasPassword } from "../ops/config.ts";
import { parseDatabaseAddress } from "../ops/database-address.ts";
import { firstSignal } from "../ops/shutdown.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import type { Secret } from "../values/secret.ts";
import { isoTime } from "../values/time.ts";
import { shellWord } from "../values/words.ts";
import { commandLineActor } from "./actor.ts";
import { loadAdministration, problemOf, startProblem } from "./administration.ts";
import { action, type Invocation, readConfig, wantsJson } from "./invocation.ts";
import { printTable } from "./layout.ts";
import { done, exitCodes, type Outcome, type Problem } from "./outcome.ts";

/** The time between two lines about the same table. */
const progressRows = 100_000;

/** `latchkey db copy` and `db reopen`: move from the file to PostgreSQL, and back. */
export function addMoveCommands(db: Command, invocation: Invocation): void {
  db.command("copy <from> <to>")
    .description(
      "move everything from sqlite:… to an empty postgres://…, and close the file: a service on it answers 503 from then on",
    )
    .action(
      action(invocation, (from: string, to: string, _: object, command: Command) =>
        copy(invocation, command, { from, to }),
      ),
    );
  db.command("reopen <from>")
    .description(
      "take a file that was moved back into service, as it was then but for codes and refresh tokens; the service must be stopped",
    )
    .action(
      action(invocation, (from: string, _: object, command: Command) => reopen(invocation, command, from)),
    );
}

async function copy(
  invocation: Invocation,
  command: Command,
  addresses: { readonly from: string; readonly to: string },
): Promise<Outcome> {
  const target = readTarget(addresses.to);
  if (!target.ok) return target;
  if (hasPassword(addresses.to))
    invocation.terminal.note(
      "Other users of this machine can read the password among the arguments. Leave it out, and pass it in PGPASSWORD.",
    );
  const read = readSource(invocation, command, addresses.from);
  if (!read.ok) return read;
  const { config, path } = read.value;
  const keyProblem = await findKeyProblem(invocation, config);
  if (keyProblem) return refuse(keyProblem);
  let isInterrupted = false;
  void firstSignal().then(() => {
    isInterrupted = true;
    invocation.terminal.note("Interrupted: undoing it after the rows under way.");
  });
  try {
    const copied = await move(target.value, path, {
      onProgress: (progress) => tellProgress(invocation, progress),
      isInterrupted: () => isInterrupted,
    });
    tellCopied(invocation, command, { ...copied, path, config });
    return done;
  } catch (error) {
    const problem = problemOf(error);
    // Other commands read the address from this setting; here the operator typed it.
    return refuse({ ...problem, cause: problem.cause.replaceAll("LATCHKEY_DATABASE_URL", "the address") });
  }
}

interface Watch {
  readonly onProgress: (progress: CopyProgress) => void;
  readonly isInterrupted: () => boolean;
}

async function move(
  url: Secret,
  path: string,
  watch: Watch,
): Promise<Copied & { readonly location: string }> {
  // The driver of PostgreSQL is loaded only where it is used.
  const [{ copyStore }, { PostgresTarget }] = await Promise.all([
    import("../adapters/copy-store.ts"),
    import("../adapters/postgres/copy-target.ts"),
  ]);
  const target = await PostgresTarget.open(url.reveal());
  let source: SqliteSource | undefined;
  try {
    source = SqliteSource.open(path);
    const copied = await copyStore({ source, target, now: () => systemClock.now(), ...watch });
    return { ...copied, location: target.location };
  } finally {
    source?.close();
    await target.close();
  }
}

async function reopen(invocation: Invocation, command: Command, from: string): Promise<Outcome> {
  const read = readSource(invocation, command, from);
  if (!read.ok) return read;
  const { path } = read.value;
  let source: SqliteSource | undefined;
  try {
    source = SqliteSource.open(path);
    const move = source.findMove();
    if (!move)
      return refuse({ exitCode: exitCodes.refused, cause: `${path} was not moved; it is in use as it is.` });
    const discarded = source.reopen();
    source.close();
    await noteReopening(invocation, read.value.config).catch((error: unknown) =>
      invocation.terminal.note(`It could not be recorded in the audit trail. ${problemOf(error).cause}`),
    );
    if (wantsJson(command))
      invocation.terminal.printJson({
        database: path,
        was_moved_to: move.location,
        moved_at: isoTime(move.at),
        discarded_keys: discarded,
      });
    else invocation.terminal.print(path);
    invocation.terminal.note(
      `It can be served again, as it was at ${isoTime(move.at)}. What happened at ${move.location} since then is not in it: never serve both.`,
    );
    invocation.terminal.note(
      "Codes and refresh tokens of before are void, because they may be spent there. Sessions and access tokens are as they were.",
    );
    return done;
  } catch (error) {
    return refuse(problemOf(error));
  } finally {
    source?.close();
  }
}

/** Writes the entry of the act, which needs the master key. */
async function noteReopening(invocation: Invocation, config: Config): Promise<void> {
  const { openAdministration } = await loadAdministration();
  const { store, audit, close } = await openAdministration(config, { actor: commandLineActor(invocation) });
  await store.auditTrail.append([audit.entry("database-reopened", { kind: "database", id: "" })]);
  await close();
}

/** The address may hold a password, so it is not repeated. */
function readTarget(to: string): Result<Secret, Problem> {
  const parsed = parseDatabaseAddress(to);
  if (parsed.ok && parsed.value.kind === "postgres") return ok(parsed.value.url);
  return refuse({
    exitCode: exitCodes.usage,
    cause:
      "The second argument must be the address of a PostgreSQL: postgres://user:password@host:5432/name.",
    hint: "The first is the SQLite file: sqlite:data/latchkey.db.",
  });
}

interface Source {
  /** The same settings with this database. */
  readonly config: Config;
  readonly path: string;
}

function readSource(invocation: Invocation, command: Command, from: string): Result<Source, Problem> {
  const parsed = parseDatabaseAddress(from);
  if (!parsed.ok || parsed.value.kind !== "sqlite")
    return refuse({
      exitCode: exitCodes.usage,
      cause: "The first argument must be the SQLite file: sqlite:data/latchkey.db.",
    });
  const loaded = readConfig(invocation, command);
  if (!loaded.ok) return loaded;
  const config = { ...loaded.value.config, database: parsed.value };
  const path = resolve(parsed.value.path);
  if (!existsSync(path))
    return refuse({
      exitCode: exitCodes.notFound,
      cause: `There is no database at ${path}.`,
      hint: `\`${invocation.runLatchkey} db status\` says where yours lies.`,
    });
  return ok({ config, path });
}

/** Opens the database as a service does, which brings the schema up to date and proves the master key. */
async function findKeyProblem(invocation: Invocation, config: Config): Promise<Problem | undefined> {
  try {
    const { openAdministration } = await loadAdministration();
    const administration = await openAdministration(config, { actor: commandLineActor(invocation) });
    const { store, audit, close } = administration;
    // What is moved tells of the move, on both sides.
    await store.auditTrail.append([audit.entry("database-copied", { kind: "database", id: "" })]);
    await close();
    return undefined;
  } catch (error) {
    // An earlier move may have been cut off. This move then goes on, with the key that the earlier one checked.
    const isMoved = Error.isError(error) && "reason" in error && error.reason === "moved";
    return isMoved ? undefined : startProblem(error, config);
  }
}

function tellProgress({ terminal }: Invocation, { table, rows, total }: CopyProgress): void {
  if (rows === total || rows % progressRows === 0) terminal.note(`${table}: ${rows} of ${total} rows`);
}

function tellCopied(
  { terminal, runLatchkey }: Invocation,
  command: Command,
  copied: Copied & Source & { readonly location: string },
): void {
  const { rows, path, location, movedAt, wasDone, config } = copied;
  if (wantsJson(command))
    terminal.printJson({
      from: path,
      to: location,
      rows: Object.fromEntries(rows),
      moved_at: isoTime(movedAt),
      was_done: wasDone,
    });
  else
    printTable(
      terminal,
      ["TABLE", "ROWS"],
      [...rows].map(([table, count]) => [table, String(count)]),
    );
  terminal.note(
    wasDone
      ? `An earlier run had moved everything to ${location}.`
      : `Everything is at ${location} now. ${path} is closed: a service that still runs on it answers 503.`,
  );
  terminal.note("Next: give every node these two settings, and start it again.");
  terminal.note("  LATCHKEY_DATABASE_URL  the address that you just named, password included");
  terminal.note(
    config.secret === undefined
      ? `  LATCHKEY_SECRET_FILE=${shellWord(join(resolve(config.dataDir), "master.key"))}`
      : "  LATCHKEY_SECRET  as it is now",
  );
  terminal.note(
    `The way back, as long as no node was started there: ${runLatchkey} db reopen ${shellWord(`sqlite:${path}`)}`,
  );
}
