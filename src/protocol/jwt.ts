import { fromBase64Url } from "../values/base64url.ts";
import type { Digest } from "../values/digest.ts";
import { type Instant, instantOf } from "../values/time.ts";

/** Header or claims of a JWT as parsed JSON. */
export type JwtObject = Readonly<Record<string, unknown>>;

/** The two readable parts of a JWT. Where it came from decides whether its signature was verified. */
export interface Jwt {
  readonly header: JwtObject;
  readonly claims: JwtObject;
}

/** What makes something signed usable once: the key to claim, and until when the claim must be remembered. */
export interface SingleUse {
  readonly key: Digest;
  readonly keepUntil: Instant;
}

/** How far apart the clocks of two nodes may be: the one ahead forgets while the one behind still accepts. */
const clocksApartSeconds = 60;

/** Until when something must be remembered that is accepted until `latest`, in milliseconds, by any node's clock. */
export function rememberedUntil(latest: number): Instant {
  return instantOf(Math.ceil(latest) + clocksApartSeconds * 1000);
}

/** How long a `jti` may be: it is somebody's random text, not a place for data. */
export const jtiLengthMax = 256;

const jwtLengthMax = 8192;
const jwtShape = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+$/;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a signed JWT in compact form (RFC 7519 §7.2) without verifying anything. Undefined for whatever cannot be one,
 * an unsigned JWT and one longer than 8192 characters included.
 */
export function readJwt(text: string): Jwt | undefined {
  const parts = text.length > jwtLengthMax ? null : jwtShape.exec(text);
  if (parts === null) return undefined;
  const header = readPart(parts[1] ?? "");
  const claims = readPart(parts[2] ?? "");
  return header === undefined || claims === undefined ? undefined : { header, claims };
}

/** Reads a NumericDate (RFC 7519 §2) in milliseconds, fractions included; undefined for anything but a finite number. */
export function numericDate(claim: unknown): number | undefined {
  return typeof claim === "number" && Number.isFinite(claim) ? claim * 1000 : undefined;
}

/** Reads a `jti`: text of reasonable length. */
export function readJti(claim: unknown): string | undefined {
  return typeof claim === "string" && claim !== "" && claim.length <= jtiLengthMax ? claim : undefined;
}

function readPart(encoded: string): JwtObject | undefined {
  const bytes = fromBase64Url(encoded);
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as JwtObject)
      : undefined;
  } catch {
    return undefined;
  }
}
