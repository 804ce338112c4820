import { type ClientId, formatGrantId, type GrantId, parseGrantId } from "../../values/ids.ts";
import type { Issuer } from "../../values/issuer.ts";
import type { JsonObject } from "../../values/json-object.ts";
import { strengthOf } from "../../values/strength.ts";
import { type Instant, wholeSeconds } from "../../values/time.ts";
import type { ResourceUri } from "../api/resource.ts";
import { acrOf } from "../authorization/acr.ts";
import { type WireError, wireError } from "../wire-error.ts";
import {
  type AccessToken,
  accessTokenLengthMax,
  digestOfAccessToken,
  type PresentedToken,
} from "./access-token.ts";

/** The `typ` of an access token (RFC 9068 §2.1): no other JWT of this service has it. */
export const accessTokenType = "at+jwt";

/** Why no JWT is made. */
export type JwtAccessTokenRefusalReason = "access-token-too-long";

export const jwtAccessTokenErrors: Readonly<Record<JwtAccessTokenRefusalReason, WireError>> = {
  "access-token-too-long": wireError(
    "invalid_scope",
    `The access token would be longer than ${accessTokenLengthMax} characters, which some proxies refuse in a header. Ask for fewer scope values at a time, or let the API use references: latchkey api update RESOURCE --token opaque`,
  ),
};

/** A party that acts for the subject of a token (RFC 8693 §4.1), and the one that it got the token from. */
export interface Actor {
  readonly sub: string;
  readonly act?: Actor;
}

/** How and when a person signed in. */
export interface Authentication {
  readonly authenticatedAt: Instant;
  /** RFC 8176 words; none for an upstream sign-in. */
  readonly methods: readonly string[];
}

export interface JwtAccessTokenFacts {
  readonly issuer: Issuer;
  readonly grantId: GrantId;
  readonly audience: ResourceUri;
  readonly clientId: ClientId;
  /** The person as the client knows them; the client's id if it acts for itself (RFC 9068 §2.2). */
  readonly subject: string;
  readonly scope: readonly string[];
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
  readonly dpopThumbprint?: string | undefined;
  /** Absent for a token without a person. */
  readonly authentication?: Authentication | undefined;
  /** Of the person. They are in the token if the scope `groups` was granted. */
  readonly groups?: readonly string[] | undefined;
  /** What the groups of the person give at the API. */
  readonly roles?: readonly string[] | undefined;
  readonly actor?: Actor | undefined;
  /** What the rules of the client give. */
  readonly byRule?: Readonly<Record<string, unknown>> | undefined;
}

/** The claims of a JWT access token (RFC 9068 §2.2; `cnf` is of RFC 9449 §6.1, `act` of RFC 8693 §4.1). */
export function jwtAccessTokenClaims(facts: JwtAccessTokenFacts): JsonObject {
  const { scope, dpopThumbprint, authentication, groups, actor } = facts;
  return {
    iss: facts.issuer,
    aud: facts.audience,
    sub: facts.subject,
    client_id: facts.clientId,
    iat: wholeSeconds(facts.issuedAt),
    exp: wholeSeconds(facts.expiresAt),
    jti: formatGrantId(facts.grantId),
    ...(scope.length > 0 && { scope: scope.join(" ") }),
    ...(authentication !== undefined && {
      ...authenticationFacts(authentication),
      ...(authentication.methods.length > 0 && { amr: authentication.methods }),
    }),
    ...(groups !== undefined && scope.includes("groups") && { groups }),
    ...facts.byRule,
    ...(facts.roles !== undefined && { roles: facts.roles }),
    ...(dpopThumbprint !== undefined && { cnf: { jkt: dpopThumbprint } }),
    ...(actor !== undefined && { act: actor }),
  };
}

/** When and how strongly the person signed in, which may be long before the token was issued (RFC 9068 §2.2.1, RFC 9470 §6). */
export function authenticationFacts({ authenticatedAt, methods }: Authentication): {
  readonly auth_time: number;
  readonly acr: string;
} {
  return { auth_time: wholeSeconds(authenticatedAt), acr: acrOf(strengthOf(methods)) };
}

/** True for text that may be a JWT access token of this service. Only its signature tells whether it is. */
export function looksLikeJwtAccessToken(text: string): boolean {
  return text.length <= accessTokenLengthMax && text.startsWith("eyJ");
}

/**
 * Reads a JWT whose signature was verified, and whose claims these are; undefined if it is for no grant. The digest covers every
 * claim, so the row of the grant says whether it still works.
 */
export function readJwtAccessToken(jwt: AccessToken, { jti }: JsonObject): PresentedToken | undefined {
  const grantId = typeof jti === "string" ? parseGrantId(jti) : undefined;
  return grantId && { grantId, digest: digestOfAccessToken(jwt) };
}
