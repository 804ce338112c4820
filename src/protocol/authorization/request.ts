import type { ClientId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Strength } from "../../values/strength.ts";
import type { Seconds } from "../../values/time.ts";
import type { Api } from "../api/api.ts";
import { type Client, isProtected, mustUsePkce } from "../client/client.ts";
import {
  type NearestRedirectUri,
  nearestRedirectUri,
  type VerifiedRedirectUri,
  verifyRedirectUri,
} from "../client/redirect-uri.ts";
import { redirectUriBytesMax } from "../client/redirect-uri-registration.ts";
import type { Parameters } from "../parameters.ts";
import { leastOf, parseAcrValues, wishesOf } from "./acr.ts";
import type { PageRefusalReason, RedirectRefusalReason } from "./errors.ts";
import {
  type AuthorizationExtensions,
  noExtensions,
  type ResponseMode,
  readExtensions,
  readModeOfRequestObject,
  readResponseMode,
} from "./extensions.ts";
import { type CodeChallenge, parseCodeChallenge } from "./pkce.ts";
import { type Prompt, parseLoginHint, parseMaxAge, parsePrompts, parseUiLocales } from "./sign-in-hints.ts";

/** Parameters with a meaning at the authorization endpoint; each may occur once. `resource` may repeat (RFC 8707 §2). */
export const authorizationParameters = [
  "client_id",
  "redirect_uri",
  "response_type",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
  "nonce",
  "prompt",
  "max_age",
  "login_hint",
  "ui_locales",
  "response_mode",
  "display",
  "acr_values",
  "id_token_hint",
  "claims",
  "claims_locales",
  "request",
  "request_uri",
  "registration",
  "dpop_jkt",
  "client_secret",
  "authorization_details",
] as const;

/** The longest `state`, in bytes of UTF-8. */
export const stateBytesMax = 4096;

/** A refusal for a page of the service, status 400, never with a `Location`. */
export interface PageRefusal {
  readonly errorFormat: "page";
  readonly reason: PageRefusalReason;
  /** The name of the repeated parameter. */
  readonly parameter?: string;
  /** The refused client_id or redirect_uri, cut to 2000 characters. It may be any text in a link. */
  readonly received?: string;
  readonly nearest?: NearestRedirectUri;
  /** With "error-held-back": the error that the client gets once the person is signed in. */
  readonly withheld?: RedirectRefusalReason;
  /** Absent if the client is not known. */
  readonly client?: Client;
  /** What is known of the cause beyond its reason, in sentences. */
  readonly detail?: string;
}

/** Nobody is signed in, and the client is known by a document that is not fetched for strangers. Its redirect URI is unverified. */
export interface SignInFirst {
  readonly errorFormat: "sign-in";
  readonly clientId: ClientId;
  readonly uiLocales: readonly string[];
  readonly loginHint: string | undefined;
}

/** The part of a request that pages need, and the way back to the client. */
export type ShownRequest = Pick<
  AuthorizationRequest,
  "client" | "redirectUri" | "responseMode" | "state" | "uiLocales" | "loginHint"
>;

/** A refusal for the client, at its verified redirect URI. */
export interface RedirectRefusal extends ShownRequest {
  readonly errorFormat: "redirect";
  readonly reason: RedirectRefusalReason;
}

/** Why a request cannot go on as it is. */
export type AuthorizationRefusal = PageRefusal | RedirectRefusal;

