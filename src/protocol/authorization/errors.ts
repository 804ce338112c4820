import { type ErrorCode, tooManyParameters, type WireError, wireError } from "../wire-error.ts";
import type { ExtensionRefusalReason } from "./extensions.ts";

/** The reason why no answer goes to the client: its URI is unverified, or its state cannot come back. */
export type PageRefusalReason =
  | "too-many-parameters"
  | "parameter-repeated"
  | "client-id-missing"
  | "client-id-malformed"
  | "redirect-uri-missing"
  | "redirect-uri-malformed"
  | "client-unknown"
  | "client-disabled"
  | "client-is-machine"
  | "redirect-uri-not-registered"
  | "state-malformed"
  | "state-too-long"
  /** For the flow that opens it: the request_uri is unknown, another client's, expired or used up, so its content is lost. */
  | "pushed-request-expired"
  | "pushed-request-used"
  | "error-held-back"
  /** For the flow that finds clients by their documents. */
  | "document-clients-closed"
  | "document-host-not-listed"
  | "document-address-malformed"
  | "document-fetches-too-many"
  | "document-refused"
  | "document-clients-full";

/** The reason for an error at the client's redirect URI. The last four are for the flow that signs the person in. */
export type RedirectRefusalReason =
  | ExtensionRefusalReason
  | "client-secret-in-query"
  | "parameter-malformed"
  | "request-object"
  | "request-uri"
  | "registration"
  | "authorization-details"
  | "response-type-missing"
  | "response-type-unsupported"
  | "response-mode-unsupported"
  | "code-challenge-missing"
  | "code-challenge-malformed"
  | "code-challenge-method-missing"
  | "code-challenge-method-unsupported"
  | "prompt-conflict"
  | "max-age-malformed"
  | "acr-unmet"
  | "pushed-request-required"
  | "login-required"
  | "account-selection-required"
  | "interaction-required"
  | "consent-required"
  | "account-not-admitted"
  | "access-denied";

const onPage = (description: string, error: ErrorCode = "invalid_request") => wireError(error, description);

/** Refusals on a page of the service. */
export const pageErrors: Readonly<Record<PageRefusalReason, WireError>> = {
  "too-many-parameters": onPage(tooManyParameters),
  "parameter-repeated": onPage(
    "A parameter was sent more than once, so its value is ambiguous. Send each parameter once.",
  ),
  "client-id-missing": onPage(
    "The parameter client_id is missing or empty. Add the client_id of a registered client: latchkey client list",
  ),
  "client-id-malformed": onPage(
    "The parameter client_id is not percent-encoded UTF-8. Copy the client_id as it was issued: letters and digits only.",
  ),
  "redirect-uri-missing": onPage(
    "The parameter redirect_uri is missing or empty. Add one of the redirect URIs that are registered for the client, percent-encoded.",
  ),
  "redirect-uri-malformed": onPage(
    "The parameter redirect_uri is not percent-encoded UTF-8. Encode the registered redirect URI once, as encodeURIComponent does.",
  ),
  "client-unknown": onPage(
    "No client with this client_id is registered here. Compare it with: latchkey client list",
  ),
  "client-disabled": onPage(
    "The client is disabled. Enable it with: latchkey client enable CLIENT_ID",
    "unauthorized_client",
  ),
  "client-is-machine": onPage(
    "The client is a machine, which signs nobody in. Ask for tokens at the token endpoint with grant_type=client_credentials, or register an application with: latchkey client create --name NAME --redirect-uri URI",
    "unauthorized_client",
  ),
  "redirect-uri-not-registered": onPage(
    "The redirect_uri is not registered for this client; it is compared character by character. Send a registered one, or register this one too with: latchkey client update CLIENT_ID --add-redirect-uri URI",
  ),
  "state-malformed": onPage(
    "The parameter state is not percent-encoded UTF-8, so it cannot be sent back unchanged. Encode it as encodeURIComponent does.",
  ),
  "state-too-long": onPage(
    "The parameter state is longer than 4096 bytes. Keep what it carries at the client and send a short random reference to it.",
  ),
  "pushed-request-expired": onPage(
    "The request_uri is unknown, expired, used up, or was given to another client. Push the request again and send the browser here at once.",
    "invalid_request_uri",
  ),
  "pushed-request-used": onPage(
    "The request_uri was used before: a code was already issued for it. Go back to the application and start again.",
    "invalid_request_uri",
  ),
  "error-held-back": onPage(
    "The application registered itself, so it receives no error before the person has signed in. Sign in first; then the application receives the error.",
  ),
  "document-clients-closed": onPage(
    "The client_id is an address, and this service takes no clients by their documents. Allow its host with LATCHKEY_CLIENT_DOCUMENTS, or register the client with: latchkey client create",
    "unauthorized_client",
  ),
  "document-host-not-listed": onPage(
    "The client_id is an address, and its host is not among those whose documents this service takes. Add the host to LATCHKEY_CLIENT_DOCUMENTS, or register the client with: latchkey client create",
    "unauthorized_client",
  ),
  "document-address-malformed": onPage(
    "The client_id is an address that no client can be known by. Use an https: address with a path, without query, fragment and dot segments, spelt as a browser prints it, of at most 250 characters.",
  ),
  "document-fetches-too-many": onPage(
    "Too many documents of applications were fetched for this person or network. Wait a few minutes, and start again at the application.",
    "temporarily_unavailable",
  ),
  "document-refused": onPage(
    "The document at the client_id describes no client. Correct the document, and start again at the application.",
    "invalid_client",
  ),
  "document-clients-full": onPage(
    "This service already keeps as many clients by document as it may. Remove some with: latchkey client delete CLIENT_ID",
    "access_denied",
  ),
};

