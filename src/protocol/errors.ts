import { type PushedRequestRefusalReason, pushedRequestErrors } from "./authorization/pushed-request.ts";
import { type ClientAssertionRefusalReason, clientAssertionErrors } from "./client/assertion.ts";
import type { ClientAuthenticationRefusalReason, CredentialsRefusalReason } from "./client/authentication.ts";
import type { BearerRefusalReason } from "./token/bearer.ts";
import type { ExchangeRefusalReason } from "./token/code-exchange.ts";
import { type DpopRefusalReason, dpopErrors } from "./token/dpop.ts";
import { type IntrospectionRefusalReason, introspectionErrors } from "./token/introspection.ts";
import { type RefreshRefusalReason, refreshErrors } from "./token/refresh.ts";
import type { TokenRequestRefusalReason } from "./token/request.ts";
import { tokenParameterErrors } from "./token/token-parameter.ts";

/**
 * What the wire may say about a refusal. `description` is fixed text in the characters that RFC 6749 §5.2 allows;
 * it names the cause and the repair.
 */
export interface WireError {
  readonly error: string;
  readonly description: string;
  /** Absent where the answer has a status of its own: 400 for our page, 302 or 303 for a redirect. */
  readonly status?: number;
}

/** An error whose status is part of what it says. */
export interface JsonError extends WireError {
  readonly status: number;
}

/** Why the token endpoint refuses before, or without, looking at the form. */
export type TokenHttpRefusalReason =
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

/** Every reason for which the endpoints that clients call refuse: token, introspection, revocation, pushed requests. */
export type TokenRefusalReason =
  | TokenHttpRefusalReason
  | TokenRequestRefusalReason
  | CredentialsRefusalReason
  | ClientAuthenticationRefusalReason
  | ClientAssertionRefusalReason
  | ExchangeRefusalReason
  | RefreshRefusalReason
  | DpopRefusalReason
  | IntrospectionRefusalReason
  | PushedRequestRefusalReason;

function refusal(error: string, description: string, status = 400): JsonError {
  return { error, status, description };
}

/** The errors that stand beside their rules, as JSON with one status. */
function asJson<Reason extends string>(
  errors: Readonly<Record<Reason, WireError>>,
  status = 400,
): Record<Reason, JsonError> {
  const entries = Object.entries<WireError>(errors);
  return Object.fromEntries(
    entries.map(([reason, { error, description }]) => [reason, refusal(error, description, status)]),
  ) as Record<Reason, JsonError>;
}

const invalidRequest = (description: string, status?: number) =>
  refusal("invalid_request", description, status);
const invalidGrant = (description: string) => refusal("invalid_grant", description);
const invalidClient = (description: string) => refusal("invalid_client", description);
const invalidToken = (description: string) => refusal("invalid_token", description, 401);

/** Said at every endpoint that reads parameters. */
export const tooManyParameters = "There are more than 64 parameters. Send only those that the request needs.";
const wrongCredentials =
  "The client is unknown or disabled, or its client_secret is wrong. Compare client_id and client_secret with what was issued; if the secret is lost, rotate it with: latchkey client rotate-secret CLIENT_ID";
const foreignCode =
  "The code is unknown, incomplete, altered, or was issued to another client. Send it exactly as it arrived at the redirect URI, with the client_id that asked for it.";
const signInAgain =
  "The person signed out, or the account changed, after the code was issued. Send the person through the authorization endpoint again.";
const goneToken =
  "The access token is unknown, expired or revoked. Send the person through the authorization endpoint again to get a new one.";

