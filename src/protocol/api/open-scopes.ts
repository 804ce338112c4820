import type { Client } from "../client/client.ts";
import { grantedScope, knownScopes } from "../scope.ts";
import { type Api, mayAsk } from "./api.ts";

/** How many scope values a document names at most: clients send them all back, and requests have limits. */
export const namedScopesMax = 200;

/**
 * The scope values that the metadata documents name (RFC 8414 §2): the sign-in's own, and those of the APIs that clients may ask for
 * without being named by their registration. The scopes of the others stay private.
 */
export function supportedScopes(apis: readonly Api[]): readonly string[] {
  return named(
    knownScopes,
    apis.filter(({ openTo }) => openTo !== "listed"),
  );
}

/** The scope values that a client may ask for, as its registration is answered with them (RFC 7591 §2). */
export function registeredScopes(client: Client, apis: readonly Api[]): readonly string[] {
  return named(
    grantedScope(knownScopes.join(" "), client.metadata),
    apis.filter((api) => mayAsk(api, client)),
  );
}

function named(own: readonly string[], apis: readonly Api[]): readonly string[] {
  const values = apis.flatMap(({ scopes }) => scopes.map(({ name }) => name));
  return [...new Set([...own, ...values])].slice(0, namedScopesMax);
}
