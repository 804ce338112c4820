import type { Issuer } from "../../values/issuer.ts";
import { instantOf } from "../../values/time.ts";
import { adminScopes, allAdminScopes } from "./admin-scopes.ts";
import type { Api } from "./api.ts";
import { parseResource, type ResourceUri } from "./resource.ts";

/** The resource indicator of the admin API, which is its address. */
export function administrationResource(issuer: Issuer): ResourceUri {
  const resource = parseResource(`${issuer}/admin/api`);
  if (resource === undefined) throw new Error("The base URL makes no resource indicator.");
  return resource;
}

/** The admin API. It is not a row in the database: its resource follows the base URL, and no operator can weaken it. */
export function administrationApi(issuer: Issuer): Api {
  return {
    resource: administrationResource(issuer),
    name: "Administration",
    scopes: allAdminScopes.map((name) => ({ name, sentence: adminScopes[name], translations: {} })),
    tokenFormat: "opaque",
    signingAlgorithm: "ES256",
    openTo: "listed",
    mayExchangeFor: [],
    isAdministration: true,
    createdAt: instantOf(0),
    updatedAt: instantOf(0),
  };
}
