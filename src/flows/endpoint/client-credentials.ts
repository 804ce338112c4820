import { administrationResource } from "../../protocol/api/administration.ts";
import { decideClientCredentials, resourceOfCredentials } from "../../protocol/token/client-credentials.ts";
import type { ClientCredentialsRequest } from "../../protocol/token/request.ts";
import { type CreateApiGrantPorts, createApiGrant } from "./create-api-grant.ts";
import type { IssueTokens } from "./issued-tokens.ts";

/** What issuing a token to a client itself needs. */
export type ClientCredentialsPorts = CreateApiGrantPorts;

/**
 * Issues a token to a client that asks for itself (RFC 6749 §4.4): one durable write and no refresh token (§4.4.3), because the client
 * can always ask again.
 */
export const issueToMachine: IssueTokens<ClientCredentialsPorts, ClientCredentialsRequest> = async (
  ports,
  call,
) => {
  const { client, request, provenKey, context } = call;
  const administration = administrationResource(ports.settings.issuer);
  const resource = resourceOfCredentials(client, request, administration);
  const decided = decideClientCredentials({
    client,
    request,
    resource,
    api: resource && (await ports.apis.find(resource)),
    usualLifetime: ports.settings.accessTokenLifetime,
  });
  if (!decided.ok) return decided;
  const { api, scope, lifetime } = decided.value;
  const issued = await createApiGrant(ports, call, {
    api,
    scope,
    lifetime,
    subject: client.id,
    dpopThumbprint: provenKey,
  });
  if (!issued.ok) return issued;
  ports.events.record({ kind: "token-issued", clientId: client.id, scope }, context);
  return issued;
};
