import type { Issuer } from "../../values/issuer.ts";
import { acrOf } from "../authorization/acr.ts";
import type { Api } from "./api.ts";
import type { ResourceUri } from "./resource.ts";

const wellKnown = "/.well-known/oauth-protected-resource";
const web = /^(https?:\/\/[^/?]+)(\/[^?]*)?(\?.*)?$/s;

/** The document that an API publishes about itself (RFC 9728 §2). Whether it takes DPoP proofs only its own server knows. */
export function protectedResourceMetadata(
  { resource, name, scopes }: Pick<Api, "resource" | "name" | "scopes">,
  issuer: Issuer,
): Readonly<Record<string, unknown>> {
  return {
    resource,
    authorization_servers: [issuer],
    ...(scopes.length > 0 && { scopes_supported: scopes.map((scope) => scope.name) }),
    bearer_methods_supported: ["header"],
    resource_name: name,
  };
}

/**
 * Where the API publishes the document: the well-known path stands between host and path (RFC 9728 §3.1). Undefined for a resource
 * that is not a web address.
 */
export function resourceMetadataUri(resource: ResourceUri): string | undefined {
  const [, origin, path = "", query = ""] = web.exec(resource) ?? [];
  return origin === undefined ? undefined : `${origin}${wellKnown}${path === "/" ? "" : path}${query}`;
}

/** The values of `WWW-Authenticate` for the answers in which an API asks its clients for more. */
interface ResourceChallenges {
  /** 401 for a call without a token. It names the first scope, which is what a client then asks for. */
  readonly missingToken: string;
  /** 401 for a token that does not work any more (RFC 6750 §3.1). */
  readonly invalidToken: string;
  /** 403 for a token without the scope, by scope (RFC 6750 §3.1). */
  readonly insufficientScope: Readonly<Record<string, string>>;
  /** 401 for a person who proved too little, or too long ago (RFC 9470 §3). */
  readonly insufficientAuthentication: string;
}

/** Makes the challenges of an API (RFC 9728 §5.1). */
export function resourceChallenges({
  resource,
  scopes,
}: Pick<Api, "resource" | "scopes">): ResourceChallenges {
  const uri = resourceMetadataUri(resource);
  const challenge = (attributes: Readonly<Record<string, string | undefined>>): string => {
    const all = Object.entries({ ...attributes, resource_metadata: uri });
    const given = all.flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${quoted(value)}"`]));
    return given.length === 0 ? "Bearer" : `Bearer ${given.join(", ")}`;
  };
  return {
    missingToken: challenge({ scope: scopes[0]?.name }),
    invalidToken: challenge({ error: "invalid_token" }),
    insufficientScope: Object.fromEntries(
      scopes.map(({ name }) => [name, challenge({ error: "insufficient_scope", scope: name })]),
    ),
    insufficientAuthentication: challenge({
      error: "insufficient_user_authentication",
      acr_values: acrOf("two"),
      max_age: "300",
    }),
  };
}

/** A quoted-string (RFC 9110 §5.6.4). */
function quoted(text: string): string {
  return text.replace(/["\\]/g, "\\$&");
}