/** An authorization request that a code may be issued for, as far as OAuth goes. */
export interface AuthorizationRequest extends AuthorizationExtensions {
  readonly client: Client;
  readonly redirectUri: VerifiedRedirectUri;
  readonly responseMode: ResponseMode;
  /** Decoded text, which goes back unchanged. */
  readonly state?: string | undefined;
  readonly codeChallenge?: CodeChallenge | undefined;
  readonly prompts: ReadonlySet<Prompt>;
  /** The person must have proved who they are within this time (OpenID Connect Core §3.1.2.1). */
  readonly maxAge?: Seconds | undefined;
  /** A client that gets no ID tokens sends one as a hint, so the signed-in person must not show. */
  readonly hasIdTokenHint: boolean;
  /** The strengths of sign-in that the client would like, the most wanted first: `acr_values`, and `acr` of `claims`. */
  readonly wishedStrengths: readonly Strength[];
  /** The strength that `claims` demands, as an essential `acr` (OpenID Connect Core §5.5.1.1), or a path of a protected application. */
  readonly demandedStrength?: Strength | undefined;
  /** For the username field; at most 254 characters, none of them a control character. */
  readonly loginHint?: string | undefined;
  /** In order of preference; empty if the client has none. */
  readonly uiLocales: readonly string[];
}

/** The first parameter with a meaning that occurs more than once: nobody can say which one is meant. */
export function findRepeated(parameters: Parameters): string | undefined {
  return parameters.hasRepeats
    ? authorizationParameters.find((name) => parameters.isRepeated(name))
    : undefined;
}

/**
 * Decides whether an authorization request is valid. `client` is the result of looking its `client_id` up. The checks that refuse on a
 * page of the service come first, then `rules` in their order, which refuse to the client. `isPushed` (RFC 9126): the client itself
 * pushed the parameters.
 */
export function decideAuthorizationRequest(given: {
  readonly client: Client | undefined;
  readonly parameters: Parameters;
  readonly isPushed?: boolean;
  /** Those that exist among the `resourcesToFind` of the request. */
  readonly apis?: readonly Api[];
}): Result<AuthorizationRequest, AuthorizationRefusal> {
  const { parameters, isPushed = false, apis = [] } = given;
  const found = checkClient(given.client, parameters);
  if (!found.ok) return found;
  const { client, redirectUri } = found.value;
  const state = parameters.get("state");
  if (parameters.isMalformed("state"))
    return refuse({ errorFormat: "page", reason: "state-malformed", client });
  if (state !== undefined && Buffer.byteLength(state) > stateBytesMax)
    return refuse({ errorFormat: "page", reason: "state-too-long", client });

  const extensions = readExtensions(client, parameters, apis);
  const { value } = extensions.ok ? extensions : ok(noExtensions);
  const request = readRequest({ client, redirectUri, state, parameters, extensions: value });
  for (const { refuses } of rules) {
    const reason = refuses(request, parameters);
    if (reason !== undefined) return refuse(refuseAuthorization(request, reason));
  }
  if (!extensions.ok) return refuse(refuseAuthorization(request, extensions.reason));
  if (!isPushed && client.metadata.requiresPushedRequest)
    return refuse(refuseAuthorization(request, "pushed-request-required"));
  return ok(request);
}

/** Makes the refusal of a request whose redirect URI is verified. */
export function refuseAuthorization(request: ShownRequest, reason: RedirectRefusalReason): RedirectRefusal {
  const { client, redirectUri, responseMode, state, uiLocales, loginHint } = request;
  return { errorFormat: "redirect", reason, client, redirectUri, responseMode, state, uiLocales, loginHint };
}

/**
 * The checks that verify client and redirect URI. A repeated parameter is refused first (RFC 6749 §3.1), because nobody can say which of
 * its values is meant.
 */
