import type { Command } from "commander";
import type { Administration } from "../administration.ts";
import { listSessions, revokeSession, revokeSessionsOf } from "../flows/operator/session.ts";
import { sessionRecord } from "../flows/operator/session-record.ts";
import { browserName } from "../identity/browser-name.ts";
import { formatSessionId, parseSessionId } from "../values/ids.ts";
import { refuse } from "../values/result.ts";
import { counted, shortTime } from "../values/words.ts";
import { withAdministration } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { printTable } from "./layout.ts";
import { type ListOptions, limitOption, noteRest } from "./list.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";

interface UserOption {
  readonly user?: string;
}

type SessionListOptions = UserOption & ListOptions;

/** `latchkey session …`: the signed-in browsers. */
export function addSessionCommands(program: Command, invocation: Invocation): void {
  const session = program.command("session");
  session
    .command("list")
    .description("live sessions; the one that was used last comes first")
    .option("--user <user>", "of one person only")
    .addOption(limitOption())
    .action(
      action(invocation, (options: SessionListOptions, command: Command) =>
        list(invocation, command, options),
      ),
    );
  session
    .command("revoke [id]")
    .description("sign out one browser, or a person everywhere")
    .option("--user <user>", "every session and token of this person")
    .action(
      action(invocation, (id: string | undefined, options: UserOption, command: Command) =>
        revoke(invocation, command, id, options),
      ),
    );
}

function list(invocation: Invocation, command: Command, options: SessionListOptions): Promise<Outcome> {
  const { terminal } = invocation;
  return withAdministration(
    invocation,
    command,
    { createsDatabase: false },
    async (administration, config) => {
      const { inventory } = administration.store;
      const registry = { ...registryOf(administration), inventory, idleLimit: config.sessionIdle };
      const listed = await listSessions(registry, { who: options.user, limit: options.limit });
      if (!listed.ok) return unknownAccount(invocation);
      const { items: sessions, total } = listed.value;
      if (wantsJson(command)) for (const facts of sessions) terminal.printJson(sessionRecord(facts));
      else if (sessions.length === 0)
        terminal.note(options.user === undefined ? "Nobody is signed in." : "That person is not signed in.");
      else {
        const rows = sessions.map(({ session, account }) => [
          formatSessionId(session.id),
          account.username,
          shortTime(session.authenticatedAt),
          shortTime(session.lastSeenAt),
          browserName(session.userAgent),
        ]);
        printTable(terminal, ["SESSION ID", "USERNAME", "SIGNED IN", "LAST SEEN", "BROWSER"], rows);
      }
      noteRest(invocation, options, total);
      return done;
    },
  );
}

async function revoke(
  invocation: Invocation,
  command: Command,
  id: string | undefined,
  { user }: UserOption,
): Promise<Outcome> {
  if ((id === undefined) === (user === undefined))
    return refuse({
      exitCode: exitCodes.usage,
      cause: "Name either one session or one person.",
      hint: `\`${invocation.runLatchkey} session revoke ID\` or \`${invocation.runLatchkey} session revoke --user USER\`.`,
    });
  return withAdministration(invocation, command, { createsDatabase: false }, (administration) =>
    user === undefined
      ? revokeOne(invocation, command, administration, id ?? "")
      : revokeAllOf(invocation, command, administration, user),
  );
}

async function revokeOne(
  invocation: Invocation,
  command: Command,
  administration: Administration,
  id: string,
): Promise<Outcome> {
  const sessionId = parseSessionId(id);
  const isRevoked =
    sessionId !== undefined && (await revokeSession(registryOf(administration), sessionId)).ok;
  if (!isRevoked)
    return refuse({
      exitCode: exitCodes.notFound,
      cause: "There is no such session.",
      hint: `\`${invocation.runLatchkey} session list\` shows the live ones.`,
    });
  if (wantsJson(command)) invocation.terminal.printJson({ session_id: id.toLowerCase(), revoked: 1 });
  invocation.terminal.note("Signed that browser out.");
  return done;
}

async function revokeAllOf(
  invocation: Invocation,
  command: Command,
  administration: Administration,
  user: string,
): Promise<Outcome> {
  const revoked = await revokeSessionsOf(registryOf(administration), user);
  if (!revoked.ok) return unknownAccount(invocation);
  const { account, ended } = revoked.value;
  if (wantsJson(command))
    invocation.terminal.printJson({ user_id: account.id, username: account.username, revoked: ended });
  invocation.terminal.note(
    `Signed ${account.username} out everywhere: ${counted(ended, "session")} and every token.`,
  );
  return done;
}

function registryOf({ store, clock, audit }: Administration) {
  return { sessions: store.sessions, accounts: store.accounts, clock, audit };
}

function unknownAccount(invocation: Invocation): Outcome {
  return refuse({
    exitCode: exitCodes.notFound,
    cause: "There is no such account.",
    hint: `\`${invocation.runLatchkey} user list\` shows the accounts there are.`,
  });
}
