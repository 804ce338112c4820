import { fromBase64Url } from "../../values/base64url.ts";
import { type Digest, digestOf, equalDigests, sha256 } from "../../values/digest.ts";

declare const brand: unique symbol;

/** The S256 code_challenge (RFC 7636 §4.2): the SHA-256 of the verifier, as its 32 bytes. */
export type CodeChallenge = Digest & { readonly [brand]: "CodeChallenge" };

/** A code_verifier of the right syntax (RFC 7636 §4.1). Secret until it is redeemed. */
export type CodeVerifier = string & { readonly [brand]: "CodeVerifier" };

const verifierShape = /^[A-Za-z0-9._~-]{43,128}$/;

/** Reads a code_challenge: 43 characters of canonical base64url. */
export function parseCodeChallenge(text: string | undefined): CodeChallenge | undefined {
  if (text?.length !== 43) return undefined;
  const bytes = fromBase64Url(text);
  return bytes === undefined ? undefined : codeChallengeOf(bytes);
}

/** Takes 32 bytes back as a challenge. Throws on any other length. */
export function codeChallengeOf(bytes: Uint8Array): CodeChallenge {
  return digestOf(bytes) as CodeChallenge;
}

/** Reads a code_verifier: 43 to 128 unreserved characters. */
export function parseCodeVerifier(text: string): CodeVerifier | undefined {
  return verifierShape.test(text) ? (text as CodeVerifier) : undefined;
}

/** RFC 7636 §4.6 for S256, compared in constant time. */
export function verifierMatches(challenge: CodeChallenge, verifier: CodeVerifier): boolean {
  return equalDigests(challenge, sha256(verifier));
}
