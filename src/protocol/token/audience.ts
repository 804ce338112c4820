import { ok, type Result, refuse } from "../../values/result.ts";
import { type Api, allowanceOf, mayAsk, mayHold } from "../api/api.ts";
import { parseResource } from "../api/resource.ts";
import { registeredAs } from "../api/targets.ts";
import type { Client } from "../client/client.ts";
import { isKnownScope } from "../scope.ts";
import { type WireError, wireError } from "../wire-error.ts";

/** Why no token is issued for the resources that a token request means. */
export type TargetRefusalReason = "target-not-granted" | "target-ambiguous" | "target-closed";

/** The wire errors of these reasons (RFC 8707 §2). */
export const targetErrors: Readonly<Record<TargetRefusalReason, WireError>> = {
  "target-not-granted": wireError(
    "invalid_target",
    "A resource was not in the authorization request. Send one that was, or leave the parameter out if there was only one.",
  ),
  "target-ambiguous": wireError(
    "invalid_target",
    "Several APIs were in the authorization request, and a token is for one of them. Send its resource parameter, and get the tokens of the others with the refresh token.",
  ),
  "target-closed": wireError(
    "invalid_target",
    "The API was deleted, or is not open to this client any more. The operator of the sign-in service opens it with: latchkey client update CLIENT_ID --resource RESOURCE",
  ),
};

/** What a new token is meant for, and what it may do there. */
export interface TokenTarget {
  /** Resource indicators; one for a token of an API. */
  readonly audience: readonly string[];
  /** The API that the token is for; undefined for the other resources that a client may register. */
  readonly api: Api | undefined;
  /** The granted scope, as far as it means something at that API. */
  readonly scope: readonly string[];
}

/**
 * Decides what a new token is meant for (RFC 8707 §2.2): the requested resources, as far as they were granted, or all that was granted.
 * One API a token, so that no API can use it at another one. If the authorization request named none, other resources that the
 * client registered may be requested. `apis` are those that exist now among the granted and requested resources.
 */
export function decideTarget(given: {
  readonly client: Client;
  /** Undefined if the authorization request named none. */
  readonly granted: readonly string[] | undefined;
  readonly scope: readonly string[];
  readonly requested: readonly string[];
  readonly apis: readonly Api[];
  /** What a third party is allowed now, in the words of `allowancesOf`; undefined if nobody is asked. */
  readonly allowed?: readonly string[] | undefined;
  /** The groups of the person, whose scopes can be bound to groups. */
  readonly groups: readonly string[];
}): Result<TokenTarget, TargetRefusalReason> {
  const { client, granted, scope, requested, apis } = given;
  const wanted =
    requested.length === 0
      ? (granted ?? [])
      : requested.map((text) => grantedAs(text, client, granted, apis));
  const audience: string[] = [];
  const targeted: Api[] = [];
  for (const resource of wanted) {
    if (resource === undefined) return refuse("target-not-granted");
    const api = apis.find((one) => one.resource === resource);
    const isOpen =
      api === undefined ? registeredAs(client.metadata, resource) !== undefined : mayAsk(api, client);
    if (!isOpen) return refuse("target-closed");
    if (api !== undefined) targeted.push(api);
    if (!audience.includes(resource)) audience.push(resource);
  }
  const [api] = targeted;
  if (api !== undefined && audience.length > 1) return refuse("target-ambiguous");
  return ok({ audience, api, scope: stillAllowed(scopeAt(api, scope, given.groups), given.allowed, api) });
}

/** The values of a granted scope that mean something at a target: those of the sign-in, and the person's own if it is an API. */
function scopeAt(
  api: Api | undefined,
  scope: readonly string[],
  groups: readonly string[],
): readonly string[] {
  return scope.filter((value) => isKnownScope(value) || (api !== undefined && mayHold(api, value, groups)));
}

/**
 * The part of a scope that a third party is still allowed. An API may have got a value since that only another one had when the person
 * was asked, and a client may have belonged to the operator then.
 */
export function stillAllowed(
  scope: readonly string[],
  allowed: readonly string[] | undefined,
  api: Api | undefined,
): readonly string[] {
  if (allowed === undefined) return scope;
  return scope.filter((value) => {
    if (isKnownScope(value)) return allowed.includes(value);
    return api === undefined || allowed.includes(allowanceOf(api.resource, value));
  });
}

/** The granted spelling of a requested resource; undefined if it was not granted. */
function grantedAs(
  text: string,
  { metadata }: Client,
  granted: readonly string[] | undefined,
  apis: readonly Api[],
): string | undefined {
  const resource = parseResource(text);
  if (granted !== undefined) return granted.find((one) => one === text || parseResource(one) === resource);
  return apis.some((api) => api.resource === resource) ? undefined : registeredAs(metadata, text);
}
