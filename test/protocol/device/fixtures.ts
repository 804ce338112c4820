import type { DeviceAuthorization } from "../../../src/protocol/device/device-authorization.ts";
import type { UserCode } from "../../../src/protocol/device/user-code.ts";
import { sha256 } from "../../../src/values/digest.ts";
import { accountIdOf, createGrantId, sessionIdOf } from "../../../src/values/ids.ts";
import { instantOf, plus, secondsOf } from "../../../src/values/time.ts";
import { aClient } from "../fixtures.ts";

export const noon = instantOf(1_800_000_000_000);

/** A device that asked at noon, and that nobody has answered. */
export function aDevice(changes: Partial<DeviceAuthorization> = {}): DeviceAuthorization {
  return {
    codeDigest: sha256("device code"),
    userCode: "WDJBMJHT" as UserCode,
    clientId: aClient().id,
    scope: ["openid"],
    network: "203.0.113.0/24",
    createdAt: noon,
    expiresAt: plus(noon, 600),
    interval: secondsOf(5),
    ...changes,
  };
}

/** The answer of a person at noon. */
export const allowed = {
  kind: "allowed",
  grantId: createGrantId(noon, new Uint8Array(10)),
  accountId: accountIdOf("AAAAAAAAAAAAAAAAAAAA"),
  accountEpoch: 3,
  sessionId: sessionIdOf(new Uint8Array(16)),
  authenticatedAt: noon,
} as const;
