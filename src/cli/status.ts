import type { Command } from "commander";
import { databasePath, resolveIssuer } from "../ops/config.ts";
import { readVersion } from "../ops/version.ts";
import { type Instant, instantOf, isoTime } from "../values/time.ts";
import { countsOf, isDatabaseMissing, withAdministration } from "./administration.ts";
import { localBaseOf, statusOf } from "./healthcheck.ts";
import { type Invocation, readConfig, wantsJson } from "./invocation.ts";
import { counted, detailLines, sizeText } from "./layout.ts";
import { done, type Outcome } from "./outcome.ts";

const answerMilliseconds = 500;

interface Overview {
  readonly version: string;
  readonly issuer: string;
  readonly running: boolean;
  readonly database: string;
  readonly databaseBytes?: number;
  readonly lastBackupAt?: Instant;
  readonly clients: number;
  readonly users: number;
  readonly sessions: number;
}

/** `latchkey` alone: five lines about this installation, and the next useful command. */
export async function showStatus(invocation: Invocation, command: Command): Promise<Outcome> {
  const loaded = readConfig(invocation, command);
  if (!loaded.ok) return loaded;
  const { config } = loaded.value;
  const place = {
    version: readVersion(),
    issuer: resolveIssuer(config, config.port),
    running: (await statusOf(`${localBaseOf(config)}/livez`, answerMilliseconds)) === 200,
    database: databasePath(config),
  };
  if (isDatabaseMissing(config)) {
    tell(invocation, command, { ...place, clients: 0, users: 0, sessions: 0 });
    return done;
  }
  return withAdministration(invocation, command, { createsDatabase: false }, async (administration) => {
    const status = await administration.store.status();
    const { clients, accounts, sessions } = await countsOf(administration, config);
    const { schedule, command: byHand } = await administration.store.backupRuns.latest();
    const lastBackupAt = Math.max(schedule?.at ?? 0, byHand?.at ?? 0);
    tell(invocation, command, {
      ...place,
      ...(status.isReady ? { databaseBytes: status.sizeBytes } : {}),
      clients,
      users: accounts,
      sessions,
      ...(lastBackupAt > 0 && { lastBackupAt: instantOf(lastBackupAt) }),
    });
    return done;
  });
}

function tell(invocation: Invocation, command: Command, overview: Overview): void {
  const { terminal, runLatchkey } = invocation;
  if (wantsJson(command)) {
    const { databaseBytes, lastBackupAt, ...rest } = overview;
    const last_backup_at = lastBackupAt === undefined ? null : isoTime(lastBackupAt);
    terminal.printJson({ ...rest, database_bytes: databaseBytes ?? null, last_backup_at });
    return;
  }
  const size = overview.databaseBytes === undefined ? "not made yet" : sizeText(overview.databaseBytes);
  detailLines([
    ["Latchkey", overview.version],
    ["Base URL", `${overview.issuer} (${overview.running ? "running" : "not running"})`],
    ["Database", `${overview.database} (${size})`],
    ["Clients", counted(overview.clients, "application")],
    [
      "Users",
      `${counted(overview.users, "person").replace("persons", "people")}, ${counted(overview.sessions, "session")}`,
    ],
  ]).forEach(terminal.print);
  terminal.note(`Next: ${runLatchkey} ${nextCommand(overview)}`);
  terminal.note(`All commands: ${runLatchkey} --help`);
}

function nextCommand({ databaseBytes, clients, users, running }: Overview): string {
  if (databaseBytes === undefined) return "demo";
  if (clients === 0) return 'client create --name "My app" --redirect-uri https://app.example/callback';
  if (users === 0) return "user create --username NAME";
  return running ? "doctor" : "serve";
}
