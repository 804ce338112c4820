import { fromBase64Url, toBase64Url } from "../../values/base64url.ts";
import { digestOf, equalDigests, sha256 } from "../../values/digest.ts";
import { isJsonObject, isTextList, type JsonObject, parseJsonObject } from "../../values/json-object.ts";
import { ok, type Result, refuse, unreachable } from "../../values/result.ts";
import { type SigningAlgorithm, signingAlgorithms } from "../jwk.ts";
import { sectorOf, subjectTypeOf } from "../openid/subject.ts";
import { grantedScope, knownScopes, readScope } from "../scope.ts";
import type { JsonError } from "../wire-error.ts";
import { type AuthenticationMethod, authenticationMethodOf, type Client } from "./client.ts";

/** Client metadata as a client sent them, as far as they mean something here; the names are those of RFC 7591 §2. */
export interface RegistrationRequest {
  readonly clientName: string | undefined;
  readonly redirectUris: readonly string[];
  readonly method: AuthenticationMethod;
  /** Not asked for a scope, or for one with openid in it. */
  readonly isOpenid: boolean;
  readonly mayRefresh: boolean;
  readonly idTokenAlgorithm: SigningAlgorithm | undefined;
  /** lean_id_token: a member of our own. */
  readonly hasLeanIdToken: boolean;
  /** subject_type. */
  readonly isPairwise: boolean;
  readonly userinfoAlgorithm: SigningAlgorithm | undefined;
  /** A JWK set as JSON text; absent unless the client signs. */
  readonly keySet: string | undefined;
  /** Likewise, and never both. */
  readonly publicKeysUri: string | undefined;
  readonly postLogoutRedirectUris: readonly string[];
  readonly backchannelLogoutUri: string | undefined;
  readonly logoUri: string | undefined;
  readonly policyUri: string | undefined;
  readonly tosUri: string | undefined;
  readonly requiresDpop: boolean;
  readonly requiresPushedRequest: boolean;
  /** What a change repeats of the registration (RFC 7592 §2.2). */
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  /** Members that only we may set, where they were sent. */
  readonly reserved: readonly string[];
}

/** Why client metadata cannot be read. */
export type RegistrationProblem =
  | { readonly kind: "not-json" }
  | { readonly kind: "wrong-type"; readonly member: string; readonly expected: string }
  | { readonly kind: "unsupported"; readonly member: string; readonly supported: readonly string[] }
  | { readonly kind: "redirect-uris-missing" }
  | { readonly kind: "keys-missing" }
  | { readonly kind: "keys-twice" }
  /** A page of the client that is on none of the hosts that it signs people in for. */
  | { readonly kind: "other-host"; readonly member: string }
  | { readonly kind: "sector-uri" }
  /** Of a change: it does not repeat what it must, or sends what only we may set. */
  | { readonly kind: "other-client" }
  | { readonly kind: "reserved"; readonly member: string }
  | { readonly kind: "method-fixed" }
  | { readonly kind: "subject-fixed" };

const methods = ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"] as const;
const grantTypes = ["authorization_code", "refresh_token"] as const;
const assertionAlgorithms = ["ES256", "EdDSA", "PS256", "RS256"] as const;
const reservedMembers = [
  "registration_access_token",
  "registration_client_uri",
  "client_secret_expires_at",
  "client_id_issued_at",
];

/**
 * Reads client metadata (RFC 7591 §2, OpenID Connect Dynamic Client Registration §2). What is not known here is ignored, as
 * RFC 7591 asks; what is known and cannot be had is refused, so that no client believes in what it does not get.
 */
