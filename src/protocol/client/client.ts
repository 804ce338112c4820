/**
 * Room: protocol. The rules of OAuth 2 and OpenID Connect as pure functions: no clock, no random, no HTTP, no SQL.
 * It knows values and nothing else; it must not know people (identity). flows call it, http maps its refusals.
 */
import type { Digest } from "../../values/digest.ts";
import type { ClientId } from "../../values/ids.ts";
import type { Instant } from "../../values/time.ts";
import type { PublicJwk, SigningAlgorithm } from "../jwk.ts";

/** Which set of wire rules a client gets; a property of the registration, never inferred from a request. */
export type ClientProfile = "interface" | "strict";

/** What a client registered beyond the interface; named after the client metadata of RFC 7591 and OpenID Connect. */
export interface ClientMetadata {
  /** May ask for `scope=openid` and then gets an ID token. Otherwise `openid` in a scope is ignored. */
  readonly isOpenid: boolean;
  /** id_token_signed_response_alg. */
  readonly idTokenAlgorithm: SigningAlgorithm;
  /** ID tokens leave the claims of the scope to userinfo (OpenID Connect Core §5.4). */
  readonly hasLeanIdToken: boolean;
  /** Knows people by subjects of its sector and not by account ids (subject_type, OpenID Connect Core §8): see `sectorOf`. */
  readonly isPairwise: boolean;
  /** The sector that the operator named in place of the host of the redirect URIs. Only where `isPairwise`. */
  readonly sector?: string;
  /** userinfo_signed_response_alg: userinfo answers a JWT where set. */
  readonly userinfoAlgorithm?: SigningAlgorithm;
  /** Gets refresh tokens. */
  readonly mayRefresh: boolean;
  /** Keeps its refresh token instead of getting a new one each time: see `keepsItsRefreshToken`. */
  readonly keepsRefreshToken: boolean;
  /** Belongs to somebody else, so people are asked before it learns anything about them. */
  readonly isThirdParty: boolean;
  /** Gets `iss` in authorization responses (RFC 9207), as strict clients always do. */
  readonly wantsIssuer: boolean;
  /** Compared as exact strings (OpenID Connect RP-Initiated Logout §3). */
  readonly postLogoutRedirectUris: readonly string[];
  /** Its server may end a session without the browser, with an ID token of that session. */
  readonly mayEndSessions: boolean;
  /** Where logout tokens are posted (OpenID Connect Back-Channel Logout §2.2). */
  readonly backchannelLogoutUri?: string;
  /** Authenticates with signed assertions by these public keys instead of a secret (RFC 7523 §2.2): private_key_jwt. */
  readonly publicKeys: readonly PublicJwk[];
  /** jwks_uri: the same, with keys that the client publishes itself. Never beside `publicKeys`. */
  readonly publicKeysUri?: string;
  /** logo_uri: where its logo is fetched from; pages show the copy that is kept, never the address. */
  readonly logoUri?: string;
  /** policy_uri: what the client says about the data of people; pages link to it. */
  readonly policyUri?: string;
  /** tos_uri: its terms of service, likewise. */
  readonly tosUri?: string;
  /** Every token must be bound to a key (RFC 9449 §5.2, dpop_bound_access_tokens). */
  readonly requiresDpop: boolean;
  /** Authorization requests only through PAR (RFC 9126 §6). */
  readonly requiresPushedRequest: boolean;
  /** Resource indicators that it may ask for (RFC 8707). */
  readonly resources: readonly string[];
  /** Who may enter: the people of any of these groups; everybody where it is empty. */
  readonly onlyGroups: readonly string[];
  /** The resource indicator that it is itself: it may introspect tokens that are meant for it. */
  readonly audience?: string;
  /** token_endpoint_auth_method where a client that registered itself named one of the two; both work for every secret. */
  readonly secretMethod?: SecretMethod;
  /** SHA-256 in base64url of the token that a client which registered itself manages its registration with (RFC 7592). */
  readonly registrationTokenDigest?: string;
}

/** How a client says its secret. */
export type SecretMethod = "client_secret_basic" | "client_secret_post";

/** How a client proves who it is (RFC 7591 §2, OpenID Connect Core §9). */
export type AuthenticationMethod = SecretMethod | "private_key_jwt" | "none";

