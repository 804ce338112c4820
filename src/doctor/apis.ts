import { knownApis } from "../flows/administration-api.ts";
import type { Apis } from "../flows/api-ports.ts";
import type { Finding } from "../flows/operator/finding.ts";
import type { Clients } from "../flows/ports.ts";
import { type Api, hasScope, mayAsk } from "../protocol/api/api.ts";
import { isSameResource } from "../protocol/api/resource.ts";
import type { Client } from "../protocol/client/client.ts";
import type { Issuer } from "../values/issuer.ts";
import { counted, shellWord } from "../values/words.ts";

const findingsMax = 20;

/** Whether everything that names an API names one that exists, and every API can be asked for. Nothing if there are no APIs. */
export async function apiFindings(
  apis: Pick<Apis, "all">,
  clients: Pick<Clients, "list">,
  issuer: Issuer,
): Promise<readonly Finding[]> {
  const all = await apis.all();
  if (all.length === 0) return [];
  const registered = await clients.list();
  const known = knownApis(all, issuer);
  const hints = [
    ...unknownNamesIn(registered, known),
    ...unreachableIn(all, registered),
    ...danglingIn(all, known),
  ];
  const ok: Finding = {
    check: "APIs",
    state: "ok",
    detail: `${counted(all.length, "API")}; clients and exchanges name no others`,
  };
  return hints.length === 0 ? [ok] : hints.slice(0, findingsMax);
}

/** The resources that a client names and that are no API: mostly a typing error. */
export function unknownResourcesOf({ metadata }: Client, apis: readonly Api[]): readonly string[] {
  return metadata.resources.filter((resource) => !apis.some((api) => isSameResource(api.resource, resource)));
}

/** The scope values that a machine names and that none of its APIs has. Those of the admin API are registered apart. */
export function unknownScopesOf(client: Client, apis: readonly Api[]): readonly string[] {
  const open = apis.filter((api) => !api.isAdministration && mayAsk(api, client));
  return client.metadata.machineScope.filter((value) => !open.some((api) => hasScope(api, value)));
}

function* unknownNamesIn(clients: readonly Client[], apis: readonly Api[]): Generator<Finding> {
  for (const client of clients) {
    const { id, name } = client;
    for (const resource of unknownResourcesOf(client, apis))
      yield {
        check: "APIs",
        state: "warning",
        detail: `${name} (${id}) may ask for tokens of ${resource}, which is not an API here, so they have none of its scopes`,
        repair: "add the API, or name another in the application",
        commands: [
          `latchkey api create --resource ${shellWord(resource)} --name NAME`,
          `latchkey client update ${id} --resource …`,
        ],
      };
    for (const value of unknownScopesOf(client, apis))
      yield {
        check: "APIs",
        state: "warning",
        detail: `${name} (${id}) may ask for ${value}, which none of its APIs has, so its tokens go without it`,
        repair: "add the scope to its API, or name others in the application",
        commands: [
          `latchkey api scope add RESOURCE ${shellWord(`${value}=SENTENCE`)}`,
          `latchkey client update ${id} --scope …`,
        ],
      };
  }
}

/** APIs that only named clients may ask for, although none is named. */
function* unreachableIn(apis: readonly Api[], clients: readonly Client[]): Generator<Finding> {
  for (const api of apis)
    if (api.openTo === "listed" && !clients.some((client) => mayAsk(api, client)))
      yield {
        check: "APIs",
        state: "warning",
        detail: `no client names ${api.name} (${api.resource}), so nobody gets tokens for it`,
        repair: "name it in an application that may ask for it",
        commands: [`latchkey client update CLIENT_ID --resource ${shellWord(api.resource)}`],
      };
}

/** Exchanges for APIs that were deleted. */
function* danglingIn(apis: readonly Api[], known: readonly Api[]): Generator<Finding> {
  for (const { name, resource, mayExchangeFor } of apis)
    for (const other of mayExchangeFor)
      if (!known.some((api) => api.resource === other))
        yield {
          check: "APIs",
          state: "warning",
          detail: `tokens of ${name} may be exchanged for those of ${other}, which is not an API any more`,
          repair: "name the others, or none",
          commands: ["--may-exchange-for …", "--no-may-exchange-for"].map(
            (option) => `latchkey api update ${shellWord(resource)} ${option}`,
          ),
        };
}