export function readRegistration(text: string): Result<RegistrationRequest, RegistrationProblem> {
  const json = parseJsonObject(text);
  if (json === undefined) return refuse({ kind: "not-json" });
  const members = new Members(json);
  const method = members.oneOf("token_endpoint_auth_method", methods) ?? "client_secret_basic";
  const grants = members.someOf("grant_types", grantTypes) ?? ["authorization_code"];
  const scope = members.text("scope");
  const jwks = method === "private_key_jwt" ? members.object("jwks") : undefined;
  const publicKeysUri = method === "private_key_jwt" ? members.text("jwks_uri") : undefined;
  members.someOf("response_types", ["code"]);
  const subjectType = members.oneOf("subject_type", ["public", "pairwise"]);
  members.oneOf("token_endpoint_auth_signing_alg", assertionAlgorithms);
  const request: RegistrationRequest = {
    clientName: members.text("client_name"),
    redirectUris: members.texts("redirect_uris") ?? [],
    method,
    isOpenid: scope === undefined || readScope(scope).includes("openid"),
    mayRefresh: grants.includes("refresh_token"),
    idTokenAlgorithm: members.oneOf("id_token_signed_response_alg", signingAlgorithms),
    hasLeanIdToken: members.flag("lean_id_token") ?? false,
    isPairwise: subjectType === "pairwise",
    userinfoAlgorithm: members.oneOf("userinfo_signed_response_alg", signingAlgorithms),
    keySet: jwks && JSON.stringify(jwks),
    publicKeysUri,
    postLogoutRedirectUris: members.texts("post_logout_redirect_uris") ?? [],
    backchannelLogoutUri: members.text("backchannel_logout_uri"),
    logoUri: members.text("logo_uri"),
    policyUri: members.text("policy_uri"),
    tosUri: members.text("tos_uri"),
    requiresDpop: members.flag("dpop_bound_access_tokens") ?? false,
    requiresPushedRequest: members.flag("require_pushed_authorization_requests") ?? false,
    clientId: members.text("client_id"),
    clientSecret: members.text("client_secret"),
    reserved: reservedMembers.filter((member) => members.isSent(member)),
  };
  if (members.problem !== undefined) return refuse(members.problem);
  if (request.redirectUris.length === 0) return refuse({ kind: "redirect-uris-missing" });
  if (jwks !== undefined && publicKeysUri !== undefined) return refuse({ kind: "keys-twice" });
  if (members.isSent("sector_identifier_uri")) return refuse({ kind: "sector-uri" });
  const hasKeys = jwks !== undefined || publicKeysUri !== undefined;
  if (method === "private_key_jwt" && !hasKeys) return refuse({ kind: "keys-missing" });
  const member = pageElsewhere(request);
  return member === undefined ? ok(request) : refuse({ kind: "other-host", member });
}

/**
 * The member whose page or picture is on no host of the redirect URIs, if any. A client for which nobody vouches could put our
 * name beside somebody else's otherwise (OpenID Connect Dynamic Client Registration §2 and §9.2, RFC 7591 §5).
 */
function pageElsewhere(request: RegistrationRequest): string | undefined {
  const { redirectUris, logoUri, policyUri, tosUri } = request;
  const hosts = redirectUris.map((uri) => URL.parse(uri)?.hostname).filter((host) => host !== "");
  const pages = { logo_uri: logoUri, policy_uri: policyUri, tos_uri: tosUri };
  const isElsewhere = (uri: string | undefined) =>
    uri !== undefined && !hosts.includes(URL.parse(uri)?.hostname ?? "");
  return Object.entries(pages).find(([, uri]) => isElsewhere(uri))?.[0];
}

/**
 * Decides whether a change is one of this client's registration (RFC 7592 §2.2). Whether a client has a server that keeps a
 * secret is decided once: everything that was agreed with people rests on it.
 */
export function whyNotThisClients(
  client: Client,
  request: RegistrationRequest,
): RegistrationProblem | undefined {
  const [member] = request.reserved;
  if (member !== undefined) return { kind: "reserved", member };
  if (request.clientId !== client.id) return { kind: "other-client" };
  const { clientSecret } = request;
  const { secretDigest } = client;
  if (clientSecret !== undefined) {
    const isOurs = secretDigest !== undefined && equalDigests(sha256(clientSecret), secretDigest);
    if (!isOurs) return { kind: "other-client" };
  }
  if ((request.method === "none") !== client.isPublic) return { kind: "method-fixed" };
  return isSectorChanged(client, request) ? { kind: "subject-fixed" } : undefined;
}

/**
 * With tokens that it has already, a client could learn the subjects of any sector: it would only have to say that it belongs there.
 * So a client that registered itself stays in its own, also in that of everybody with public subjects.
 */
function isSectorChanged(client: Client, { isPairwise, redirectUris }: RegistrationRequest): boolean {
  const metadata = { ...client.metadata, isPairwise };
  return sectorOf(client) !== sectorOf({ metadata, redirectUris });
}