/** The metadata of a client that registered for nothing more. */
export const interfaceMetadata: ClientMetadata = {
  isOpenid: false,
  idTokenAlgorithm: "RS256",
  hasLeanIdToken: false,
  isPairwise: false,
  mayRefresh: false,
  keepsRefreshToken: false,
  isThirdParty: false,
  wantsIssuer: false,
  postLogoutRedirectUris: [],
  mayEndSessions: false,
  publicKeys: [],
  requiresDpop: false,
  requiresPushedRequest: false,
  resources: [],
  onlyGroups: [],
};

/** A registered client. */
export interface Client {
  readonly id: ClientId;
  readonly name: string;
  /** At least one; kept and compared as the exact strings that were registered. */
  readonly redirectUris: readonly string[];
  readonly profile: ClientProfile;
  /** A public client has no secret, must use PKCE, and may vary the port of a loopback redirect URI (RFC 8252 §7.3). */
  readonly isPublic: boolean;
  readonly metadata: ClientMetadata;
  /** SHA-256 of the client secret; absent for public clients and for those that sign assertions. */
  readonly secretDigest?: Digest;
  /** The secret before the last rotation: it still works until the rotation is finished. */
  readonly previousSecretDigest?: Digest;
  /** When the secret was last seen where browsers and proxies can read it; cleared by rotating it. */
  readonly secretExposedAt?: Instant;
  readonly isDisabled: boolean;
  /** Codes and pushed requests that are not younger are dead: see `isVoid`. */
  readonly codesVoidUntil?: Instant;
  /** It registered itself and nobody has signed in with it yet: it goes then. */
  readonly unusedUntil?: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/**
 * True where the client registered for anything beyond the interface. To any other the parameters and headers of extensions (scope,
 * resource, DPoP …) mean nothing, so that a library that sends them all the same works.
 */
export function registersForMore({ metadata }: Pick<Client, "metadata">): boolean {
  return metadata !== interfaceMetadata && !isInterfaceMetadata(metadata);
}

function isInterfaceMetadata(metadata: ClientMetadata): boolean {
  const defaults: Readonly<Record<string, unknown>> = { ...interfaceMetadata };
  return Object.entries(metadata).every(([member, value]) =>
    Array.isArray(value) ? value.length === 0 : value === defaults[member],
  );
}

/** True where the client authenticates by signed assertions, and so has no secret. */
export function signsAssertions(metadata: ClientMetadata): boolean {
  return metadata.publicKeys.length > 0 || metadata.publicKeysUri !== undefined;
}

/** How the client proves who it is. Both ways to say a secret work for every client; the interface describes this one. */
export function authenticationMethodOf(client: Client): AuthenticationMethod {
  if (client.isPublic) return "none";
  if (signsAssertions(client.metadata)) return "private_key_jwt";
  return client.metadata.secretMethod ?? "client_secret_post";
}

/** Decides whether somebody who is in these groups may enter the client. */
export function admits({ metadata }: Pick<Client, "metadata">, groups: readonly string[] = []): boolean {
  const only = metadata.onlyGroups;
  return only.length === 0 || only.some((name) => groups.includes(name));
}

/**
 * True where refresh tokens are not rotated (FAPI 2.0 Security Profile §5.3.2.1). Only for a client that proves itself with a key
 * and binds its tokens to one: from anybody else a stolen refresh token shows by being used twice.
 */
export function keepsItsRefreshToken(metadata: ClientMetadata): boolean {
  return metadata.keepsRefreshToken && signsAssertions(metadata) && metadata.requiresDpop;
}

/** True where nobody vouches for the client but itself: it registered without the operator. */
export function isSelfRegistered({ metadata }: Client): boolean {
  return metadata.registrationTokenDigest !== undefined;
}

/** True for what was issued to the client before it was disabled and enabled again, or before it lost a redirect URI. */
export function isVoid({ codesVoidUntil }: Client, issuedAt: Instant): boolean {
  return codesVoidUntil !== undefined && issuedAt <= codesVoidUntil;
}

/** True where the client is told when a session ends that it took part in (OpenID Connect Back-Channel Logout §2.3). */
export function hearsOfLogout({ metadata }: Client): boolean {
  return metadata.isOpenid && metadata.backchannelLogoutUri !== undefined;
}

/** Public and strict clients must use PKCE (RFC 9700 §2.1.1); for the others it is their choice, made in the request. */
export function mustUsePkce(client: Client): boolean {
  return client.isPublic || client.profile === "strict";
}
