import { sha256 } from "../../values/digest.ts";
import type { ClientProfile } from "../client/client.ts";
import type { VerifiedRedirectUri } from "../client/redirect-uri.ts";
import { redirectUriBytesMax } from "../client/redirect-uri-registration.ts";

declare const brand: unique symbol;

/** 16 bytes of SHA-256 of the text that the token endpoint compares: enough to recognise a URI that the client repeats. */
export type RedirectUriDigest = Uint8Array & { readonly [brand]: "RedirectUriDigest" };

/** The part of its redirect URI that a code keeps, so that the token endpoint can compare it without storing it. */
export function redirectUriDigest(uri: VerifiedRedirectUri, profile: ClientProfile): RedirectUriDigest {
  return digestOfText(comparedAtExchange(uri, profile));
}

/** Takes 16 bytes back as a digest. Throws on any other length. */
export function redirectUriDigestOf(bytes: Uint8Array): RedirectUriDigest {
  if (bytes.length !== 16) throw new Error(`A redirect URI digest has 16 bytes, not ${bytes.length}.`);
  return bytes as RedirectUriDigest;
}

/**
 * RFC 6749 §4.1.3. Strict clients must repeat the URI exactly. For the others its query and one slash after a bare origin
 * do not count, because common client libraries alter both; the code is bound to the client in any case.
 */
export function sameRedirectUriForExchange(
  used: RedirectUriDigest,
  presented: string,
  profile: ClientProfile,
): boolean {
  const compared = comparedAtExchange(presented, profile);
  return compared.length <= redirectUriBytesMax && Buffer.compare(used, digestOfText(compared)) === 0;
}

function digestOfText(text: string): RedirectUriDigest {
  return redirectUriDigestOf(sha256(text).subarray(0, 16));
}

function comparedAtExchange(uri: string, profile: ClientProfile): string {
  if (profile === "strict") return uri;
  const question = uri.indexOf("?");
  const path = question === -1 ? uri : uri.slice(0, question);
  const firstSlash = path.indexOf("/", path.indexOf("://") + 3);
  const isBareOrigin = path.includes("://") && firstSlash === path.length - 1;
  return isBareOrigin ? path.slice(0, -1) : path;
}