/** The metadata of a client under the names of RFC 7591: what a registration answers. */
export function registeredMetadata(client: Client): Record<string, unknown> {
  const metadata = client.metadata;
  const { isOpenid, userinfoAlgorithm, publicKeys, publicKeysUri, backchannelLogoutUri } = metadata;
  const { postLogoutRedirectUris, logoUri, policyUri, tosUri } = metadata;
  return {
    client_name: client.name,
    redirect_uris: client.redirectUris,
    response_types: ["code"],
    grant_types: metadata.mayRefresh ? grantTypes : grantTypes.slice(0, 1),
    token_endpoint_auth_method: authenticationMethodOf(client),
    scope: grantedScope(knownScopes.join(" "), metadata).join(" "),
    ...(isOpenid && { id_token_signed_response_alg: metadata.idTokenAlgorithm }),
    ...(metadata.hasLeanIdToken && { lean_id_token: true }),
    ...(userinfoAlgorithm !== undefined && { userinfo_signed_response_alg: userinfoAlgorithm }),
    ...(isOpenid && { subject_type: subjectTypeOf(metadata) }),
    ...(publicKeys.length > 0 && { jwks: { keys: publicKeys } }),
    ...(publicKeysUri !== undefined && { jwks_uri: publicKeysUri }),
    ...(postLogoutRedirectUris.length > 0 && { post_logout_redirect_uris: postLogoutRedirectUris }),
    ...(backchannelLogoutUri !== undefined && {
      backchannel_logout_uri: backchannelLogoutUri,
      backchannel_logout_session_required: true,
    }),
    ...(logoUri !== undefined && { logo_uri: logoUri }),
    ...(policyUri !== undefined && { policy_uri: policyUri }),
    ...(tosUri !== undefined && { tos_uri: tosUri }),
    dpop_bound_access_tokens: metadata.requiresDpop,
    require_pushed_authorization_requests: metadata.requiresPushedRequest,
  };
}

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

/** Why a call of the registration endpoint is refused before its metadata count. */
export type RegistrationRefusalReason =
  | "registration-token-missing"
  | "registration-token-wrong"
  | "registration-client-disabled"
  | "registration-media-type"
  | "registrations-too-many"
  | "registrations-full"
  | "registration-changed-meanwhile";

/** The answers to these. */
export const registrationErrors: Readonly<Record<RegistrationRefusalReason, JsonError>> = {
  "registration-token-missing": {
    error: "invalid_token",
    status: 401,
    description:
      "The registration endpoint needs a token. Send the header Authorization: Bearer TOKEN, with the initial access token of the operator to register, or the registration_access_token to manage a registration.",
  },
  "registration-token-wrong": {
    error: "invalid_token",
    status: 401,
    description:
      "The token is not for this registration, or the client no longer exists. Send the token that belongs to this client_id, or ask the operator of the sign-in service.",
  },
  "registration-client-disabled": {
    error: "access_denied",
    status: 403,
    description:
      "The operator of the sign-in service disabled this client. Ask the operator to enable it again.",
  },
  "registration-media-type": {
    error: "invalid_client_metadata",
    status: 415,
    description: "The body is not JSON. Send the client metadata with Content-Type: application/json",
  },
  "registrations-too-many": {
    error: "temporarily_unavailable",
    status: 429,
    description:
      "There were too many registrations from this network. Wait for the time in the Retry-After header, and keep the client_id instead of registering again.",
  },
  "registrations-full": {
    error: "access_denied",
    status: 403,
    description:
      "As many clients have registered themselves as this service takes. Those that nobody signs in with make room after an hour; ask the operator to register yours, to delete some, or to raise LATCHKEY_REGISTRATIONS_MAX.",
  },
  "registration-changed-meanwhile": {
    error: "temporarily_unavailable",
    status: 409,
    description: "The registration was changed at the same time. Read it again, then send the change again.",
  },
};

/** What a client hears of metadata that cannot be had (RFC 7591 §3.2.2). */
export function registrationProblemError(problem: RegistrationProblem): JsonError {
  const isAboutUris =
    problem.kind === "redirect-uris-missing" ||
    (problem.kind === "wrong-type" && problem.member === "redirect_uris");
  return metadataError(describeProblem(problem), { isAboutRedirectUris: isAboutUris });
}

