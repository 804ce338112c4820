import { ok, type Result, refuse } from "../../values/result.ts";
import type { Seconds } from "../../values/time.ts";
import { type Api, hasScope, mayAsk, tokenLifetimeOf } from "../api/api.ts";
import { parseResource, type ResourceUri } from "../api/resource.ts";
import { registeredAs } from "../api/targets.ts";
import { type Client, isSelfRegistered } from "../client/client.ts";
import { type WireError, wireError } from "../wire-error.ts";
import type { ClientCredentialsRequest } from "./request.ts";

/** Why a client gets no token for itself. */
export type ClientCredentialsRefusalReason =
  | "client-is-no-machine"
  | "machine-resource-missing"
  | "machine-resources-many"
  | "machine-resource-invalid"
  | "machine-scope-invalid";

export const clientCredentialsErrors: Readonly<Record<ClientCredentialsRefusalReason, WireError>> = {
  "client-is-no-machine": wireError(
    "unauthorized_client",
    "This client acts for people, so it gets no token without one. Register a client for the service itself with: latchkey client create --machine --name NAME --api RESOURCE",
  ),
  "machine-resource-missing": wireError(
    "invalid_target",
    "The parameter resource is missing, and the client is not registered for exactly one API. Send the resource of the API that the token is for: latchkey client show CLIENT_ID",
  ),
  "machine-resources-many": wireError(
    "invalid_target",
    "A token is for one API, and the request names several. Send one resource, and ask for a token for each API.",
  ),
  "machine-resource-invalid": wireError(
    "invalid_target",
    "The resource is not an API of this service, or not one that the client may ask for. Compare it with latchkey api list, and open it to the client with: latchkey client update CLIENT_ID --api RESOURCE",
  ),
  "machine-scope-invalid": wireError(
    "invalid_scope",
    "None of the scope values is one that this client may ask for at this API. Compare latchkey api show with latchkey client show, and name what it may ask for with: latchkey client update CLIENT_ID --scope VALUE",
  ),
};

/** What a client gets for itself. */
interface GrantedCredentials {
  readonly api: Api;
  /** In the order of the request. */
  readonly scope: readonly string[];
  readonly lifetime: Seconds;
}

/**
 * The resource that a request is about; undefined if it cannot be told. It must be looked up before the request is decided. A client
 * that is registered for rights of operators alone need not name `administration`.
 */
export function resourceOfCredentials(
  { metadata }: Pick<Client, "metadata">,
  { resources }: ClientCredentialsRequest,
  administration: ResourceUri,
): ResourceUri | undefined {
  const registered =
    metadata.adminScope.length > 0 ? [...metadata.resources, administration] : metadata.resources;
  const [named, ...others] = [...new Set(resources.length === 0 ? registered : resources)];
  return named === undefined || others.length > 0 ? undefined : parseResource(named);
}

/**
 * True for a machine that may ask for tokens of this API. If its registration names APIs, it is for these alone, however open others
 * are: they may have the same scope values for other rights, and no person is asked.
 */
export function mayAskAlone(api: Api, client: Client): boolean {
  const { resources, adminScope } = client.metadata;
  if (api.isAdministration) return adminScope.length > 0 && !isSelfRegistered(client);
  return (
    mayAsk(api, client) &&
    (resources.length === 0 || registeredAs(client.metadata, api.resource) !== undefined)
  );
}

/**
 * Decides what a client gets for itself (RFC 6749 §4.4): a token for one API that it may ask for, with the requested scope values out of
 * those that it is registered for and the API has. Without a scope it is all of these.
 */
export function decideClientCredentials(given: {
  readonly client: Client;
  readonly request: ClientCredentialsRequest;
  /** What `resourceOfCredentials` says, and the API that it names. */
  readonly resource: ResourceUri | undefined;
  readonly api: Api | undefined;
  /** The lifetime of opaque tokens. */
  readonly usualLifetime: Seconds;
}): Result<GrantedCredentials, ClientCredentialsRefusalReason> {
  const { client, request, api } = given;
  const { isMachine } = client.metadata;
  // RFC 6749 §4.4: only confidential clients.
  if (!isMachine || client.isPublic) return refuse("client-is-no-machine");
  if (request.resources.length > 1) return refuse("machine-resources-many");
  if (given.resource === undefined && request.resources.length === 0)
    return refuse("machine-resource-missing");
  if (api === undefined || !mayAskAlone(api, client)) return refuse("machine-resource-invalid");
  // The values of other APIs may have the same names, so those of operators are registered apart.
  const registered = api.isAdministration ? client.metadata.adminScope : client.metadata.machineScope;
  const scope = (request.scope ?? registered).filter(
    (value) => registered.includes(value) && hasScope(api, value),
  );
  // A token without any right would only be refused later, by the API. An API without scopes takes one.
  const isNoneLeft = scope.length === 0 && (request.scope !== undefined || api.scopes.length > 0);
  if (isNoneLeft) return refuse("machine-scope-invalid");
  return ok({ api, scope, lifetime: tokenLifetimeOf(api, given.usualLifetime) });
}
