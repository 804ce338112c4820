import type { PageRefusalReason, RedirectRefusalReason } from "./authorization-request.ts";
import type { BearerRefusalReason } from "./bearer.ts";
import type { ClientAuthenticationRefusalReason, CredentialsRefusalReason } from "./client-authentication.ts";
import type { ExchangeRefusalReason } from "./code-exchange.ts";
import type { TokenRequestRefusalReason } from "./token-request.ts";

/**
 * What the wire may say about a refusal. `description` is fixed text in the characters that RFC 6749 §5.2 allows;
 * it names the cause and the repair.
 */
export interface WireError {
  readonly error: string;
  readonly status: number;
  readonly description: string;
}

/** Why the token endpoint refuses before, or without, looking at the form. */
export type TokenHttpRefusalReason =
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

/** Every reason for which the token endpoint refuses. */
export type TokenRefusalReason =
  | TokenHttpRefusalReason
  | TokenRequestRefusalReason
  | CredentialsRefusalReason
  | ClientAuthenticationRefusalReason
  | ExchangeRefusalReason;

function refusal(error: string, description: string, status = 400): WireError {
  return { error, status, description };
}

const invalidRequest = (description: string, status?: number) =>
  refusal("invalid_request", description, status);
const invalidGrant = (description: string) => refusal("invalid_grant", description);
const invalidClient = (description: string) => refusal("invalid_client", description);
const invalidToken = (description: string) => refusal("invalid_token", description, 401);
const atClient = (error: string, description: string) => refusal(error, description, 303);

const tooManyParameters = "There are more than 64 parameters. Send only those that the request needs.";
const wrongCredentials =
  "The client is unknown or disabled, or its client_secret is wrong. Compare client_id and client_secret with what was issued; if the secret is lost, rotate it with: latchkey client rotate-secret CLIENT_ID";
const foreignCode =
  "The code is unknown, incomplete, altered, or was issued to another client. Send it exactly as it arrived at the redirect URI, with the client_id that asked for it.";
const signInAgain =
  "The person signed out, or the account changed, after the code was issued. Send the person through the authorization endpoint again.";
const goneToken =
  "The access token is unknown, expired or revoked. Send the person through the authorization endpoint again to get a new one.";

/** Refusals on our own page. */
export const pageErrors: Readonly<Record<PageRefusalReason, WireError>> = {
  "too-many-parameters": invalidRequest(tooManyParameters),
  "parameter-repeated": invalidRequest(
    "A parameter was sent more than once, so nobody can say which one is meant. Send each parameter once.",
  ),
  "client-id-missing": invalidRequest(
    "The parameter client_id is missing or empty. Add the client_id of a registered client: latchkey client list",
  ),
  "client-id-malformed": invalidRequest(
    "The parameter client_id is not percent-encoded UTF-8. Copy the client_id as it was issued: letters and digits only.",
  ),
  "redirect-uri-missing": invalidRequest(
    "The parameter redirect_uri is missing or empty. Add one of the redirect URIs that are registered for the client, percent-encoded.",
  ),
  "redirect-uri-malformed": invalidRequest(
    "The parameter redirect_uri is not percent-encoded UTF-8. Encode the registered redirect URI once, as encodeURIComponent does.",
  ),
  "client-unknown": invalidRequest(
    "No client with this client_id is registered here. Compare it with: latchkey client list",
  ),
  "client-disabled": refusal(
    "unauthorized_client",
    "The client is disabled. Enable it with: latchkey client enable CLIENT_ID",
  ),
  "redirect-uri-not-registered": invalidRequest(
    "The redirect_uri is not registered for this client; it is compared character by character. Send a registered one, or register this one too with: latchkey client update CLIENT_ID --add-redirect-uri URI",
  ),
  "state-malformed": invalidRequest(
    "The parameter state is not percent-encoded UTF-8, so it cannot be sent back unchanged. Encode it as encodeURIComponent does.",
  ),
  "state-too-long": invalidRequest(
    "The parameter state is longer than 4096 bytes. Keep what it carries at the client and send a short random reference to it.",
  ),
};

