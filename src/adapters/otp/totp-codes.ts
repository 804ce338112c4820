import type { TotpCodes } from "../../flows/factor-ports.ts";
import type { TotpSecret } from "../../identity/totp.ts";

/** How long one code is shown, in seconds. */
const period = 30;
/** One step before and after now, for clocks that differ and people who type slowly (RFC 6238 §5.2). */
const stepsAround = 1;

/** Codes by `otpauth`, pictures by `qr`. Both are loaded by the first person who has, or sets up, an authenticator app. */
export const totpCodes: TotpCodes = {
  async stepOf(secret, code, now) {
    const { TOTP } = await import("otpauth");
    const step = TOTP.counter({ period, timestamp: now });
    const delta = TOTP.validate({
      token: code,
      secret: await keyOf(secret),
      algorithm: "SHA1",
      digits: 6,
      period,
      timestamp: now,
      window: stepsAround,
    });
    return delta === null ? undefined : step + delta;
  },

  async setUp(secret, { service, username }) {
    const { TOTP } = await import("otpauth");
    const { encodeQR } = await import("qr");
    const key = await keyOf(secret);
    const uri = new TOTP({
      issuer: service,
      label: username,
      secret: key,
      algorithm: "SHA1",
      digits: 6,
    }).toString();
    return { uri, key: key.base32, squares: encodeQR(uri, "raw", { ecc: "low", border: 4 }) };
  },
};

async function keyOf(secret: TotpSecret): Promise<import("otpauth").Secret> {
  const { Secret } = await import("otpauth");
  return new Secret({ buffer: Uint8Array.from(secret).buffer });
}
