import { type ClientId, formatGrantId, type GrantId } from "../../values/ids.ts";
import type { Issuer } from "../../values/issuer.ts";
import { type Instant, wholeSeconds } from "../../values/time.ts";
import { isSameResource } from "../api/resource.ts";
import type { AuthenticatedClient } from "../client/authentication.ts";
import type { Client } from "../client/client.ts";
import type { Subject } from "../openid/subject.ts";
import { invalidClient, type WireError } from "../wire-error.ts";
import { actorOf } from "./actor.ts";
import { type Actor, type Authentication, authenticationFacts } from "./jwt-access-token.ts";
import type { TokenParameterRefusalReason } from "./token-parameter.ts";

/** Why a token is not looked up at all. */
export type IntrospectionRefusalReason = TokenParameterRefusalReason | "introspection-by-public-client";

/** The wire errors of the reasons that `tokenParameterErrors` lacks. */
export const introspectionErrors: Readonly<
  Record<Exclude<IntrospectionRefusalReason, TokenParameterRefusalReason>, WireError>
> = {
  "introspection-by-public-client": invalidClient(
    "A public client cannot prove who it is, so it may not ask about tokens. Let a confidential client of your own server ask.",
  ),
};

/** A token that works at this moment. Expired and revoked ones must not get this far. */
export interface LiveTokenFacts {
  readonly kind: "access-token" | "refresh-token";
  /** Absent for a refresh token, of which there are many to a family. */
  readonly grantId?: GrantId;
  readonly clientId: ClientId;
  /** The subject under which the asking client knows the person; the client's own id if it asked for itself. */
  readonly subject: Subject | ClientId;
  /** Absent without a person. */
  readonly username?: string;
  /** Empty for a token of an interface client. */
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  readonly dpopThumbprint: string | undefined;
  /** If the token was issued in exchange for another one: the clients that act for the person, the latest first. */
  readonly actors?: readonly ClientId[] | undefined;
  /** Present for a token of an API. */
  readonly authentication?: Authentication;
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
}

/** RFC 7662 §2.2, as it goes over the wire. */
export type IntrospectionAnswer =
  | { readonly active: false }
  | {
      readonly active: true;
      readonly client_id: string;
      readonly sub: string;
      readonly username?: string;
      readonly iss: string;
      readonly iat: number;
      readonly exp: number;
      /** N_A says that the token opens nothing by itself (RFC 8693 §2.2.1): it is a refresh token. */
      readonly token_type: "Bearer" | "DPoP" | "N_A";
      readonly scope?: string;
      readonly aud?: readonly string[];
      /** RFC 9449 §6.2. */
      readonly cnf?: { readonly jkt: string };
      readonly jti?: string;
      /** RFC 9470 §6.2. */
      readonly acr?: string;
      readonly auth_time?: number;
      /** RFC 8693 §4.1. */
      readonly act?: Actor;
    };

/** True for clients that can prove their identity: only they may ask (RFC 7662 §2.1). */
export function mayIntrospect(client: Client): boolean {
  return !client.isPublic;
}

/**
 * Says about a token what the asking client may know. The client that it was issued to learns everything, and so does a resource
 * that an access token is meant for. For every other client, and if `token` is undefined, it is not active (RFC 7662 §4).
 */
export function introspectionAnswer(given: {
  readonly asker: AuthenticatedClient;
  readonly token: LiveTokenFacts | undefined;
  readonly issuer: Issuer;
  readonly now: Instant;
}): IntrospectionAnswer {
  const { asker, token, issuer, now } = given;
  if (token === undefined || now >= token.expiresAt || !maySee(asker, token)) return { active: false };
  const { kind, grantId, username, scope, audience, dpopThumbprint, authentication, actors = [] } = token;
  const act = actorOf(actors);
  const accessTokenType = dpopThumbprint === undefined ? "Bearer" : "DPoP";
  return {
    active: true,
    client_id: token.clientId,
    sub: token.subject,
    ...(username !== undefined && mayKnowName(asker, scope) && { username }),
    iss: issuer,
    iat: wholeSeconds(token.issuedAt),
    exp: wholeSeconds(token.expiresAt),
    token_type: kind === "access-token" ? accessTokenType : "N_A",
    ...(scope.length > 0 && { scope: scope.join(" ") }),
    ...(audience.length > 0 && { aud: audience }),
    ...(dpopThumbprint !== undefined && { cnf: { jkt: dpopThumbprint } }),
    ...(grantId !== undefined && { jti: formatGrantId(grantId) }),
    ...(authentication !== undefined && authenticationFacts(authentication)),
    ...(act !== undefined && { act }),
  };
}

/**
 * A third party learns the username only if the person allowed the scope profile, as at userinfo (RFC 7662 §5). So does a client
 * with pairwise subjects, because the username says who the subject is.
 */
function mayKnowName(asker: Client, scope: readonly string[]): boolean {
  const { isThirdParty, isPairwise } = asker.metadata;
  return (!isThirdParty && !isPairwise) || scope.includes("profile");
}

function maySee(asker: AuthenticatedClient, token: LiveTokenFacts): boolean {
  if (!mayIntrospect(asker)) return false;
  if (asker.id === token.clientId) return true;
  const { audience } = asker.metadata;
  if (token.kind !== "access-token" || audience === undefined) return false;
  return token.audience.some((resource) => isSameResource(resource, audience));
}