/** Refusals that the client hears at its redirect URI; the status is that of the redirect. */
export const redirectErrors: Readonly<Record<RedirectRefusalReason, WireError>> = {
  "client-secret-in-query": atClient(
    "invalid_request",
    "The client_secret was in the URL, where browsers, proxies and logs keep it. Remove it from the authorization request and rotate it with: latchkey client rotate-secret CLIENT_ID",
  ),
  "parameter-malformed": atClient(
    "invalid_request",
    "A parameter is not percent-encoded UTF-8. Encode each value as encodeURIComponent does.",
  ),
  "request-object": atClient(
    "request_not_supported",
    "Request objects are not supported. Send the parameters themselves instead of request.",
  ),
  "request-uri": atClient(
    "request_uri_not_supported",
    "Request objects are not supported. Send the parameters themselves instead of request_uri.",
  ),
  registration: atClient(
    "registration_not_supported",
    "Clients are registered beforehand. Remove the parameter registration.",
  ),
  "authorization-details": atClient(
    "invalid_authorization_details",
    "No type of authorization_details is supported. Remove the parameter.",
  ),
  "response-type-missing": atClient(
    "invalid_request",
    "The parameter response_type is missing, and this client is registered as strict. Add response_type=code",
  ),
  "response-type-unsupported": atClient(
    "unsupported_response_type",
    "Only authorization codes are issued. Send response_type=code",
  ),
  "response-mode-unsupported": atClient(
    "invalid_request",
    "The answer always comes in the query. Send response_mode=query or leave the parameter out.",
  ),
  "code-challenge-missing": atClient(
    "invalid_request",
    "The parameter code_challenge is missing. Switch on PKCE with S256 in the client library.",
  ),
  "code-challenge-malformed": atClient(
    "invalid_request",
    "The code_challenge is not the base64url form of a SHA-256 digest: 43 characters without padding. Compute it from the code_verifier as RFC 7636 section 4.2 says.",
  ),
  "code-challenge-method-missing": atClient(
    "invalid_request",
    "The parameter code_challenge_method is missing, which would mean plain. Add code_challenge_method=S256",
  ),
  "code-challenge-method-unsupported": atClient(
    "invalid_request",
    "Only one code_challenge_method is supported, written S256. Switch the client library from plain to S256.",
  ),
  "prompt-conflict": atClient(
    "invalid_request",
    "prompt=none asks for no page at all and cannot stand beside another value. Send it alone or leave it out.",
  ),
  "max-age-malformed": atClient(
    "invalid_request",
    "The parameter max_age is not a whole number of seconds. Send digits only, for example max_age=3600",
  ),
  "login-required": atClient(
    "login_required",
    "The person has to sign in, but prompt=none allows no page. Send the request again without prompt=none.",
  ),
  "interaction-required": atClient(
    "interaction_required",
    "The person has to answer a question, but prompt=none allows no page. Send the request again without prompt=none.",
  ),
  "access-denied": atClient(
    "access_denied",
    "The person chose not to sign in. Offer to start again when the person wants to.",
  ),
  "temporarily-unavailable": atClient(
    "temporarily_unavailable",
    "The sign-in service is overloaded or cannot reach its database. Try again in a moment.",
  ),
  "server-error": atClient(
    "server_error",
    "The sign-in service met an unexpected failure, which its log describes. Try again; if it stays, tell the operator.",
  ),
};

/** Refusals of the token endpoint. Use `tokenErrorOf`, which knows about 401. */
export const tokenErrors: Readonly<Record<TokenRefusalReason, WireError>> = {
  "method-not-allowed": invalidRequest(
    "This address does not take the method of the request. Use one that the Allow header names; the token endpoint takes POST only.",
    405,
  ),
  "host-malformed": invalidRequest(
    "The Host header is missing, repeated or unreadable, or the path is not one. Send exactly one Host header and a path that begins with a slash.",
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
    "The body ended before its announced length. Send the whole request again.",
  ),
  "too-many-parameters": invalidRequest(tooManyParameters),
  "browser-origin": invalidRequest(
    "The request was made by a web page in a browser. The client_secret must never be in client-side code: send the code to your own server and exchange it there, or register a public client with: latchkey client create --public",
  ),
  "too-many-attempts": refusal(
    "temporarily_unavailable",
    "There were too many failed attempts. Wait as long as Retry-After says, and compare client_id and client_secret with what was issued.",
    429,
  ),
  "temporarily-unavailable": refusal(
    "temporarily_unavailable",
    "The sign-in service is overloaded or cannot reach its database. Send the same request again after Retry-After.",
    503,
  ),
  "server-error": refusal(
    "server_error",
    "The sign-in service met an unexpected failure, which its log describes. Try again; if it stays, tell the operator.",
    500,
  ),

  "client-secret-in-query": invalidRequest(
    "The client_secret was in the URL, where proxies and logs keep it. Send it in the form body or with HTTP Basic, and rotate it with: latchkey client rotate-secret CLIENT_ID",
  ),
  "parameters-in-query": invalidRequest(
    "Parameters of the token request were in the URL. Send all of them in the form body.",
  ),
  "parameter-repeated": invalidRequest(
    "A parameter was sent more than once, so nobody can say which one is meant. Send grant_type, code, redirect_uri, client_id, client_secret and code_verifier once each.",
  ),
  "parameter-malformed": invalidRequest(
    "A parameter is not percent-encoded UTF-8 or contains NUL. Encode each value as encodeURIComponent does.",
  ),
  "grant-type-unsupported": refusal(
    "unsupported_grant_type",
    "Only authorization codes are exchanged here. Send grant_type=authorization_code",
  ),
  "code-missing": invalidRequest(
    "The parameter code is missing or empty. Send the code that arrived in the query of the redirect URI.",
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
    "Client assertions are not supported. Send the client_secret in the form body or with HTTP Basic.",
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
  "code-expired": invalidGrant(
    "The code has expired. Exchange it as soon as it arrives, or send the person through the authorization endpoint again.",
  ),
  "code-from-the-future": invalidGrant(
    "The code is dated in the future. Set the clocks of the sign-in service right, and send the person through the authorization endpoint again.",
  ),
  "session-ended": invalidGrant(signInAgain),
  "account-disabled": invalidGrant(signInAgain),
  "account-changed": invalidGrant(signInAgain),
  "code-spent": invalidGrant(
    "The code was exchanged before, and its access token is now revoked. A code works once: send the person through the authorization endpoint again.",
  ),
};

/** The answer of the token endpoint: 401 to a client that failed to authenticate, but only if it used HTTP Basic. */
export function tokenErrorOf(
  reason: TokenRefusalReason,
  { usedBasic }: { readonly usedBasic: boolean },
): WireError {
  const wire = tokenErrors[reason];
  return wire.error === "invalid_client" && usedBasic ? { ...wire, status: 401 } : wire;
}

/** Refusals of a protected resource (RFC 6750 §3.1). With "token-missing" the challenge names no error. */
export const bearerErrors: Readonly<Record<BearerRefusalReason, WireError>> = {
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
