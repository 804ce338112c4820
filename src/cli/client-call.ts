import type { Command } from "commander";
import { unknownResourcesOf, unknownScopesOf } from "../doctor/apis.ts";
import { knownApis } from "../flows/administration-api.ts";
import { findClient } from "../flows/operator/client.ts";
import type { ClientProblem } from "../flows/operator/client-problem.ts";
import { type ClientBody, clientBody } from "../operations/client-schema.ts";
import type { Registry } from "../operations/operation.ts";
import { type Client, interfaceMetadata } from "../protocol/client/client.ts";
import type { Result } from "../values/result.ts";
import { shellWord } from "../values/words.ts";
import { withExisting } from "./administration.ts";
import { clientProblem } from "./client-problem.ts";
import { clientDetails } from "./client-view.ts";
import { type Invocation, wantsJson } from "./invocation.ts";
import { type Details, detailLines } from "./layout.ts";
import { withNext } from "./next-commands.ts";
import { openCall } from "./operation-call.ts";
import type { Beside } from "./operation-view.ts";
import { done, type Outcome } from "./outcome.ts";

/** Runs a change of one client; the sentences that it returns go to stderr. */
export function onClient(
  invocation: Invocation,
  command: Command,
  id: string,
  change: (registry: Registry) => Promise<Result<readonly string[], ClientProblem>>,
): Promise<Outcome> {
  return withExisting(invocation, command, async (opened) => {
    const told = await change(openCall(opened).registry);
    if (!told.ok) return clientProblem(invocation, told.reason, { client_id: id });
    told.value.forEach(invocation.terminal.note);
    return done;
  });
}

/** The details of a client that an operation answered. The record does not have every property as people read it. */
export async function detailsOf(
  record: ClientBody,
  { registry }: Pick<Beside, "registry">,
): Promise<Details> {
  const client = await findClient(registry.clients, record.client_id);
  return clientDetails(record, client?.metadata ?? interfaceMetadata);
}

/** Prints a client, whose secret is data, to stdout; with `--json`, also the commands that come next. */
export function printClient(
  invocation: Invocation,
  command: Command,
  { client, ...beside }: { readonly client: Client } & Parameters<typeof clientBody>[1],
  next?: readonly string[],
): ClientBody {
  const { terminal } = invocation;
  const record = clientBody(client, beside);
  if (wantsJson(command))
    terminal.printJson(next === undefined ? record : withNext(invocation, record, next));
  else detailLines(clientDetails(record, client.metadata)).forEach(terminal.print);
  return record;
}

/** The note beside a new secret. */
export const copyNow = "Copy the secret now: only its digest is stored, so it cannot be shown again.";

/** Which of the resources and scope values that were named no API has, so that a typing error shows at once. */
export async function unknownNames(
  { apis, settings }: Pick<Registry, "apis" | "settings">,
  client: Client,
  latchkey: string,
): Promise<readonly string[]> {
  const known = knownApis(await apis.all(), settings.issuer);
  const { isMachine, machineScope, adminScope, resources, audience } = client.metadata;
  const isForNone = resources.length === 0 && audience === undefined && adminScope.length === 0;
  return [
    ...(isMachine && isForNone
      ? [
          `It is registered for no API. To name one: ${latchkey} client update ${client.id} --api RESOURCE --scope VALUE`,
        ]
      : []),
    ...(isMachine && resources.length > 0 && machineScope.length === 0
      ? [
          `It may ask for no scope, so an API that has scopes gives it no token. To name one: ${latchkey} client update ${client.id} --scope VALUE`,
        ]
      : []),
    ...unknownScopesOf(client, known).map(
      (value) =>
        `${value} is no scope of its APIs, so its tokens go without it. To add it: ${latchkey} api scope add RESOURCE ${shellWord(`${value}=SENTENCE`)}`,
    ),
    ...unknownResourcesOf(client, known).map(
      (resource) =>
        `${resource} is no API here, so tokens for it have no scopes of its own. To make it one: ${latchkey} api create --resource ${shellWord(resource)} --name NAME`,
    ),
  ];
}
