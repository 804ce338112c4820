import { fromBase64Url, toBase64Url } from "../../values/base64url.ts";
import { type Digest, sha256 } from "../../values/digest.ts";

/** The bytes of a device code. */
export const deviceCodeBytes = 32;

const prefix = "lkdc_";

/** Makes a device code of random bytes, as it goes over the wire. The prefix lets secret scanners find a leaked one. */
export function formatDeviceCode(bytes: Uint8Array): string {
  return `${prefix}${toBase64Url(bytes)}`;
}

/** The digest under which a device code is stored; undefined for any text that cannot be one. */
export function digestOfDeviceCode(text: string): Digest | undefined {
  if (!text.startsWith(prefix)) return undefined;
  const bytes = fromBase64Url(text.slice(prefix.length));
  return bytes?.length === deviceCodeBytes ? sha256(text) : undefined;
}