/** Refusals of the endpoints that clients call. Use `tokenErrorOf`, which knows about 401. */
export const tokenErrors: Readonly<Record<TokenRefusalReason, JsonError>> = {
  ...asJson(clientAssertionErrors),
  ...asJson(refreshErrors),
  ...asJson(dpopErrors),
  ...asJson(tokenParameterErrors),
  ...asJson(introspectionErrors),
  ...asJson(pushedRequestErrors),
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
  "too-many-attempts": refusal(
    "temporarily_unavailable",
    "There were too many failed attempts. Wait for the time in the Retry-After header, and compare client_id and client_secret with what was issued.",
    429,
  ),
  "temporarily-unavailable": refusal(
    "temporarily_unavailable",
    "The sign-in service is overloaded or cannot reach its database. Send the same request again after Retry-After.",
    503,
  ),
  "server-error": refusal(
    "server_error",
    "The sign-in service failed unexpectedly; its log has the details. Try again; if the error persists, tell the operator.",
    500,
  ),

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
  "grant-type-unsupported": refusal(
    "unsupported_grant_type",
    "Only codes and refresh tokens are exchanged here. Send grant_type=authorization_code or grant_type=refresh_token",
  ),
  "code-missing": invalidRequest(
    "The parameter code is missing or empty. Send the code that arrived in the query of the redirect URI.",
  ),
  "refresh-token-missing": invalidRequest(
    "The parameter refresh_token is missing or empty. Send the refresh_token from the latest answer of this endpoint.",
  ),
  "code-verifier-syntax": invalidRequest(
    "The code_verifier is not 43 to 128 characters out of letters, digits, hyphen, dot, underscore and tilde. Send the one from which the code_challenge was computed.",
  ),

  "client-id-missing": invalidRequest(
    "The parameter client_id is missing or empty. Send client_id and client_secret in the form body, or both with HTTP Basic.",
  ),
  "client-ids-differ": invalidRequest(
    "The client_id in the form is not the one in the Authorization header. Send it in one of the two places.",
  ),
  "two-authentication-methods": invalidRequest(
    "The client_secret came in the form and in the Authorization header. Send it in one of the two places.",
  ),
  "basic-malformed": refusal(
    "invalid_client",
    "The Authorization header cannot be read. Send the word Basic, one space, and the base64 form of client_id, a colon and client_secret.",
    401,
  ),
  "authorization-scheme-unsupported": invalidRequest(
    "The Authorization header does not use Basic. Send the client_secret in the form body or with HTTP Basic.",
  ),
  "client-assertion-unsupported": invalidClient(
    "The client_assertion_type is not supported. Send urn:ietf:params:oauth:client-assertion-type:jwt-bearer with a signed JWT as client_assertion.",
  ),

  "client-unknown": invalidClient(wrongCredentials),
  "client-disabled": invalidClient(wrongCredentials),
  "client-secret-mismatch": invalidClient(wrongCredentials),
  "client-secret-missing": invalidClient(
    "The parameter client_secret is missing or empty. Send client_id and client_secret in the form body, or both with HTTP Basic.",
  ),
  "client-secret-unexpected": invalidClient(
    "This client is public and has no secret. Leave client_secret out and send client_id in the form body.",
  ),

  "code-unknown": invalidGrant(foreignCode),
  "code-of-another-client": invalidGrant(foreignCode),
  "redirect-uri-missing": invalidGrant(
    "The parameter redirect_uri is missing, and this client is registered as strict. Send the redirect_uri of the authorization request.",
  ),
  "redirect-uri-mismatch": invalidGrant(
    "The redirect_uri is not the one of the authorization request. Send the same one in both.",
  ),
  "code-verifier-missing": invalidGrant(
    "The authorization request had a code_challenge, so the code_verifier is needed. Send the one from which the challenge was computed.",
  ),
  "code-verifier-unexpected": invalidGrant(
    "A code_verifier was sent, but the authorization request had no code_challenge. Send code_challenge and code_challenge_method=S256 there.",
  ),
  "code-verifier-mismatch": invalidGrant(
    "The code_verifier does not belong to the code_challenge of the authorization request. Keep the verifier in the same browser session as the state.",
  ),
  "code-challenge-required": invalidGrant(
    "This client must use PKCE, but the code was issued without a code_challenge. Send the person through the authorization endpoint again, with PKCE.",
  ),
  "dpop-key-mismatch": invalidGrant(
    "The DPoP proof was made with a different key from the one that the authorization request named. Use the same key for both.",
  ),
  "code-expired": invalidGrant(
    "The code has expired. Exchange it as soon as it arrives, or send the person through the authorization endpoint again.",
  ),
  "code-from-the-future": invalidGrant(
    "The code is dated in the future. Correct the clocks of the sign-in service, and send the person through the authorization endpoint again.",
  ),
  "code-void": invalidGrant(
    "The client was disabled, or lost a redirect URI, after the code was issued. Send the person through the authorization endpoint again.",
  ),
  "session-ended": invalidGrant(signInAgain),
  "account-disabled": invalidGrant(signInAgain),
  "account-changed": invalidGrant(signInAgain),
  "target-not-granted": refusal(
    "invalid_target",
    "A resource was not in the authorization request. Send one that was, or leave the parameter out to get all of them.",
  ),
  "consent-withdrawn": invalidGrant(
    "The person withdrew what they had allowed this client after the code was issued. Send the person through the authorization endpoint again.",
  ),
  "account-not-admitted": invalidGrant(
    "The person is not, or no longer, in a group that may use this client. The operator of the sign-in service decides who is; send the person through the authorization endpoint again then.",
  ),
  "code-spent": invalidGrant(
    "The code was exchanged before, and its access token is now revoked. A code works once: send the person through the authorization endpoint again.",
  ),
};

/** The answer of the token endpoint: 401 to a client that failed to authenticate, but only if it used HTTP Basic. */
export function tokenErrorOf(
  reason: TokenRefusalReason,
  { usedBasic }: { readonly usedBasic: boolean },
): JsonError {
  const wire = tokenErrors[reason];
  return wire.error === "invalid_client" && usedBasic ? { ...wire, status: 401 } : wire;
}

/** Refusals of a protected resource (RFC 6750 §3.1). With "token-missing" the challenge names no error. */
export const bearerErrors: Readonly<Record<BearerRefusalReason, JsonError>> = {
  "token-missing": invalidToken(
    "There is no access token. Send the header Authorization: Bearer ACCESS_TOKEN",
  ),
  "token-in-query": invalidToken(
    "An access token in the URL ends up in logs and is not accepted. Send it in the Authorization header; with passport-oauth2 call useAuthorizationHeaderforGET(true) on the strategy's _oauth2 object.",
  ),
  "token-in-body": invalidToken(
    "An access token in the form is not accepted. Send the header Authorization: Bearer ACCESS_TOKEN",
  ),
  "token-in-two-places": invalidRequest(
    "The access token was sent in more than one place. Send it in the Authorization header only.",
  ),
  "scheme-not-bearer": invalidToken(
    "The Authorization header does not use Bearer. Send the header Authorization: Bearer ACCESS_TOKEN",
  ),
  "authorization-malformed": invalidToken(
    "The Authorization header cannot be read. Send the word Bearer, one space, and the access token.",
  ),
  "token-unknown": invalidToken(goneToken),
  "token-expired": invalidToken(goneToken),
  "token-revoked": invalidToken(goneToken),
};

/** Refusals of userinfo, which takes bearer tokens and tokens that are bound to a key (RFC 9449 §7.1). */
export const userinfoErrors: Readonly<Record<BearerRefusalReason | DpopRefusalReason, JsonError>> = {
  ...asJson(dpopErrors, 401),
  ...bearerErrors,
};
