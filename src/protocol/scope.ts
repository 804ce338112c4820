import type { ClientMetadata } from "./client/client.ts";

/** The scope values with a meaning here (OpenID Connect Core §5.4 and §11). */
export const knownScopes = [
  "openid",
  "profile",
  "email",
  "address",
  "phone",
  "groups",
  "offline_access",
] as const;

export type KnownScope = (typeof knownScopes)[number];

/** The grant of a client that asks for no scope. */
export const noScope: readonly string[] = [];

/** The rights of an API, as far as scopes are read by them. */
interface WithScopes {
  readonly scopes: readonly { readonly name: string }[];
}

const valuesMax = 64;

/**
 * Reads a scope: every value once, in the order of the text, known or not. Commas separate as spaces do, because common
 * libraries join with them. At most 64 values are read.
 */
export function readScope(text: string): readonly string[] {
  const values = text.split(/[ ,]/, valuesMax).filter((value) => value !== "");
  return [...new Set(values)];
}

/**
 * Returns the part of a requested scope that the client is granted, in the order of the request: values of the sign-in itself that are
 * for this client, and those of the targeted APIs. Others are left out and not refused (RFC 6749 §3.3).
 */
export function grantedScope(
  text: string | undefined,
  metadata: ClientMetadata,
  apis: readonly WithScopes[] = [],
): readonly string[] {
  if (text === undefined) return noScope;
  return readScope(text).filter((value) =>
    isKnownScope(value) ? isForClient(value, metadata) : isOfSome(apis, value),
  );
}

/** The values of a requested scope that mean nothing: neither the sign-in nor a targeted API has them. */
export function unknownScope(text: string | undefined, apis: readonly WithScopes[]): readonly string[] {
  if (text === undefined) return noScope;
  return readScope(text).filter((value) => !isKnownScope(value) && !isOfSome(apis, value));
}

/** True if the scope lets userinfo tell anything about the person. */
export function opensUserinfo(scope: readonly string[]): boolean {
  return scope.some((value) => isKnownScope(value) && value !== "offline_access");
}

function isOfSome(apis: readonly WithScopes[], value: string): boolean {
  return apis.some(({ scopes }) => scopes.some(({ name }) => name === value));
}

/** True for a scope value with a meaning here. */
export function isKnownScope(value: string): value is KnownScope {
  return knownScopes.some((known) => known === value);
}

function isForClient(scope: KnownScope, metadata: ClientMetadata): boolean {
  const isForEverybody = scope === "profile" || scope === "email";
  if (!isForEverybody && scope !== "offline_access") return metadata.isOpenid;
  return scope !== "offline_access" || metadata.mayRefresh;
}
