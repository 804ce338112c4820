import { ok, type Result, refuse } from "../../values/result.ts";
import type { Api } from "../api/api.ts";
import { readTargets, type Targets } from "../api/targets.ts";
import type { AuthenticatedClient } from "../client/authentication.ts";
import type { Parameters } from "../parameters.ts";
import { grantedScope, readScope, unknownScope } from "../scope.ts";
import type { TokenRequestRefusalReason } from "../token/request.ts";
import { type WireError, wireError } from "../wire-error.ts";

/** Parameters with a meaning here; each may occur once, and only in the form. `resource` may repeat. */
const parameterNames = ["client_id", "client_secret", "client_assertion", "client_assertion_type", "scope"];

/** Why a device authorization request is refused. */
export type DeviceRequestRefusalReason =
  | "device-grant-not-registered"
  | "device-target-unknown"
  | "device-scope-unknown"
  | "too-many-device-requests";

export const deviceRequestErrors: Readonly<Record<DeviceRequestRefusalReason, WireError>> = {
  "device-grant-not-registered": wireError(
    "unauthorized_client",
    "This client is not registered for the device grant. The operator of the sign-in service allows it with: latchkey client update CLIENT_ID --device",
  ),
  "device-target-unknown": wireError(
    "invalid_target",
    "A resource is not an API that is open to this client, and its registration does not name it. The operator opens a listed one with: latchkey client update CLIENT_ID --resource RESOURCE",
  ),
  "device-scope-unknown": wireError(
    "invalid_scope",
    "No value of the scope is known here: it is not one of the sign-in's own, and no targeted API has it. Name the API with the resource parameter, and send scope values that it has: latchkey api show RESOURCE",
  ),
  "too-many-device-requests": wireError(
    "temporarily_unavailable",
    "Too many devices asked from this network in the name of this client. Wait some seconds, and send the request again.",
    429,
  ),
};

/** What a device asks for, each value of the scope once. */
export interface DeviceRequest {
  readonly scope: readonly string[];
  /** Resource indicators (RFC 8707). */
  readonly resources: readonly string[];
}

/** Reads the form of a device authorization request (RFC 8628 §3.1). */
export function readDeviceRequest(from: {
  readonly parameters: Parameters;
  readonly query: Parameters | undefined;
}): Result<DeviceRequest, TokenRequestRefusalReason> {
  const { parameters, query } = from;
  if (query?.isSent("client_secret")) return refuse("client-secret-in-query");
  if (query !== undefined && [...parameterNames, "resource"].some((name) => query.isSent(name)))
    return refuse("parameters-in-query");
  if (parameterNames.some((name) => parameters.isRepeated(name))) return refuse("parameter-repeated");
  if ([...parameterNames, "resource"].some((name) => parameters.isMalformed(name)))
    return refuse("parameter-malformed");
  return ok({ scope: readScope(parameters.get("scope") ?? ""), resources: parameters.all("resource") });
}

/** What a device is granted: a part of the scope, and what its tokens are for. */
export interface GrantedDeviceRequest extends Targets {
  readonly scope: readonly string[];
}

/**
 * What this client may have of it, as at the authorization endpoint: values that are unknown, or not for this client, are left out (RFC
 * 6749 §3.3). `apis` are those that exist among `resourcesToFind`.
 */
export function decideDeviceRequest(
  { scope, resources }: DeviceRequest,
  client: AuthenticatedClient,
  apis: readonly Api[],
): Result<GrantedDeviceRequest, DeviceRequestRefusalReason> {
  const targets = readTargets(client, resources, apis);
  if (!targets.ok) return refuse("device-target-unknown");
  const asked = scope.join(" ");
  const isUnknown = scope.length > 0 && unknownScope(asked, targets.value.apis).length === scope.length;
  if (isUnknown) return refuse("device-scope-unknown");
  return ok({ scope: grantedScope(asked, client.metadata, targets.value.apis), ...targets.value });
}
