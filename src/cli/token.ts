import type { Command } from "commander";
import { SteadyClock } from "../adapters/system/code-clock.ts";
import type { Administration } from "../administration.ts";
import {
  createOperatorToken,
  operatorTokenLifetimes,
  type TokenPorts,
} from "../flows/operator/create-token.ts";
import { tokenClientId } from "../flows/operator/own-clients.ts";
import {
  inspectToken,
  type RevocationProblem,
  revocationProblems,
  revokeTokens,
  type TokenReport,
  type TokenState,
} from "../flows/operator/token.ts";
import { revokedRecord, tokenRecord } from "../flows/operator/token-record.ts";
import { type Config, resolveIssuer } from "../ops/config.ts";
import { flowSettings } from "../ops/flow-settings.ts";
import { isAdminScope, whyNoAdminScope } from "../protocol/api/admin-scopes.ts";
import { administrationResource } from "../protocol/api/administration.ts";
import { refuse } from "../values/result.ts";
import { isoTime, type Seconds, secondsOf } from "../values/time.ts";
import { counted, shellWord, shortTime } from "../values/words.ts";
import { withAdministration } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { detailLines, labelled } from "./layout.ts";
import { done, exitCodes, type Outcome, refused } from "./outcome.ts";
import { readStdinLine } from "./stdin-line.ts";
import { addressProblem } from "./token-place.ts";

interface CreateOptions {
  readonly scope: readonly string[];
  readonly expires: string;
}

interface RevokeOptions {
  readonly user?: string;
  readonly client?: string;
}

/** `latchkey token …`: access tokens and refresh tokens. */
export function addTokenCommands(program: Command, invocation: Invocation): void {
  const token = program.command("token");
  token
    .command("introspect")
    .description("what the token on stdin is, whose it is, and whether it works")
    .action(action(invocation, (_: object, command: Command) => introspect(invocation, command)));
  token
    .command("create")
    .description("make a token for the admin API, for scripts; it is printed only this once")
    .requiredOption(
      "--scope <scope>",
      "a right of operators, such as users:read; may be repeated, or several in one text",
      (text: string, before: readonly string[] = []) => [...before, ...text.split(" ").filter(Boolean)],
    )
    .option("--expires <time>", "its lifetime, up to 24h, such as 30m or 8h", "1h")
    .action(
      action(invocation, (options: CreateOptions, command: Command) => create(invocation, command, options)),
    );
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

async function create(invocation: Invocation, command: Command, options: CreateOptions): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  if (options.scope.length === 0)
    return refuse({ exitCode: exitCodes.usage, cause: "--scope names no admin scope." });
  const unknown = options.scope.find((word) => !isAdminScope(word));
  if (unknown !== undefined)
    return refuse({ exitCode: exitCodes.usage, cause: `--scope: ${unknown} ${whyNoAdminScope(unknown)}` });
  const lifetime = readLifetime(options.expires);
  if (lifetime === undefined)
    return refuse({
      exitCode: exitCodes.usage,
      cause: "--expires is a number with s, m or h, from 60s to 24h, such as 30m.",
    });
  const scopes = options.scope.filter(isAdminScope);
  return withAdministration(
    invocation,
    command,
    { createsDatabase: false },
    async (administration, config) => {
      const resource = administrationResource(resolveIssuer(config, config.port));
      const problem = await addressProblem(config, resource, invocation);
      if (problem !== undefined) return refuse(problem);
      const made = await createOperatorToken(await tokenPortsOf(administration, config), {
        scopes,
        lifetime,
      });
      if (!made.ok)
        return refuse({
          exitCode: exitCodes.refused,
          cause: `The client ${tokenClientId}, which such tokens are issued to, is disabled.`,
          hint: `\`${runLatchkey} client enable ${tokenClientId}\` enables it.`,
        });
      const { token, expiresAt } = made.value;
      if (wantsJson(command))
        terminal.printJson({
          access_token: token,
          token_type: "Bearer",
          expires_in: lifetime,
          expires_at: isoTime(expiresAt),
          scope: scopes.join(" "),
          resource,
        });
      else terminal.print(token);
      terminal.note(`It works until ${shortTime(expiresAt)} at ${resource}, and is not shown again.`);
      terminal.note(`To end every such token: ${runLatchkey} token revoke --client ${tokenClientId}`);
      return done;
    },
  );
}

const secondsIn: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

function readLifetime(text: string): Seconds | undefined {
  const [, number = "", unit = ""] = /^([0-9]{1,6})([smh])$/.exec(text) ?? [];
  const lifetime = secondsOf(Number(number) * (secondsIn[unit] ?? 0));
  const { least, most } = operatorTokenLifetimes;
  return lifetime >= least && lifetime <= most ? lifetime : undefined;
}

/** The grant's id must be dated as those of a running service are. */
async function tokenPortsOf(administration: Administration, config: Config): Promise<TokenPorts> {
  const { store, keyring, clock, random, audit } = administration;
  const latest = await store.watermark.latest();
  return {
    ...store,
    signer: keyring.signer,
    clock,
    codeClock: new SteadyClock({ clock, random, latest }),
    random,
    audit,
    events: { record: () => {} },
    settings: flowSettings(config, resolveIssuer(config, config.port)),
  };
}

async function revoke(invocation: Invocation, command: Command, options: RevokeOptions): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  if (options.user === undefined && options.client === undefined)
    return refuse({
      exitCode: exitCodes.usage,
      cause: "Name a person, an application, or both.",
      hint: `\`${runLatchkey} token revoke --user USER\` or \`${runLatchkey} token revoke --client ID\`.`,
    });
  return withAdministration(invocation, command, { createsDatabase: false }, async (administration) => {
    const revoked = await revokeTokens(registryOf(administration), {
      who: options.user,
      clientId: options.client,
    });
    if (!revoked.ok) return refused(revocationProblems, revoked.reason, hintOf(revoked.reason, runLatchkey));
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

function hintOf({ kind }: RevocationProblem, runLatchkey: string): string {
  return kind === "unknown-client"
    ? `\`${runLatchkey} client list\` shows the clients there are.`
    : `\`${runLatchkey} user list\` shows the accounts there are.`;
}

function registryOf({ store, keyring, clock, audit }: Administration) {
  return { ...store, sealer: keyring, signer: keyring.signer, clock, audit };
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
