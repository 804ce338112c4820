import { administrationApi } from "../protocol/api/administration.ts";
import type { Api } from "../protocol/api/api.ts";
import type { Issuer } from "../values/issuer.ts";
import type { Apis } from "./api-ports.ts";

/** Every API that a client or an exchange may name: the listed ones, and the admin API. */
export function knownApis(listed: readonly Api[], issuer: Issuer): readonly Api[] {
  return [...listed, administrationApi(issuer)];
}

/**
 * The stored APIs and the admin API, which is found by its resource and stands in no list, because only applications of
 * operators have a use for it.
 */
export function withAdministrationApi(apis: Apis, issuer: Issuer): Apis {
  const administration = administrationApi(issuer);
  const isIt = (resource: string) => resource === administration.resource;
  return {
    ...apis,
    find: (resource) => (isIt(resource) ? Promise.resolve(administration) : apis.find(resource)),
    create: (api, max, sideEffects) =>
      isIt(api.resource) ? Promise.resolve("exists") : apis.create(api, max, sideEffects),
  };
}
