import { fromBase64Url } from "../values/base64url.ts";
import type { Digest } from "../values/digest.ts";
import { type JsonObject, parseJsonBytes } from "../values/json-object.ts";
import { type Instant, instantOf } from "../values/time.ts";

/** The two readable parts of a JWT. Its source decides whether the signature was verified: a `JwtVerifier`, or `readJwt`. */
export interface Jwt {
  readonly header: JsonObject;
  readonly claims: JsonObject;
}

/** The single use of a signed message: the key to claim, and the time until which the claim must be remembered. */
export interface SingleUse {
  readonly key: Digest;
  readonly keepUntil: Instant;
}

/** The largest difference between the clocks of two nodes. The node ahead forgets while the node behind still accepts. */
const clocksApartSeconds = 60;

/** The time until which a claim must be remembered, if every node accepts the message until `latest`, in milliseconds. */
export function rememberedUntil(latest: number): Instant {
  return instantOf(Math.ceil(latest) + clocksApartSeconds * 1000);
}

/** The longest `jti`. It is a client's random text, not a place for data. */
export const jtiLengthMax = 256;

const charactersMax = 8_192;

/**
 * Reads a signed JWT in compact form (RFC 7519 §7.2) without verifying anything, to find the client or key that it names.
 * Undefined for any other text, an unsigned JWT and one longer than 8192 characters included.
 */
export function readJwt(text: string): Jwt | undefined {
  if (text.length > charactersMax) return undefined;
  const parts = text.split(".", 4);
  if (parts.length !== 3) return undefined;
  const [headerBytes, claimsBytes, signature] = parts.map(fromBase64Url);
  const header = parseJsonBytes(headerBytes);
  const claims = parseJsonBytes(claimsBytes);
  return header && claims && signature?.length ? { header, claims } : undefined;
}

/** Reads a NumericDate (RFC 7519 §2) in milliseconds, fractions included; undefined for anything but a finite number. */
export function numericDate(claim: unknown): number | undefined {
  return typeof claim === "number" && Number.isFinite(claim) ? claim * 1000 : undefined;
}

/** Reads a `jti`: text of reasonable length. */
export function readJti(claim: unknown): string | undefined {
  return typeof claim === "string" && claim !== "" && claim.length <= jtiLengthMax ? claim : undefined;
}
