import { fromBase64Url, toBase64Url } from "../../values/base64url.ts";
import { digestOf, equalDigests, sha256 } from "../../values/digest.ts";
import type { Client } from "./client.ts";

const tokenPrefix = "lkra_";

/** Makes a registration access token out of 32 random bytes. */
export function formatRegistrationToken(secretBytes: Uint8Array): string {
  return `${tokenPrefix}${toBase64Url(secretBytes)}`;
}

/** What the metadata keep of a registration access token. */
export function registrationTokenDigestOf(token: string): string {
  return toBase64Url(sha256(token));
}

/** True for the token that the client's registration was answered with. Constant time. */
export function isRegistrationTokenOf(client: Client, token: string): boolean {
  const kept = fromBase64Url(client.metadata.registrationTokenDigest ?? "");
  return kept?.length === 32 && equalDigests(sha256(token), digestOf(kept));
}
