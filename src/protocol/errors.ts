import { type PushedRequestRefusalReason, pushedRequestErrors } from "./authorization/pushed-request.ts";
import { type ClientAssertionRefusalReason, clientAssertionErrors } from "./client/assertion.ts";
import {
  type ClientAuthenticationRefusalReason,
  type CredentialsRefusalReason,
  clientAuthenticationErrors,
  credentialsErrors,
} from "./client/authentication.ts";
import { type DeviceExchangeRefusalReason, deviceExchangeErrors } from "./device/device-exchange.ts";
import { type DeviceRequestRefusalReason, deviceRequestErrors } from "./device/request.ts";
import { type BearerRefusalReason, bearerErrors } from "./token/bearer.ts";
import { type ClientCredentialsRefusalReason, clientCredentialsErrors } from "./token/client-credentials.ts";
import { type ExchangeRefusalReason, exchangeErrors } from "./token/code-exchange.ts";
import { type DpopRefusalReason, dpopErrors } from "./token/dpop.ts";
import { type IntrospectionRefusalReason, introspectionErrors } from "./token/introspection.ts";
import { type JwtAccessTokenRefusalReason, jwtAccessTokenErrors } from "./token/jwt-access-token.ts";
import { type RefreshRefusalReason, refreshErrors } from "./token/refresh.ts";
import { type TokenRequestRefusalReason, tokenRequestErrors } from "./token/request.ts";
import { type TokenExchangeRefusalReason, tokenExchangeErrors } from "./token/token-exchange.ts";
import { tokenParameterErrors } from "./token/token-parameter.ts";
import {
  asJson,
  invalidRequest,
  type JsonError,
  tooManyParameters,
  type WireError,
  wireError,
} from "./wire-error.ts";

/** The reasons for which an endpoint refuses without looking at the parameters. */
type TokenHttpRefusalReason =
  | "endpoint-unknown"
  | "method-not-allowed"
  | "host-malformed"
  | "unsupported-media-type"
  | "unsupported-content-encoding"
  | "body-too-large"
  | "body-not-utf8"
  | "body-incomplete"
  | "too-many-parameters"
  | "browser-origin"
  | "too-many-attempts"
  | "temporarily-unavailable"
  | "server-error";

/** Every reason for which the endpoints for clients' servers refuse: token, introspection, revocation, pushed and device requests. */
export type TokenRefusalReason =
  | TokenHttpRefusalReason
  | TokenRequestRefusalReason
  | CredentialsRefusalReason
  | ClientAuthenticationRefusalReason
  | ClientAssertionRefusalReason
  | ExchangeRefusalReason
  | RefreshRefusalReason
  | DeviceRequestRefusalReason
  | DeviceExchangeRefusalReason
  | ClientCredentialsRefusalReason
  | DpopRefusalReason
  | IntrospectionRefusalReason
  | JwtAccessTokenRefusalReason
  | PushedRequestRefusalReason
  | TokenExchangeRefusalReason;

/** The wire errors of requests that are refused before an endpoint looks at them. */
const requestErrors: Readonly<Record<TokenHttpRefusalReason, WireError>> = {
  "endpoint-unknown": invalidRequest(
    "No endpoint has this path. Paths are exact, capital letters included.",
    404,
  ),
  "method-not-allowed": invalidRequest(
    "This endpoint does not support the method of the request. Use one that the Allow header lists; the token endpoint takes POST only.",
    405,
  ),
  "host-malformed": invalidRequest(
    "The Host header is missing, repeated or unreadable, or the path is invalid. Send exactly one Host header and a path that begins with a slash.",
  ),
  "unsupported-media-type": invalidRequest(
    "The body is not a form in UTF-8. Send Content-Type: application/x-www-form-urlencoded",
    415,
  ),
  "unsupported-content-encoding": invalidRequest(
    "The body is compressed. Send it without Content-Encoding.",
    415,
  ),
  "body-too-large": invalidRequest("The body is larger than 64 KiB. Send only what the request needs.", 413),
  "body-not-utf8": invalidRequest("The body is not UTF-8. Percent-encode the UTF-8 bytes of each value."),
  "body-incomplete": invalidRequest(
    "The body ended before its declared length. Send the whole request again.",
  ),
  "too-many-parameters": invalidRequest(tooManyParameters),
  "browser-origin": invalidRequest(
    "The request was made by a web page in a browser. The client_secret must never be in client-side code: send the code to your own server and exchange it there, or register a public client with: latchkey client create --public",
  ),
  "too-many-attempts": wireError(
    "temporarily_unavailable",
    "There were too many failed attempts. Wait for the time in the Retry-After header, and compare client_id and client_secret with what was issued.",
    429,
  ),
  "temporarily-unavailable": wireError(
    "temporarily_unavailable",
    "The sign-in service is overloaded, or cannot reach its database or another service that it needs. Send the same request again after Retry-After.",
    503,
  ),
  "server-error": wireError(
    "server_error",
    "The sign-in service failed unexpectedly; its log has the details. Try again; if the error persists, tell the operator.",
    500,
  ),
};

/** The wire errors of every refusal of the endpoints for clients' servers. `tokenErrorOf` adds the parts that depend on the request. */
export const tokenErrors: Readonly<Record<TokenRefusalReason, JsonError>> = {
  ...asJson(clientAssertionErrors),
  ...asJson(refreshErrors),
  ...asJson(deviceRequestErrors),
  ...asJson(deviceExchangeErrors),
  ...asJson(clientCredentialsErrors),
  ...asJson(dpopErrors),
  ...asJson(tokenParameterErrors),
  ...asJson(introspectionErrors),
  ...asJson(jwtAccessTokenErrors),
  ...asJson(pushedRequestErrors),
  ...asJson(requestErrors),
  ...asJson(tokenExchangeErrors),
  ...asJson(tokenRequestErrors),
  ...asJson(credentialsErrors),
  ...asJson(clientAuthenticationErrors),
  ...asJson(exchangeErrors),
};

/** The error of the token endpoint. Its status is 401 only for a client that used HTTP Basic and failed to authenticate. */
export function tokenErrorOf(
  reason: TokenRefusalReason,
  { usedBasic }: { readonly usedBasic: boolean },
): JsonError {
  const wire = tokenErrors[reason];
  return wire.error === "invalid_client" && usedBasic ? { ...wire, status: 401 } : wire;
}

/** Refusals of userinfo, which takes bearer tokens and tokens that are bound to a key (RFC 9449 §7.1). */
export const userinfoErrors: Readonly<Record<BearerRefusalReason | DpopRefusalReason, JsonError>> = {
  ...asJson(dpopErrors, 401),
  ...asJson(bearerErrors),
};
