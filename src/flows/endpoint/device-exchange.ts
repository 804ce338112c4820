import { resourcesOfGrant } from "../../protocol/api/targets.ts";
import type { Client } from "../../protocol/client/client.ts";
import { type DeviceAuthorization, decidePoll } from "../../protocol/device/device-authorization.ts";
import { digestOfDeviceCode } from "../../protocol/device/device-code.ts";
import { authorizationOf, decideDeviceExchange } from "../../protocol/device/device-exchange.ts";
import type { DeviceCodeRequest } from "../../protocol/token/request.ts";
import { refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import { findApis } from "../find-apis.ts";
import type { Ports } from "../ports.ts";
import { type FoundHolder, findHolder } from "./find-holder.ts";
import type { IssueTokens } from "./issued-tokens.ts";
import { type RedeemPorts, redeem } from "./redeem.ts";

export type DeviceExchangePorts = RedeemPorts & Pick<Ports, "deviceAuthorizations">;

/**
 * Exchanges a device code for tokens once its person has allowed it (RFC 8628 §3.4). A device that lost the answer and asks again
 * revokes nothing: its code never went through a browser, so nobody else can have used it.
 */
export const exchangeDeviceCode: IssueTokens<DeviceExchangePorts, DeviceCodeRequest> = async (
  ports,
  call,
) => {
  const { client, request, provenKey, uses, context } = call;
  const digest = digestOfDeviceCode(request.deviceCode);
  const device = digest && (await ports.deviceAuthorizations.find(digest));
  const found = device && (await findDeviceHolder(ports, device, client));
  const resources = resourcesOfGrant(client, device?.audience, request.resources);
  const decided = decideDeviceExchange({
    device,
    apis: await findApis(ports, resources),
    client,
    request,
    holder: found?.holder,
    dpopThumbprint: provenKey,
    now: ports.codeClock.now(),
    allowedAt:
      device?.decision?.kind === "allowed" ? ports.codeClock.madeAt(device.decision.grantId) : undefined,
  });
  if (!decided.ok) {
    if (decided.reason !== "authorization-pending" || device === undefined) return decided;
    return refuse(await notePoll(ports, device, ports.codeClock.now()));
  }
  const { payload } = decided.value;
  // Before anything is claimed, so that polling on with a spent code stores nothing.
  if ((await ports.grants.find(payload.grantId)) !== undefined) return refuse("device-code-spent");
  const issued = await redeem(ports, decided.value, { facts: found?.facts, provenKey, uses, context });
  return !issued.ok && issued.reason === "code-spent" ? refuse("device-code-spent") : issued;
};

async function findDeviceHolder(
  ports: DeviceExchangePorts,
  device: DeviceAuthorization,
  client: Client,
): Promise<FoundHolder | undefined> {
  const authorization = authorizationOf(device);
  return authorization && findHolder(ports, authorization, client, ports.clock.now());
}

/** Of several polls at once one keeps the pace. The others came too early by being there, and the next poll is told the same. */
async function notePoll(
  { deviceAuthorizations }: Pick<Ports, "deviceAuthorizations">,
  device: DeviceAuthorization,
  now: Instant,
): Promise<"authorization-pending" | "slow-down"> {
  const poll = decidePoll(device, now);
  const isNoted = await deviceAuthorizations.notePoll(device.codeDigest, device.polledAt, poll);
  return isNoted ? poll.answer : "slow-down";
}
