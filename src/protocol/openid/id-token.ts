import { hash } from "node:crypto";
import { toBase64Url } from "../../values/base64url.ts";
import { sha256 } from "../../values/digest.ts";
import { type ClientId, formatSessionId, type SessionId } from "../../values/ids.ts";
import type { Issuer } from "../../values/issuer.ts";
import { strengthOf } from "../../values/strength.ts";
import { type Instant, wholeSeconds } from "../../values/time.ts";
import { acrOf } from "../authorization/acr.ts";
import type { SigningAlgorithm } from "../jwk.ts";
import { type ClaimSource, idTokenPersonClaims } from "./claims.ts";
import type { Subject } from "./subject.ts";

/** The `typ` of an ID token. */
export const idTokenType = "JWT";

/** An ID token says that somebody has just signed in; afterwards the client has a session of its own. */
const idTokenLifetimeSeconds = 300;

export interface IdTokenFacts {
  readonly issuer: Issuer;
  readonly clientId: ClientId;
  readonly sub: Subject;
  readonly person: ClaimSource;
  /** Absent if the session is over, which a refresh token may outlive. */
  readonly sessionId?: SessionId | undefined;
  readonly authenticatedAt: Instant;
  /** RFC 8176 words; none for an upstream sign-in. */
  readonly methods: readonly string[];
  /** From the authorization request, unchanged. */
  readonly nonce?: string | undefined;
  /** The granted scope. Empty for a client that wants the claims of its scope at userinfo alone (§5.4). */
  readonly scope?: readonly string[] | undefined;
  /** The names in `claims.id_token`. */
  readonly requested?: readonly string[] | undefined;
  /** What the rules of the client give. */
  readonly byRule?: Readonly<Record<string, unknown>> | undefined;
  /** See `accessTokenHash`. */
  readonly accessTokenHash: string;
  readonly now: Instant;
}

/** The claims of an ID token (OpenID Connect Core §2 and §3.1.3.6; `sid` is of Back-Channel Logout §2.1). */
export function idTokenClaims(facts: IdTokenFacts): Record<string, unknown> {
  const { person, sessionId, nonce } = facts;
  const issuedAt = wholeSeconds(facts.now);
  return {
    iss: facts.issuer,
    sub: facts.sub,
    aud: facts.clientId,
    exp: issuedAt + idTokenLifetimeSeconds,
    iat: issuedAt,
    auth_time: wholeSeconds(facts.authenticatedAt),
    ...(nonce !== undefined && { nonce }),
    at_hash: facts.accessTokenHash,
    ...(sessionId !== undefined && { sid: formatSessionId(sessionId) }),
    ...(facts.methods.length > 0 && { amr: facts.methods }),
    acr: acrOf(strengthOf(facts.methods)),
    ...idTokenPersonClaims({
      person,
      scope: facts.scope ?? [],
      requested: facts.requested ?? [],
      byRule: facts.byRule,
    }),
  };
}

/**
 * `at_hash` (OpenID Connect Core §3.1.3.6): the left half of the digest that belongs to the signature algorithm, in base64url.
 * For Ed25519 that is SHA-512.
 */
export function accessTokenHash(token: string, algorithm: SigningAlgorithm): string {
  const digest = algorithm === "EdDSA" ? hash("sha512", token, "buffer") : sha256(token);
  return toBase64Url(digest.subarray(0, digest.length / 2));
}
