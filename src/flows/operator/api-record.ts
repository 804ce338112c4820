import type { Api } from "../../protocol/api/api.ts";
import {
  protectedResourceMetadata,
  resourceChallenges,
  resourceMetadataUri,
} from "../../protocol/api/resource-metadata.ts";
import type { Issuer } from "../../values/issuer.ts";
import { isoTime } from "../../values/time.ts";
import type { Mentions } from "./api.ts";

/** An API for programs. A lifetime of null is the usual one of the format. */
export function apiRecord(api: Api) {
  return {
    resource: api.resource,
    name: api.name,
    scopes: api.scopes,
    token_format: api.tokenFormat,
    token_lifetime_seconds: api.tokenLifetime ?? null,
    signing_alg: api.signingAlgorithm,
    open_to: api.openTo,
    may_exchange_for: api.mayExchangeFor,
    roles: api.roles ?? {},
    created_at: isoTime(api.createdAt),
    updated_at: isoTime(api.updatedAt),
  };
}

/** What names the API, for programs. */
export function mentionsRecord({ clients, apis }: Mentions) {
  return {
    clients: clients.map(({ id, name }) => ({ client_id: id, name })),
    exchanged_from: apis.map(({ resource }) => resource),
  };
}

/** What `api show --metadata` says to programs. `resource_metadata_uri` is null where the resource is not a web address. */
export function metadataRecord(api: Api, issuer: Issuer) {
  const challenges = resourceChallenges(api);
  return {
    resource_metadata_uri: resourceMetadataUri(api.resource) ?? null,
    document: protectedResourceMetadata(api, issuer),
    challenges: {
      missing_token: challenges.missingToken,
      invalid_token: challenges.invalidToken,
      insufficient_scope: challenges.insufficientScope,
      insufficient_user_authentication: challenges.insufficientAuthentication,
    },
  };
}