function checkClient(
  client: Client | undefined,
  parameters: Parameters,
): Result<{ readonly client: Client; readonly redirectUri: VerifiedRedirectUri }, PageRefusal> {
  const repeated = findRepeated(parameters);
  if (repeated !== undefined)
    return refuse({ errorFormat: "page", reason: "parameter-repeated", parameter: repeated });
  if (parameters.isMalformed("client_id"))
    return refuse({ errorFormat: "page", reason: "client-id-malformed" });
  if (parameters.isMalformed("redirect_uri"))
    return refuse({ errorFormat: "page", reason: "redirect-uri-malformed" });
  const clientId = parameters.get("client_id");
  if (clientId === undefined) return refuse({ errorFormat: "page", reason: "client-id-missing" });
  const received = parameters.get("redirect_uri");
  if (received === undefined) return refuse({ errorFormat: "page", reason: "redirect-uri-missing" });
  if (client?.id !== clientId)
    return refuse({ errorFormat: "page", reason: "client-unknown", received: shown(clientId) });
  if (client.isDisabled) return refuse({ errorFormat: "page", reason: "client-disabled", client });
  if (client.metadata.isMachine) return refuse({ errorFormat: "page", reason: "client-is-machine", client });
  const redirectUri = verifyRedirectUri(client, received);
  return redirectUri === undefined
    ? refuse(redirectUriRefusal(client, received))
    : ok({ client, redirectUri });
}

/** Reads every parameter once. An unreadable one is absent here, and its rule refuses it. */
function readRequest(from: {
  readonly client: Client;
  readonly redirectUri: VerifiedRedirectUri;
  readonly state: string | undefined;
  readonly parameters: Parameters;
  readonly extensions: AuthorizationExtensions;
}): AuthorizationRequest {
  const { client, redirectUri, state, parameters, extensions } = from;
  const { acr } = extensions.claims;
  return {
    ...extensions,
    client,
    redirectUri,
    responseMode:
      readModeOfRequestObject(client, parameters.get("request")) ??
      readResponseMode(client, parameters) ??
      "query",
    state,
    codeChallenge: parseCodeChallenge(parameters.get("code_challenge")),
    prompts: parsePrompts(parameters.get("prompt")),
    maxAge: parseMaxAge(parameters.get("max_age")),
    hasIdTokenHint: !client.metadata.isOpenid && parameters.isSent("id_token_hint"),
    wishedStrengths: [...parseAcrValues(parameters.get("acr_values")), ...wishesOf(acr?.values ?? [])],
    demandedStrength: acr?.isEssential ? leastOf(acr.values) : demandOfPath(client, parameters),
    loginHint: parseLoginHint(parameters.get("login_hint")),
    uiLocales: parseUiLocales(parameters.get("ui_locales")),
  };
}

/** For a protected application, acr_values is what a path requires, so it is not voluntary: a sign-in that does not meet it ends here. */
function demandOfPath(client: Client, parameters: Parameters): Strength | undefined {
  return isProtected(client) ? leastOf(parameters.get("acr_values")?.split(" ") ?? []) : undefined;
}

interface Rule {
  readonly section: string;
  readonly refuses: (
    request: AuthorizationRequest,
    parameters: Parameters,
  ) => RedirectRefusalReason | undefined;
}

/** The rules, in the order in which a client gets their errors. */
const rules: readonly Rule[] = [
  { section: "RFC 6749 §2.3.1", refuses: secretInQuery },
  { section: "RFC 6749 §3.1", refuses: malformedParameter },
  { section: "RFC 9101 §6", refuses: requestObject },
  { section: "OpenID Connect Core §7.2.1", refuses: registrationParameter },
  { section: "RFC 9396 §5", refuses: authorizationDetails },
  { section: "RFC 6749 §3.1.1", refuses: otherResponseType },
  { section: "OAuth 2.0 Multiple Response Type Encoding Practices §2.1", refuses: otherResponseMode },
  { section: "RFC 7636 §4.3", refuses: weakCodeChallenge },
  { section: "RFC 9700 §2.1.1", refuses: missingCodeChallenge },
  { section: "OpenID Connect Core §3.1.2.1", refuses: contradictoryPrompt },
  { section: "OpenID Connect Core §3.1.2.1", refuses: unreadableMaxAge },
  { section: "OpenID Connect Core §5.5.1.1", refuses: unknownEssentialAcr },
];

function secretInQuery(_: AuthorizationRequest, parameters: Parameters): RedirectRefusalReason | undefined {
  return parameters.isSent("client_secret") ? "client-secret-in-query" : undefined;
}

