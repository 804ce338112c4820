import { type Command, Option } from "commander";
import type { SessionProblem } from "../flows/operator/session.ts";
import { byId } from "../operations/operation.ts";
import { sessionOperations } from "../operations/session.ts";
import { counted } from "../values/words.ts";
import type { Invocation } from "./invocation.ts";
import { shortTimeOf } from "./layout.ts";
import { operationCommands } from "./operation-command.ts";
import type { Hints } from "./operation-view.ts";

const { listSessions, revokeSession, revokeSessionsOfUser } = byId(sessionOperations);

const hints: Hints<SessionProblem> = {
  "unknown-account": "`latchkey user list` shows the accounts there are.",
  "unknown-session": "`latchkey session list` shows the live ones.",
};

/** `latchkey session …`: the signed-in browsers. */
export function addSessionCommands(program: Command, invocation: Invocation): void {
  const add = operationCommands(program.command("session"), invocation, hints);
  add(listSessions, {
    help: "live sessions; the one that was used last comes first",
    options: { user: new Option("--user <user>", "of one person only") },
    table: {
      headings: ["SESSION ID", "USERNAME", "SIGNED IN", "LAST SEEN", "BROWSER"],
      row: ({ session_id, username, authenticated_at, last_seen_at, browser }) => [
        session_id,
        username,
        shortTimeOf(authenticated_at),
        shortTimeOf(last_seen_at),
        browser,
      ],
      empty: (_, { user }) => (user === undefined ? "Nobody is signed in." : "That person is not signed in."),
    },
  });
  add(revokeSession, {
    help: "sign out one browser, or a person everywhere",
    json: ({ session_id }) => ({ session_id: session_id.toLowerCase(), revoked: 1 }),
    notes: () => ["Signed that browser out."],
  });
  add(revokeSessionsOfUser, {
    when: new Option("--user <user>", "every session and token of this person"),
    notes: ({ username, revoked }) => [
      `Signed ${username} out everywhere: ${counted(revoked, "session")} and every token.`,
    ],
  });
}
