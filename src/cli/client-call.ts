import type { Command } from "commander";
import type { Administration } from "../administration.ts";
import { unknownResourcesOf, unknownScopesOf } from "../doctor/apis.ts";
import { knownApis } from "../flows/administration-api.ts";
import type { Apis } from "../flows/api-ports.ts";
import type { ClientWithSecret } from "../flows/operator/client.ts";
import type { ClientProblem } from "../flows/operator/client-problem.ts";
import { type BesideClient, clientRecord } from "../flows/operator/client-record.ts";
import { hasNoProof, secretCount } from "../flows/operator/client-secrets.ts";
import { type Config, resolveIssuer } from "../ops/config.ts";
import type { Client } from "../protocol/client/client.ts";
import { type ClientId, parseClientId } from "../values/ids.ts";
import type { Result } from "../values/result.ts";
import { shellWord } from "../values/words.ts";
import { withAdministration } from "./administration.ts";
import { clientProblem } from "./client-problem.ts";
import { clientDetails } from "./client-view.ts";
import { type Invocation, wantsJson } from "./invocation.ts";
import { detailLines } from "./layout.ts";
import { done, type Outcome } from "./outcome.ts";

type Registry = ReturnType<typeof registryOf>;

/** Runs a change of one client; the sentence that it returns goes to stderr. */
export function onClient(
  invocation: Invocation,
  command: Command,
  id: string,
  change: (registry: Registry, id: ClientId, config: Config) => Promise<Result<string, ClientProblem>>,
): Promise<Outcome> {
  return withAdministration(
    invocation,
    command,
    { createsDatabase: false },
    async (administration, config) => {
      const clientId = parseClientId(id);
      if (clientId === undefined) return clientProblem(invocation, { kind: "unknown-client" }, id);
      const told = await change(registryOf(administration, config), clientId, config);
      if (!told.ok) return clientProblem(invocation, told.reason, id);
      invocation.terminal.note(told.value);
      return done;
    },
  );
}

/** What the commands about clients need of an installation. */
export function registryOf({ store, clock, random, audit }: Administration, config: Config) {
  const { clients, secretUses, grants, groups, apis } = store;
  const settings = { issuer: resolveIssuer(config, config.port) };
  return { clients, secretUses, grants, groups, apis, settings, clock, random, audit };
}

/** The secret is data, so it goes to stdout; the note that it is shown only once goes to stderr. */
export function printSecretOnce(
  invocation: Invocation,
  command: Command,
  { client, secret, uses }: ClientWithSecret & BesideClient,
): void {
  const { terminal } = invocation;
  if (wantsJson(command)) terminal.printJson(clientRecord(client, { secret, uses }));
  else detailLines(clientDetails(client, { secret, uses })).forEach(terminal.print);
  if (secret !== undefined)
    terminal.note("Copy the secret now: only its digest is stored, so it cannot be shown again.");
}

/** Prints a client to stdout, and to stderr the command that it needs next. */
export function printClient(
  invocation: Invocation,
  command: Command,
  { client, uses }: { readonly client: Client } & BesideClient,
): void {
  const { terminal, runLatchkey } = invocation;
  if (wantsJson(command)) terminal.printJson(clientRecord(client, { uses }));
  else detailLines(clientDetails(client, { uses })).forEach(terminal.print);
  if (secretCount(client) === 2)
    terminal.note(`To end the older secret: ${runLatchkey} client retire-secret ${client.id}`);
  if (hasNoProof(client)) terminal.note(`To make a secret: ${runLatchkey} client rotate-secret ${client.id}`);
}

/** Says which of the resources and scope values that were named no API has, so that a typing error shows at once. */
export async function noteUnknownNames(
  { terminal, runLatchkey }: Invocation,
  config: Config,
  apis: Pick<Apis, "all">,
  client: Client,
): Promise<void> {
  const known = knownApis(await apis.all(), resolveIssuer(config, config.port));
  const { isMachine, machineScope, adminScope, resources, audience } = client.metadata;
  if (isMachine && resources.length === 0 && audience === undefined && adminScope.length === 0)
    terminal.note(
      `It is registered for no API. To name one: ${runLatchkey} client update ${client.id} --api RESOURCE --scope VALUE`,
    );
  if (isMachine && resources.length > 0 && machineScope.length === 0)
    terminal.note(
      `It may ask for no scope, so an API that has scopes gives it no token. To name one: ${runLatchkey} client update ${client.id} --scope VALUE`,
    );
  for (const value of unknownScopesOf(client, known))
    terminal.note(
      `${value} is no scope of its APIs, so its tokens go without it. To add it: ${runLatchkey} api scope add RESOURCE ${shellWord(`${value}=SENTENCE`)}`,
    );
  for (const resource of unknownResourcesOf(client, known))
    terminal.note(
      `${resource} is no API here, so tokens for it have no scopes of its own. To make it one: ${runLatchkey} api create --resource ${shellWord(resource)} --name NAME`,
    );
}