/** Refusals that go to the client's redirect URI. */
export const redirectErrors: Readonly<Record<RedirectRefusalReason, WireError>> = {
  "client-secret-in-query": wireError(
    "invalid_request",
    "The client_secret was in the URL, where browsers, proxies and logs keep it. Remove it from the authorization request and rotate it with: latchkey client rotate-secret CLIENT_ID",
  ),
  "parameter-malformed": wireError(
    "invalid_request",
    "A parameter is not percent-encoded UTF-8. Encode each value as encodeURIComponent does.",
  ),
  "request-object": wireError(
    "request_not_supported",
    "Request objects are not supported. Send the parameters themselves instead of request.",
  ),
  "request-uri": wireError(
    "request_uri_not_supported",
    "Request objects are not supported. Send the parameters themselves instead of request_uri.",
  ),
  registration: wireError(
    "registration_not_supported",
    "Clients are registered beforehand. Remove the parameter registration.",
  ),
  "authorization-details": wireError(
    "invalid_authorization_details",
    "No type of authorization_details is supported. Remove the parameter.",
  ),
  "response-type-missing": wireError(
    "invalid_request",
    "The parameter response_type is missing, which strict clients and requests with the scope openid need. Add response_type=code",
  ),
  "response-type-unsupported": wireError(
    "unsupported_response_type",
    "Only authorization codes are issued. Send response_type=code",
  ),
  "response-mode-unsupported": wireError(
    "invalid_request",
    "This response_mode is not supported: answers come in the query, or by form_post for OpenID Connect clients. Send response_mode=query or leave the parameter out.",
  ),
  "code-challenge-missing": wireError(
    "invalid_request",
    "The parameter code_challenge is missing. Switch on PKCE with S256 in the client library.",
  ),
  "code-challenge-malformed": wireError(
    "invalid_request",
    "The code_challenge is not the base64url form of a SHA-256 digest: 43 characters without padding. Compute it from the code_verifier as RFC 7636 section 4.2 says.",
  ),
  "code-challenge-method-missing": wireError(
    "invalid_request",
    "The parameter code_challenge_method is missing, which would mean plain. Add code_challenge_method=S256",
  ),
  "code-challenge-method-unsupported": wireError(
    "invalid_request",
    "The only supported code_challenge_method is S256. Switch the client library from plain to S256.",
  ),
  "prompt-conflict": wireError(
    "invalid_request",
    "prompt=none asks for no page at all, so it cannot be combined with another value. Send it alone or leave it out.",
  ),
  "max-age-malformed": wireError(
    "invalid_request",
    "The parameter max_age is not a whole number of seconds. Send digits only, for example max_age=3600",
  ),
  "acr-unmet": wireError(
    "unmet_authentication_requirements",
    "The claims parameter makes an acr essential that no sign-in here has. Name one of acr_values_supported, or leave out essential.",
  ),
  "nonce-too-long": wireError(
    "invalid_request",
    "The nonce is longer than 1024 bytes. Keep what it carries at the client and send a random value or a digest.",
  ),
  "claims-malformed": wireError(
    "invalid_request",
    "The parameter claims is not the JSON of OpenID Connect Core section 5.5, or longer than 4096 bytes. Send an object with id_token or userinfo, in which each claim is null or an object.",
  ),
  "target-invalid": wireError(
    "invalid_target",
    "A resource is not an API that is open to this client, and its registration does not name it. Send the resource of an API as the operator created it; the operator opens a listed one with: latchkey client update CLIENT_ID --resource RESOURCE",
  ),
  "scope-unknown": wireError(
    "invalid_scope",
    "No value of the scope is known here: it is not one of the sign-in's own, and no targeted API has it. Name the API with the resource parameter, and send scope values that it has: latchkey api show RESOURCE",
  ),
  "scope-too-long": wireError(
    "invalid_scope",
    "The scope values together are longer than 1024 bytes. Ask for fewer at a time; what a person allowed before stays.",
  ),
  "dpop-key-malformed": wireError(
    "invalid_request",
    "The parameter dpop_jkt is not a SHA-256 thumbprint: 43 characters of base64url without padding. Compute it from the public key as RFC 7638 says.",
  ),
  "pushed-request-required": wireError(
    "invalid_request",
    "This client is registered to push its authorization requests. Post the parameters to the pushed authorization request endpoint and send the request_uri that it answers.",
  ),
  "login-required": wireError(
    "login_required",
    "The person has to sign in, but prompt=none does not let the service ask. Send the request again without prompt=none.",
  ),
  "account-selection-required": wireError(
    "account_selection_required",
    "This browser is signed in to several accounts, but prompt=none does not let the service ask which one to use. Send an id_token_hint, or the request again without prompt=none.",
  ),
  "interaction-required": wireError(
    "interaction_required",
    "The person has to answer a question, but prompt=none does not let the service ask. Send the request again without prompt=none.",
  ),
  "consent-required": wireError(
    "consent_required",
    "The person has not yet allowed this, and prompt=none does not let the service ask. Send the request again without prompt=none.",
  ),
  "account-not-admitted": wireError(
    "access_denied",
    "The person is not in a group that may use this client. The operator of the sign-in service decides who is: latchkey group add GROUP USER",
  ),
  "access-denied": wireError(
    "access_denied",
    "The person chose not to sign in. Let the person start again at any time.",
  ),
};
