import { ok, type Result, refuse } from "../../values/result.ts";
import { type Instant, plus } from "../../values/time.ts";
import type { Api } from "../api/api.ts";
import type { Authorization } from "../authorization/code.ts";
import type { AuthenticatedClient } from "../client/authentication.ts";
import {
  type CodeHolder,
  clockSkewSecondsMax,
  type ExchangeRefusalReason,
  type GrantedExchange,
  targetOf,
  whichKeyIsUnproven,
  whyHolderIsGone,
  whyVoid,
} from "../token/code-exchange.ts";
import type { DeviceCodeRequest } from "../token/request.ts";
import { invalidGrant, type WireError, wireError } from "../wire-error.ts";
import type { DeviceAuthorization } from "./device-authorization.ts";
import type { DeviceRequestRefusalReason } from "./request.ts";

/** Why a device code gives no tokens. The flow gives the first two, and "device-code-spent" when it loses the claim. */
export type DeviceExchangeRefusalReason =
  | "authorization-pending"
  | "slow-down"
  | "device-code-unknown"
  | "device-code-of-another-client"
  | "device-code-expired"
  | "device-code-denied"
  | "device-code-spent";

const foreignCode =
  "The device_code is unknown, incomplete, altered, or was issued to another client. Send it exactly as the device authorization endpoint answered it.";

/** The wire errors of these reasons (RFC 8628 §3.5). */
export const deviceExchangeErrors: Readonly<Record<DeviceExchangeRefusalReason, WireError>> = {
  "authorization-pending": wireError(
    "authorization_pending",
    "The person has not answered yet. Send the same request again when the interval is over.",
  ),
  "slow-down": wireError(
    "slow_down",
    "The person has not answered yet, and this poll came too early. Wait 5 seconds longer between two polls from now on.",
  ),
  "device-code-unknown": invalidGrant(foreignCode),
  "device-code-of-another-client": invalidGrant(foreignCode),
  "device-code-expired": wireError(
    "expired_token",
    "The device_code has expired: nobody answered in time. Start again at the device authorization endpoint when the person is there.",
  ),
  "device-code-denied": wireError(
    "access_denied",
    "The person did not allow it. Start again at the device authorization endpoint only if the person asks for it.",
  ),
  "device-code-spent": invalidGrant(
    "The device_code was exchanged before. It works once: start again at the device authorization endpoint.",
  ),
};

/** True for the answers that a device gets at every poll while its person has not answered. */
export function isWaiting(reason: string): boolean {
  return reason === "authorization-pending" || reason === "slow-down";
}

/** What a person allowed a device, in the words of codes; undefined unless the person did. */
export function authorizationOf({
  clientId,
  scope,
  audience,
  dpopThumbprint,
  decision,
}: DeviceAuthorization): Authorization | undefined {
  if (decision?.kind !== "allowed") return undefined;
  const { grantId, accountId, accountEpoch, sessionId, authenticatedAt } = decision;
  const extras = {
    scope,
    ...(dpopThumbprint !== undefined && { dpopThumbprint }),
    ...(audience !== undefined && { audience }),
    ...(scope.includes("offline_access") && { isOffline: true }),
  };
  return { grantId, clientId, accountId, accountEpoch, sessionId, authenticatedAt, extras };
}

/**
 * Decides a poll of the token endpoint (RFC 8628 §3.4). "authorization-pending" says that nobody has answered; how often the device
 * asks is for `decidePoll` to judge. Whether the code was exchanged before is for the atomic claim to say.
 */
export function decideDeviceExchange(given: {
  /** Undefined if no device has this code. */
  readonly device: DeviceAuthorization | undefined;
  readonly client: AuthenticatedClient;
  readonly request: Pick<DeviceCodeRequest, "resources">;
  /** Undefined if nobody allowed it, or the session or the account is gone. */
  readonly holder: CodeHolder | undefined;
  readonly dpopThumbprint: string | undefined;
  readonly now: Instant;
  /** When the person allowed it, by the clock that dates changes of the client. */
  readonly allowedAt: Instant | undefined;
  /** The APIs that exist among the granted and requested resources. */
  readonly apis?: readonly Api[];
}): Result<
  GrantedExchange,
  DeviceExchangeRefusalReason | DeviceRequestRefusalReason | ExchangeRefusalReason
> {
  const { device, client, request, holder, dpopThumbprint, now, allowedAt } = given;
  if (!client.metadata.mayUseDeviceGrant) return refuse("device-grant-not-registered");
  if (device === undefined) return refuse("device-code-unknown");
  if (device.clientId !== client.id) return refuse("device-code-of-another-client");
  if (now >= device.expiresAt) return refuse("device-code-expired");
  if (device.decision?.kind === "denied") return refuse("device-code-denied");
  const payload = authorizationOf(device);
  if (payload === undefined) return refuse("authorization-pending");
  const dead =
    whichKeyIsUnproven(payload, client, dpopThumbprint) ??
    whyVoid(client, allowedAt ?? device.createdAt) ??
    whyHolderIsGone(payload, holder);
  if (dead !== undefined) return refuse(dead);
  const target = targetOf(payload, { client, request, apis: given.apis, holder });
  if (!target.ok) return target;
  // The grant is what spends the code, so it outlives the row of the device on every node's clock.
  return ok({
    client,
    payload,
    target: target.value,
    codeDeadAt: plus(device.expiresAt, clockSkewSecondsMax),
  });
}
