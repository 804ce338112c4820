import type { Command } from "commander";
import { SteadyClock } from "../adapters/system/code-clock.ts";
import type { Administration } from "../administration.ts";
import {
  createOperatorToken,
  operatorTokenLifetimes,
  type TokenPorts,
} from "../flows/operator/create-token.ts";
import { tokenClientId } from "../flows/operator/own-clients.ts";
import { type Config, resolveIssuer } from "../ops/config.ts";
import { flowSettings } from "../ops/flow-settings.ts";
import { isAdminScope, whyNoAdminScope } from "../protocol/api/admin-scopes.ts";
import { administrationResource } from "../protocol/api/administration.ts";
import { refuse } from "../values/result.ts";
import { isoTime, type Seconds, secondsOf } from "../values/time.ts";
import { shortTime } from "../values/words.ts";
import { withExisting } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";
import { addressProblem } from "./token-place.ts";

interface CreateOptions {
  readonly scope: readonly string[];
  readonly expires: string;
}

/** `latchkey token create`. It is no operation: a token could make longer-lived ones. */
export function addTokenCreateCommand(token: Command, invocation: Invocation): void {
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
  return withExisting(invocation, command, async ({ administration, config }) => {
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
  });
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
