import { type DeviceAnswer, deviceAuthorizationEndpoint } from "../../flows/endpoint/device-authorization.ts";
import type { DeviceRequest } from "../../protocol/device/request.ts";
import { formatUserCode } from "../../protocol/device/user-code.ts";
import type { Web } from "../web.ts";
import type { ClientRoute } from "./client-endpoint.ts";

/** The device authorization endpoint (RFC 8628 §3.2). */
export function deviceAuthorization({ origin, paths }: Web): ClientRoute<DeviceRequest, DeviceAnswer> {
  const page = origin + paths.device;
  return {
    endpoint: deviceAuthorizationEndpoint,
    reply: ({ deviceCode, userCode, expiresIn, interval }) => {
      const shownCode = formatUserCode(userCode);
      const body = {
        device_code: deviceCode,
        user_code: shownCode,
        verification_uri: page,
        verification_uri_complete: `${page}?user_code=${shownCode}`,
        expires_in: expiresIn,
        interval,
      };
      return { status: 200, body };
    },
  };
}
