import type { Command } from "commander";
import { readStatus, type Status, statusRecord } from "../flows/operator/status.ts";
import { databasePath, resolveIssuer } from "../ops/config.ts";
import { readVersion } from "../ops/version.ts";
import { counted, sizeText } from "../values/words.ts";
import { isDatabaseMissing, withExisting } from "./administration.ts";
import { localBaseOf, statusOf } from "./healthcheck.ts";
import { type Invocation, readConfig, wantsJson } from "./invocation.ts";
import { detailLines } from "./layout.ts";
import { done, type Outcome } from "./outcome.ts";

const answerMilliseconds = 500;

/** `latchkey` alone: five lines about this installation, and the next useful command. */
export async function showStatus(invocation: Invocation, command: Command): Promise<Outcome> {
  const loaded = readConfig(invocation, command);
  if (!loaded.ok) return loaded;
  const { config } = loaded.value;
  const place = {
    version: readVersion(),
    issuer: resolveIssuer(config, config.port),
    isRunning: (await statusOf(`${localBaseOf(config)}/livez`, answerMilliseconds)) === 200,
    database: databasePath(config),
  };
  if (isDatabaseMissing(config)) {
    tell(invocation, command, { ...place, clients: 0, users: 0, sessions: 0 });
    return done;
  }
  return withExisting(invocation, command, async ({ administration }) => {
    tell(invocation, command, await readStatus(administration, place, config.sessionIdle));
    return done;
  });
}

function tell(invocation: Invocation, command: Command, status: Status): void {
  const { terminal, runLatchkey } = invocation;
  if (wantsJson(command)) {
    terminal.printJson(statusRecord(status));
    return;
  }
  const size = status.databaseBytes === undefined ? "not made yet" : sizeText(status.databaseBytes);
  detailLines([
    ["Latchkey", status.version],
    ["Base URL", `${status.issuer} (${status.isRunning ? "running" : "not running"})`],
    ["Database", `${status.database} (${size})`],
    ["Clients", counted(status.clients, "application")],
    [
      "Users",
      `${counted(status.users, "person").replace("persons", "people")}, ${counted(status.sessions, "session")}`,
    ],
  ]).forEach(terminal.print);
  terminal.note(`Next: ${runLatchkey} ${nextCommand(status)}`);
  terminal.note(`All commands: ${runLatchkey} --help`);
}

function nextCommand({ databaseBytes, clients, users, isRunning }: Status): string {
  if (databaseBytes === undefined) return "demo";
  if (clients === 0) return 'client create --name "My app" --redirect-uri https://app.example/callback';
  if (users === 0) return "user create --username NAME";
  return isRunning ? "doctor" : "serve";
}
