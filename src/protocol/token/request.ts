import { ok, type Result, refuse } from "../../values/result.ts";
import { type CodeVerifier, parseCodeVerifier } from "../authorization/pkce.ts";
import type { Parameters } from "../parameters.ts";
import { readScope } from "../scope.ts";
import { invalidRequest, type WireError, wireError } from "../wire-error.ts";
import {
  exchangeGrantType,
  readTokenExchange,
  type TokenExchangeRequest,
  type TokenExchangeRequestRefusalReason,
  tokenExchangeRequestErrors,
} from "./token-exchange-request.ts";

/** Parameters with a meaning at the token endpoint; each may occur once, and only in the form. `resource` and `audience` may repeat. */
export const tokenParameters = [
  "grant_type",
  "code",
  "redirect_uri",
  "client_id",
  "client_secret",
  "code_verifier",
  "client_assertion",
  "client_assertion_type",
  "refresh_token",
  "device_code",
  "scope",
  "subject_token",
  "subject_token_type",
  "requested_token_type",
  "actor_token",
  "actor_token_type",
] as const;

/** Those and the ones that may repeat. One that were ignored would widen the token: it is what the client narrows it by. */
const onlyInForm = [...tokenParameters, "resource", "audience"] as const;

/** Why a token request cannot be read. */
export type TokenRequestRefusalReason =
  | "client-secret-in-query"
  | "parameters-in-query"
  | "parameter-repeated"
  | "parameter-malformed"
  | "grant-type-unsupported"
  | "code-missing"
  | "refresh-token-missing"
  | "device-code-missing"
  | "code-verifier-syntax"
  | TokenExchangeRequestRefusalReason;

export const tokenRequestErrors: Readonly<Record<TokenRequestRefusalReason, WireError>> = {
  ...tokenExchangeRequestErrors,
  "client-secret-in-query": invalidRequest(
    "The client_secret was in the URL, where proxies and logs keep it. Send it in the form body or with HTTP Basic, and rotate it with: latchkey client rotate-secret CLIENT_ID",
  ),
  "parameters-in-query": invalidRequest(
    "Parameters of the token request were in the URL. Send all of them in the form body.",
  ),
  "parameter-repeated": invalidRequest(
    "A parameter was sent more than once, so its value is ambiguous. Send grant_type, code, redirect_uri, client_id, client_secret and code_verifier once each.",
  ),
  "parameter-malformed": invalidRequest(
    "A parameter is not percent-encoded UTF-8 or contains NUL. Encode each value as encodeURIComponent does.",
  ),
  "grant-type-unsupported": wireError(
    "unsupported_grant_type",
    "The grant_type is not one of authorization_code, refresh_token, client_credentials, urn:ietf:params:oauth:grant-type:device_code and urn:ietf:params:oauth:grant-type:token-exchange. Send one of them; a service that signs in by itself sends client_credentials.",
  ),
  "code-missing": invalidRequest(
    "The parameter code is missing or empty. Send the code that arrived in the query of the redirect URI.",
  ),
  "refresh-token-missing": invalidRequest(
    "The parameter refresh_token is missing or empty. Send the refresh_token from the latest answer of this endpoint.",
  ),
  "device-code-missing": invalidRequest(
    "The parameter device_code is missing or empty. Send the device_code that the device authorization endpoint answered.",
  ),
  "code-verifier-syntax": invalidRequest(
    "The code_verifier is not 43 to 128 characters out of letters, digits, hyphen, dot, underscore and tilde. Send the one from which the code_challenge was computed.",
  ),
};

/** A readable request for tokens, by its grant type. Its client is not authenticated yet. */
export interface TokenRequests {
  readonly authorization_code: CodeExchangeRequest;
  readonly refresh_token: RefreshRequest;
  readonly [deviceGrantType]: DeviceCodeRequest;
  readonly client_credentials: ClientCredentialsRequest;
  readonly [exchangeGrantType]: TokenExchangeRequest;
}

/** The grant type of devices (RFC 8628 §3.4). */
export const deviceGrantType = "urn:ietf:params:oauth:grant-type:device_code";

/** The value of `grant_type`. */
export type GrantType = keyof TokenRequests;

/** An authorization code for an access token (RFC 6749 §4.1.3). */
export interface CodeExchangeRequest {
  readonly grantType: "authorization_code";
  /** As received; it may be anything. */
  readonly code: string;
  readonly redirectUri?: string | undefined;
  readonly codeVerifier?: CodeVerifier | undefined;
  /** The requested resources out of those the code was issued for (RFC 8707 §2.2); empty for all of them. */
  readonly resources: readonly string[];
}

