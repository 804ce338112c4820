import { fromBase64Url, toBase64Url } from "../../values/base64url.ts";
import { type Digest, sha256 } from "../../values/digest.ts";
import { type GrantId, grantIdOf } from "../../values/ids.ts";

declare const brand: unique symbol;

/**
 * What an API is called with. Opaque: `lkat_` and 64 characters of base64url, of the grant id (16 bytes) and 32 secret bytes. Or a
 * JWT, for an API that reads it by itself. Never stored, never logged.
 */
export type AccessToken = string & { readonly [brand]: "AccessToken" };

/** The longest JWT: with its scheme it fits into half of what common proxies accept as one header, so that cookies fit too. */
export const accessTokenLengthMax = 4_096;

/** A token's record stays this long after its end, so that a replayed code and a late revocation still find it. */
export const recordKeptSeconds = 120;

const prefix = "lkat_";
const grantIdBytes = 16;
const secretBytesCount = 32;
const tokenLength = prefix.length + 64;

/** The content of a presented token: the id of its grant, and the digest that must equal the stored one. */
export interface PresentedToken {
  readonly grantId: GrantId;
  readonly digest: Digest;
}

/** Makes the token of a grant; `secretBytes` are 32 random bytes. Throws on any other number. */
export function formatAccessToken(grantId: GrantId, secretBytes: Uint8Array): AccessToken {
  if (secretBytes.length !== secretBytesCount)
    throw new Error(`An access token has ${secretBytesCount} secret bytes, not ${secretBytes.length}.`);
  const bytes = Buffer.allocUnsafe(grantIdBytes + secretBytesCount);
  bytes.set(grantId, 0);
  bytes.set(secretBytes, grantIdBytes);
  return `${prefix}${toBase64Url(bytes)}` as AccessToken;
}

/** Takes a JWT that this service has signed for an access token. */
export function signedAccessToken(jwt: string): AccessToken {
  return jwt as AccessToken;
}

/**
 * The digest under which a token is stored: SHA-256 of an opaque token, or of a JWT without its signature, which some algorithms
 * make anew each time.
 */
export function digestOfAccessToken(token: AccessToken): Digest {
  return sha256(token.startsWith(prefix) ? token : token.slice(0, token.lastIndexOf(".")));
}

/** Reads an opaque token that was presented; undefined for any other text. Two texts are never the same token. */
export function readAccessToken(text: string): PresentedToken | undefined {
  if (text.length !== tokenLength || !text.startsWith(prefix)) return undefined;
  const bytes = fromBase64Url(text.slice(prefix.length));
  if (bytes === undefined) return undefined;
  return { grantId: grantIdOf(bytes.subarray(0, grantIdBytes)), digest: sha256(text) };
}
