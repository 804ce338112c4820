import { deviceAuthorizationReservations } from "../../identity/try-limits.ts";
import { resourcesNamed } from "../../protocol/api/targets.ts";
import { isSelfRegistered } from "../../protocol/client/client.ts";
import {
  type DeviceAuthorization,
  deviceAuthorizationLifetimeSeconds,
  pollIntervalSeconds,
} from "../../protocol/device/device-authorization.ts";
import { deviceCodeBytes, digestOfDeviceCode, formatDeviceCode } from "../../protocol/device/device-code.ts";
import {
  type DeviceRequest,
  decideDeviceRequest,
  type GrantedDeviceRequest,
  readDeviceRequest,
} from "../../protocol/device/request.ts";
import { createUserCode, type UserCode } from "../../protocol/device/user-code.ts";
import { ok, refuse } from "../../values/result.ts";
import { plus, type Seconds, secondsOf } from "../../values/time.ts";
import { findApis } from "../find-apis.ts";
import type { Ports } from "../ports.ts";
import { claimUses } from "./claim-uses.ts";
import type { AuthenticatedCall, ClientCallPorts, ClientEndpoint, HandleCall } from "./client-endpoint.ts";

type DevicePorts = ClientCallPorts & Pick<Ports, "apis" | "codeClock" | "random" | "deviceAuthorizations">;

/** The answer to a device: what it shows, and what it polls with. */
export interface DeviceAnswer {
  readonly deviceCode: string;
  readonly userCode: UserCode;
  readonly expiresIn: Seconds;
  readonly interval: Seconds;
}

/** Of 25.6 billion user codes a second one that is taken means that something else is wrong. */
const attemptsMax = 3;

/**
 * Lets a device wait for its person (RFC 8628 §3.1). Any stranger may ask in the name of a public client, so such requests are
 * limited, and a proof of theirs is not kept: repeating it gains nothing.
 */
const authorizeDevice: HandleCall<DevicePorts, DeviceRequest, DeviceAnswer> = async (ports, call) => {
  const { client, request, uses, context } = call;
  const apis = await findApis(ports, resourcesNamed(client, request.resources));
  const granted = decideDeviceRequest(request, client, apis);
  if (!granted.ok) return granted;
  if (client.isPublic || isSelfRegistered(client)) {
    const asked = { clientId: client.id, network: context.network() };
    const counted = await ports.attempts.reserve(deviceAuthorizationReservations(asked), ports.clock.now());
    if (!counted.ok) return refuse("too-many-device-requests");
  }
  const claimed = await claimUses(ports, client.isPublic ? { ...uses, proof: undefined } : uses);
  if (!claimed.ok) return claimed;
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const { deviceCode, device } = createDevice(ports, call, granted.value);
    const outcome = await ports.deviceAuthorizations.create(device);
    if (outcome === "unknown-client") return refuse("client-unknown");
    if (outcome === "taken") continue;
    const { userCode, interval } = device;
    ports.events.record({ kind: "device-authorization-asked", clientId: client.id }, context);
    const expiresIn = secondsOf(deviceAuthorizationLifetimeSeconds);
    return ok({ answer: { deviceCode, userCode, expiresIn, interval }, claimed: claimed.value });
  }
  throw new Error("Every user code that was drawn is taken.");
};

/** The device authorization endpoint (RFC 8628 §3.1). */
export const deviceAuthorizationEndpoint: ClientEndpoint<DevicePorts, DeviceRequest, DeviceAnswer> = {
  read: readDeviceRequest,
  admit: (request, { metadata }) =>
    metadata.mayUseDeviceGrant ? ok(request) : refuse("device-grant-not-registered"),
  proof: "if-sent",
  handle: authorizeDevice,
};

function createDevice(
  { random, codeClock }: Pick<DevicePorts, "random" | "codeClock">,
  { client, provenKey, context }: AuthenticatedCall<DeviceRequest>,
  { scope, resources }: GrantedDeviceRequest,
): { readonly deviceCode: string; readonly device: DeviceAuthorization } {
  const deviceCode = formatDeviceCode(random.bytes(deviceCodeBytes));
  const codeDigest = digestOfDeviceCode(deviceCode);
  if (codeDigest === undefined) throw new Error("A device code that was made here must be readable.");
  const now = codeClock.now();
  const device = {
    codeDigest,
    userCode: createUserCode((count) => random.bytes(count)),
    clientId: client.id,
    scope,
    ...(resources.length > 0 && { audience: resources }),
    ...(provenKey !== undefined && { dpopThumbprint: provenKey }),
    network: context.network(),
    createdAt: now,
    expiresAt: plus(now, deviceAuthorizationLifetimeSeconds),
    interval: secondsOf(pollIntervalSeconds),
  };
  return { deviceCode, device };
}
