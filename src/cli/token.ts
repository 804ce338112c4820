import type { Command } from "commander";
import type { Administration } from "../administration.ts";
import { inspectToken, revokeTokens, type TokenReport, type TokenState } from "../flows/operator/token.ts";
import { revokedRecord, tokenRecord } from "../flows/operator/token-record.ts";
import { refuse } from "../values/result.ts";
import { withAdministration } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { counted, detailLines, labelled, shellWord, shortTime } from "./layout.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";
import { readStdinLine } from "./stdin-line.ts";

interface RevokeOptions {
  readonly user?: string;
  readonly client?: string;
}

/** `latchkey token …`: access tokens and refresh tokens. */
export function addTokenCommands(program: Command, invocation: Invocation): void {
  const token = program.command("token").description("access tokens and refresh tokens");
  token
    .command("introspect")
    .description("what the token on stdin is, whose it is, and whether it works")
    .action(action(invocation, (_: object, command: Command) => introspect(invocation, command)));
  token
    .command("revoke")
    .description("end the tokens of a person, of an application, or of both together")
    .option("--user <user>", "of this person; by username, e-mail address or id")
    .option("--client <id>", "of this application")
    .action(
      action(invocation, (options: RevokeOptions, command: Command) => revoke(invocation, command, options)),
    );
}

async function introspect(invocation: Invocation, command: Command): Promise<Outcome> {
  const { terminal } = invocation;
  if (process.stdin.isTTY) terminal.note("Paste the token and press Enter:");
  const text = (await readStdinLine()).trim();
  if (text === "")
    return refuse({
      exitCode: exitCodes.usage,
      cause: "Nothing came in on stdin.",
      hint: "The first line of stdin is the token: an argument would be seen by other users of this machine.",
    });
  return withAdministration(invocation, command, { createsDatabase: false }, async (administration) => {
    const report = await inspectToken(registryOf(administration), text);
    if (wantsJson(command)) terminal.printJson(tokenRecord(report));
    else if (report !== undefined) detailLines(tokenDetails(report)).forEach(terminal.print);
    else terminal.print("No token of this installation, or one that is long gone.");
    return done;
  });
}

async function revoke(invocation: Invocation, command: Command, options: RevokeOptions): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  if (options.user === undefined && options.client === undefined)
    return refuse(problems["nobody-named"](runLatchkey));
  return withAdministration(invocation, command, { createsDatabase: false }, async (administration) => {
    const revoked = await revokeTokens(registryOf(administration), {
      who: options.user,
      clientId: options.client,
    });
    if (!revoked.ok) return refuse(problems[revoked.reason](runLatchkey));
    const { account, refreshTokens, accessTokens } = revoked.value;
    if (wantsJson(command)) terminal.printJson(revokedRecord(revoked.value));
    terminal.note(
      `Revoked ${counted(refreshTokens, "refresh token")} with what came of them, and ${counted(accessTokens, "other access token")}.`,
    );
    if (account !== undefined)
      terminal.note(
        `${account.username} stays signed in. To end that too: ${runLatchkey} session revoke --user ${shellWord(account.username)}`,
      );
    return done;
  });
}

const problems = {
  "nobody-named": (runLatchkey: string) => ({
    exitCode: exitCodes.usage,
    cause: "Name a person, an application, or both.",
    hint: `\`${runLatchkey} token revoke --user USER\` or \`${runLatchkey} token revoke --client ID\`.`,
  }),
  "unknown-account": (runLatchkey: string) => ({
    exitCode: exitCodes.notFound,
    cause: "There is no such account.",
    hint: `\`${runLatchkey} user list\` shows the accounts there are.`,
  }),
  "unknown-client": (runLatchkey: string) => ({
    exitCode: exitCodes.notFound,
    cause: "There is no such client.",
    hint: `\`${runLatchkey} client list\` shows the clients there are.`,
  }),
} as const;

function registryOf({ store, keyring, clock }: Administration) {
  return { ...store, sealer: keyring, signer: keyring.signer, clock };
}

const stateTexts: Readonly<Record<TokenState, string>> = {
  live: "works",
  expired: "expired",
  revoked: "revoked, or its session, account or client is not what it was",
  replaced: "replaced by a newer one; to use it again revokes them all",
};

function tokenDetails(report: TokenReport): [string, string][] {
  const { client, clientId, account, accountId, scope, audience, dpopThumbprint, actors = [] } = report;
  const person = account === undefined ? accountId : `${account.username} (${accountId})`;
  return [
    ["Token", report.kind === "access-token" ? "access token" : "refresh token"],
    ["State", stateTexts[report.state]],
    ["Client", client === undefined ? clientId : `${client.name} (${clientId})`],
    ["Person", person ?? "none: the client asked for itself"],
    ...labelled("Acting", actors.length === 0 ? [] : [actors.join(", for ")]),
    ...labelled("Scope", scope.length === 0 ? [] : [scope.join(" ")]),
    ...labelled("Meant for", audience),
    ...labelled("Bound to", dpopThumbprint === undefined ? [] : [`the key ${dpopThumbprint}`]),
    ["Issued", shortTime(report.issuedAt)],
    ["Expires", shortTime(report.expiresAt)],
  ];
}
