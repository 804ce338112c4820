import { ok, type Result, refuse } from "../../values/result.ts";
import { type Client, type ClientMetadata, registersForMore } from "../client/client.ts";
import type { Parameters } from "../parameters.ts";
import { type Api, mayAsk } from "./api.ts";
import { parseResource, type ResourceUri } from "./resource.ts";

/** The most resources that a request names. */
const resourcesMax = 8;

/** What the tokens of a request are meant for. */
export interface Targets {
  /** Resource indicators, each once: canonical for an API, otherwise as the client registered it. */
  readonly resources: readonly string[];
  /** Those among them that are APIs of this service. */
  readonly apis: readonly Api[];
}

/** The targets if neither the request nor the registration names any. */
export const noTargets: Targets = { resources: [], apis: [] };

/**
 * The resources that must be looked up before the targets of a request can be read. For a client of the interface there are none, so
 * that its requests cost nothing here.
 */
export function resourcesToFind(client: Client, parameters: Parameters): readonly ResourceUri[] {
  return registersForMore(client) ? resourcesNamed(client, parameters.all("resource")) : none;
}

/** The requested resources, or those that the registration names if none is requested. */
export function resourcesNamed({ metadata }: Client, requested: readonly string[]): readonly ResourceUri[] {
  return canonical(requested.length === 0 ? metadata.resources : requested.slice(0, resourcesMax));
}

/**
 * The resources that must be looked up before the target of a new token can be decided: granted ones, and all that are requested now,
 * because an API that is not found passes for a resource of the registration.
 */
export function resourcesOfGrant(
  client: Client,
  granted: readonly string[] = none,
  requested: readonly string[] = none,
): readonly ResourceUri[] {
  if (!registersForMore(client)) return none;
  return canonical([...granted, ...requested]);
}

const none: readonly never[] = [];

function canonical(texts: readonly string[]): readonly ResourceUri[] {
  return texts.length === 0 ? none : texts.map(parseResource).filter((resource) => resource !== undefined);
}

/**
 * Reads what a request's tokens are meant for (RFC 8707 §2): APIs that are open to the client, and other resources that its registration
 * names. Without a request it is the API that the registration names, if that is one. `apis` are those that exist among
 * `resourcesToFind`.
 */
export function readTargets(
  client: Client,
  requested: readonly string[],
  apis: readonly Api[],
): Result<Targets, "target-invalid"> {
  if (requested.length === 0) return ok(usualTargets(client, apis));
  if (requested.length > resourcesMax) return refuse("target-invalid");
  const found = new Map<string, Api | undefined>();
  for (const text of requested) {
    const resource = parseResource(text);
    const api = apis.find((one) => one.resource === resource);
    const target = api === undefined ? registeredAs(client.metadata, text) : resource;
    const isOpen = api === undefined || mayAsk(api, client);
    if (resource === undefined || target === undefined || !isOpen) return refuse("target-invalid");
    found.set(target, api);
  }
  return ok({
    resources: [...found.keys()],
    apis: [...found.values()].filter((api) => api !== undefined),
  });
}

function usualTargets(client: Client, apis: readonly Api[]): Targets {
  const [api, ...others] = apis;
  return api === undefined || others.length > 0 || !mayAsk(api, client)
    ? noTargets
    : { resources: [api.resource], apis: [api] };
}

/** The spelling under which the registration names a resource; undefined if it does not. */
export function registeredAs({ resources }: ClientMetadata, text: string): string | undefined {
  if (resources.length === 0) return undefined;
  const resource = parseResource(text);
  return resources.find((known) => known === text || parseResource(known) === resource);
}
