import { type Command, Option } from "commander";
import type { RevocationProblem, TokenState } from "../flows/operator/token.ts";
import { type AnswerOf, byId } from "../operations/operation.ts";
import { problem } from "../operations/problem.ts";
import { tokenOperations, type tokenSchema } from "../operations/token.ts";
import type { Actor } from "../protocol/token/jwt-access-token.ts";
import { parseClientId } from "../values/ids.ts";
import { ok, refuse } from "../values/result.ts";
import { instantOf } from "../values/time.ts";
import { counted, shellWord, shortTime } from "../values/words.ts";
import type { Invocation } from "./invocation.ts";
import { type Details, labelled } from "./layout.ts";
import { operationCommands } from "./operation-command.ts";
import type { OptionGroup } from "./operation-input.ts";
import type { Beside, Hints } from "./operation-view.ts";
import { exitCodes } from "./outcome.ts";
import { readStdinLine } from "./stdin-line.ts";
import { addTokenCreateCommand } from "./token-create.ts";

const { introspectToken, revokeTokens } = byId(tokenOperations);

const hints: Hints<RevocationProblem> = {
  "unknown-account": "`latchkey user list` shows the accounts there are.",
  "unknown-client": "`latchkey client list` shows the clients there are.",
};

/** `latchkey token …`: access tokens and refresh tokens. */
export function addTokenCommands(program: Command, invocation: Invocation): void {
  const token = program.command("token");
  const add = operationCommands(token, invocation, hints);
  add(introspectToken, {
    help: "what the token on stdin is, whose it is, and whether it works",
    options: { token: fromStdin },
    details: tokenDetails,
  });
  addTokenCreateCommand(token, invocation);
  add(revokeTokens, {
    help: "end the tokens of a person, of an application, or of both together",
    options: {
      user: new Option("--user <user>", "of this person; by username, e-mail address or id"),
      client_id: new Option("--client <id>", "of this application"),
    },
    check: ({ user, client_id }) =>
      user === undefined && client_id === undefined
        ? problem("invalid-parameters", "Name a person, an application, or both: --user, --client.")
        : ok(undefined),
    notes: ({ username, refresh_tokens, access_tokens }, { latchkey }) => [
      `Revoked ${counted(refresh_tokens, "refresh token")} with what came of them, and ${counted(access_tokens, "other access token")}.`,
      ...(username === undefined
        ? []
        : [
            `${username} stays signed in. To end that too: ${latchkey} session revoke --user ${shellWord(username)}`,
          ]),
    ],
  });
}

/** A token is never an argument, which other users of the machine can read. */
const fromStdin: OptionGroup = {
  options: [],
  read: async (_, { terminal }) => {
    if (process.stdin.isTTY) terminal.note("Paste the token and press Enter:");
    const text = (await readStdinLine()).trim();
    if (text !== "") return ok(text);
    return refuse({
      exitCode: exitCodes.usage,
      cause: "Standard input is empty.",
      hint: "The first line of stdin is the token: an argument would be seen by other users of this machine.",
    });
  },
};

const stateTexts: Readonly<Record<TokenState, string>> = {
  live: "works",
  expired: "expired",
  revoked: "revoked, or its session, account or client is not what it was",
  replaced: "replaced by a newer one; using it again revokes all of them",
};

async function tokenDetails(
  token: AnswerOf<typeof tokenSchema>,
  { registry }: Beside,
): Promise<Details | string> {
  const { state, client_id = "", username, scope = "", aud = [], cnf, iat = 0, exp = 0 } = token;
  if (state === "unknown") return "No token of this installation, or one that is long gone.";
  const id = parseClientId(client_id);
  const client = id && (await registry.clients.find(id));
  // The id is not repeated if the client knows the person by it. A client that asked for itself is its own subject.
  const userId = token.user_id ?? (token.sub === client_id ? undefined : token.sub);
  const person = username === undefined ? userId : `${username} (${userId})`;
  return [
    ["Token", token.kind === "access_token" ? "access token" : "refresh token"],
    ["State", stateTexts[state]],
    ["Client", client === undefined ? client_id : `${client.name} (${client_id})`],
    ["Person", person ?? "none: the client asked for itself"],
    ...labelled("Acting", token.act === undefined ? [] : [actorsIn(token.act).join(", for ")]),
    ...labelled("Scope", scope === "" ? [] : [scope]),
    ...labelled("Meant for", aud),
    ...labelled("Bound to", cnf === undefined ? [] : [`the key ${cnf.jkt}`]),
    ["Issued", shortTime(instantOf(iat * 1000))],
    ["Expires", shortTime(instantOf(exp * 1000))],
  ];
}

function actorsIn({ sub, act }: Actor): readonly string[] {
  return [sub, ...(act === undefined ? [] : actorsIn(act))];
}