/** A refresh token for new tokens (RFC 6749 §6). */
export interface RefreshRequest {
  readonly grantType: "refresh_token";
  /** As received; it may be anything. */
  readonly refreshToken: string;
  /** The requested scope values, known or not; absent to ask for all that was granted. */
  readonly scope?: readonly string[] | undefined;
  readonly resources: readonly string[];
}

/** A client's request for a token of its own (RFC 6749 §4.4.2). */
export interface ClientCredentialsRequest {
  readonly grantType: "client_credentials";
  /** The requested scope values, known or not; absent to ask for all that the client may. */
  readonly scope?: readonly string[] | undefined;
  readonly resources: readonly string[];
}

/** A device's poll for the tokens that its person allows (RFC 8628 §3.4). */
export interface DeviceCodeRequest {
  readonly grantType: typeof deviceGrantType;
  /** As received; it may be anything. */
  readonly deviceCode: string;
  readonly resources: readonly string[];
}

const readers: {
  readonly [Type in GrantType]: (
    parameters: Parameters,
  ) => Result<TokenRequests[Type], TokenRequestRefusalReason>;
} = {
  authorization_code: readCodeExchange,
  refresh_token: readRefresh,
  [deviceGrantType]: readDeviceCode,
  client_credentials: readClientCredentialsRequest,
  [exchangeGrantType]: readTokenExchange,
};

/**
 * Reads the form of a token request. `query` is that of the URL, which must not contain any of the parameters, because URLs end up in
 * logs (RFC 6749 §2.3.1). "client-secret-in-query" is the one reason that may mean an exposed secret.
 */
export function readTokenRequest(from: {
  readonly parameters: Parameters;
  readonly query: Parameters | undefined;
}): Result<TokenRequests[GrantType], TokenRequestRefusalReason> {
  const { parameters, query } = from;
  if (query?.isSent("client_secret")) return refuse("client-secret-in-query");
  if (query !== undefined && onlyInForm.some((name) => query.isSent(name)))
    return refuse("parameters-in-query");
  if (tokenParameters.some((name) => parameters.isRepeated(name))) return refuse("parameter-repeated");
  if (onlyInForm.some((name) => parameters.isMalformed(name))) return refuse("parameter-malformed");
  // The interface leaves grant_type out.
  const type = parameters.get("grant_type") ?? "authorization_code";
  return isGrantType(type) ? readers[type](parameters) : refuse("grant-type-unsupported");
}

function isGrantType(type: string): type is GrantType {
  return Object.hasOwn(readers, type);
}

function readCodeExchange(parameters: Parameters): Result<CodeExchangeRequest, TokenRequestRefusalReason> {
  const code = parameters.get("code");
  if (code === undefined) return refuse("code-missing");
  const verifier = parameters.get("code_verifier");
  const codeVerifier = verifier === undefined ? undefined : parseCodeVerifier(verifier);
  if (verifier !== undefined && codeVerifier === undefined) return refuse("code-verifier-syntax");
  const redirectUri = parameters.get("redirect_uri");
  const resources = parameters.all("resource");
  return ok({ grantType: "authorization_code", code, redirectUri, codeVerifier, resources });
}

function readRefresh(parameters: Parameters): Result<RefreshRequest, TokenRequestRefusalReason> {
  const refreshToken = parameters.get("refresh_token");
  if (refreshToken === undefined) return refuse("refresh-token-missing");
  const scope = requestedScope(parameters);
  return ok({ grantType: "refresh_token", refreshToken, scope, resources: parameters.all("resource") });
}

function requestedScope(parameters: Parameters): readonly string[] | undefined {
  const text = parameters.get("scope");
  return text === undefined ? undefined : readScope(text);
}

function readDeviceCode(parameters: Parameters): Result<DeviceCodeRequest, TokenRequestRefusalReason> {
  const deviceCode = parameters.get("device_code");
  if (deviceCode === undefined) return refuse("device-code-missing");
  return ok({ grantType: deviceGrantType, deviceCode, resources: parameters.all("resource") });
}

function readClientCredentialsRequest(
  parameters: Parameters,
): Result<ClientCredentialsRequest, TokenRequestRefusalReason> {
  const scope = requestedScope(parameters);
  return ok({ grantType: "client_credentials", scope, resources: parameters.all("resource") });
}