function malformedParameter(
  _: AuthorizationRequest,
  parameters: Parameters,
): RedirectRefusalReason | undefined {
  const isMalformed =
    parameters.hasMalformed && authorizationParameters.some((name) => parameters.isMalformed(name));
  return isMalformed ? "parameter-malformed" : undefined;
}

function requestObject(_: AuthorizationRequest, parameters: Parameters): RedirectRefusalReason | undefined {
  if (parameters.get("request") !== undefined) return "request-object";
  return parameters.get("request_uri") !== undefined ? "request-uri" : undefined;
}

function registrationParameter(
  _: AuthorizationRequest,
  parameters: Parameters,
): RedirectRefusalReason | undefined {
  return parameters.get("registration") !== undefined ? "registration" : undefined;
}

function authorizationDetails(
  _: AuthorizationRequest,
  parameters: Parameters,
): RedirectRefusalReason | undefined {
  return parameters.get("authorization_details") !== undefined ? "authorization-details" : undefined;
}

/** Absent means `code`, except for strict clients and for OpenID Connect requests. */
function otherResponseType(
  { client, scope }: AuthorizationRequest,
  parameters: Parameters,
): RedirectRefusalReason | undefined {
  const responseType = parameters.get("response_type");
  const isNeeded = client.profile === "strict" || scope.includes("openid");
  if (responseType === undefined) return isNeeded ? "response-type-missing" : undefined;
  return responseType === "code" ? undefined : "response-type-unsupported";
}

function otherResponseMode(
  { client }: AuthorizationRequest,
  parameters: Parameters,
): RedirectRefusalReason | undefined {
  return readResponseMode(client, parameters) === undefined ? "response-mode-unsupported" : undefined;
}

/** Without a method RFC 7636 means `plain`, which protects nothing here: S256 has to be named. */
function weakCodeChallenge(
  { codeChallenge }: AuthorizationRequest,
  parameters: Parameters,
): RedirectRefusalReason | undefined {
  const method = parameters.get("code_challenge_method");
  if (parameters.get("code_challenge") === undefined)
    return method === undefined ? undefined : "code-challenge-missing";
  if (method === undefined) return "code-challenge-method-missing";
  if (method !== "S256") return "code-challenge-method-unsupported";
  return codeChallenge === undefined ? "code-challenge-malformed" : undefined;
}

function missingCodeChallenge({
  client,
  codeChallenge,
}: AuthorizationRequest): RedirectRefusalReason | undefined {
  return codeChallenge === undefined && mustUsePkce(client) ? "code-challenge-missing" : undefined;
}

function contradictoryPrompt(
  { prompts }: AuthorizationRequest,
  parameters: Parameters,
): RedirectRefusalReason | undefined {
  return prompts.has("none") && parameters.get("prompt") !== "none" ? "prompt-conflict" : undefined;
}

function unreadableMaxAge(
  { maxAge }: AuthorizationRequest,
  parameters: Parameters,
): RedirectRefusalReason | undefined {
  return maxAge === undefined && parameters.get("max_age") !== undefined ? "max-age-malformed" : undefined;
}

/** An essential `acr` with values must be one of them, so a request that names only unknown ones can never be met. */
function unknownEssentialAcr({
  claims,
  demandedStrength,
}: AuthorizationRequest): RedirectRefusalReason | undefined {
  const isUnmet = claims.acr?.isEssential && claims.acr.values.length > 0 && demandedStrength === undefined;
  return isUnmet ? "acr-unmet" : undefined;
}

function redirectUriRefusal(client: Client, received: string): PageRefusal {
  const nearest = nearestRedirectUri(client.redirectUris, received);
  return {
    errorFormat: "page",
    reason: "redirect-uri-not-registered",
    received: shown(received),
    ...(nearest && { nearest }),
    client,
  };
}

function shown(received: string): string {
  return received.slice(0, redirectUriBytesMax).toWellFormed();
}
