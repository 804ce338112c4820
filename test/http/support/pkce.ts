import { createHash, randomBytes } from "node:crypto";

/** The two parameters that a client with PKCE adds to its authorization request. */
export interface Challenge extends Record<string, string> {
  readonly code_challenge: string;
  readonly code_challenge_method: string;
}

export function newVerifier(): string {
  return randomBytes(32).toString("base64url");
}

/** RFC 7636 §4.2 */
export function challengeOf(verifier: string): Challenge {
  return {
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
}