/** The same for a sentence of somebody else's, cut to the characters of RFC 6749 §5.2. */
export function metadataError(
  description: string,
  { isAboutRedirectUris }: { readonly isAboutRedirectUris: boolean },
): JsonError {
  return {
    error: isAboutRedirectUris ? "invalid_redirect_uri" : "invalid_client_metadata",
    status: 400,
    description: description
      .slice(0, descriptionLengthMax)
      .replaceAll('"', "'")
      .replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "?"),
  };
}

const descriptionLengthMax = 600;

function describeProblem(problem: RegistrationProblem): string {
  switch (problem.kind) {
    case "not-json":
      return "The body is not a JSON object. Send the client metadata of RFC 7591 as one, with redirect_uris at least.";
    case "wrong-type":
      return `The member ${problem.member} is not ${problem.expected}. Correct it, or leave it out.`;
    case "unsupported":
      return `The member ${problem.member} asks for something that is not supported here. Supported: ${problem.supported.join(", ")}.`;
    case "redirect-uris-missing":
      return "The member redirect_uris is missing or empty. Send at least one redirect URI, in full.";
    case "keys-missing":
      return "A client that signs assertions (private_key_jwt) needs public keys. Send them as jwks, or their address as jwks_uri.";
    case "keys-twice":
      return "Both jwks and jwks_uri were sent (RFC 7591, section 2). Send one of the two.";
    case "other-host":
      return `The member ${problem.member} is on a host that no redirect URI is on (RFC 7591, section 5). Send an address on the host of one of redirect_uris.`;
    case "other-client":
      return "The client_id, or the client_secret, is not the one of this registration. Send the client_id as it was issued; client_secret may be left out.";
    case "reserved":
      return `The member ${problem.member} is set by the sign-in service alone (RFC 7592, section 2.2). Leave it out.`;
    case "sector-uri":
      return "The member sector_identifier_uri is not supported, because this service does not fetch it. Leave it out, and register redirect_uris of one host, or ask the operator of the sign-in service to name the sector.";
    case "subject-fixed":
      return "The subject_type, and with pairwise the host of the redirect_uris, cannot be changed later: people are known by them. Send them as they were registered, or register a new client.";
    case "method-fixed":
      return "The token_endpoint_auth_method none cannot be given up or taken on later. Register a new client instead.";
    default:
      return unreachable(problem);
  }
}

/** Reads members of the type that they must have, and keeps the first problem. null means absent (RFC 7592 §2.2). */
class Members {
  problem: RegistrationProblem | undefined;
  readonly #json: JsonObject;

  constructor(json: JsonObject) {
    this.#json = json;
  }

  isSent(member: string): boolean {
    return this.#read(member) !== undefined;
  }

  text(member: string): string | undefined {
    const value = this.#read(member);
    if (value === undefined || value === "") return undefined;
    return typeof value === "string" ? value : this.#wrong(member, "a text");
  }

  flag(member: string): boolean | undefined {
    const value = this.#read(member);
    if (value === undefined) return undefined;
    return typeof value === "boolean" ? value : this.#wrong(member, "true or false");
  }

  object(member: string): JsonObject | undefined {
    const value = this.#read(member);
    if (value === undefined) return undefined;
    return isJsonObject(value) ? value : this.#wrong(member, "a JSON object");
  }

  texts(member: string): readonly string[] | undefined {
    const value = this.#read(member);
    if (value === undefined) return undefined;
    return isTextList(value) ? value : this.#wrong(member, "a list of texts");
  }

  oneOf<Value extends string>(member: string, supported: readonly Value[]): Value | undefined {
    const text = this.text(member);
    const value = supported.find((known) => known === text);
    return text === undefined || value !== undefined ? value : this.#unsupported(member, supported);
  }

  /** At least the first of the supported, and no other than them. */
  someOf<Value extends string>(member: string, supported: readonly Value[]): readonly string[] | undefined {
    const texts = this.texts(member);
    if (texts === undefined || texts.length === 0) return undefined;
    const isSupported = texts.every((text) => supported.some((known) => known === text));
    const [needed = ""] = supported;
    return isSupported && texts.includes(needed) ? texts : this.#unsupported(member, supported);
  }

  #read(member: string): unknown {
    return Object.hasOwn(this.#json, member) ? (this.#json[member] ?? undefined) : undefined;
  }

  #wrong(member: string, expected: string): undefined {
    this.problem ??= { kind: "wrong-type", member, expected };
  }

  #unsupported(member: string, supported: readonly string[]): undefined {
    this.problem ??= { kind: "unsupported", member, supported };
  }
}
