import { type ClientId, formatSessionId, parseClientId, type SessionId } from "../../values/ids.ts";
import type { Issuer } from "../../values/issuer.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { stateBytesMax } from "../authorization/request.ts";
import { parseUiLocales } from "../authorization/sign-in-hints.ts";
import { type Client, isSelfRegistered } from "../client/client.ts";
import type { Parameters } from "../parameters.ts";
import { invalidRequest, type WireError, wireError } from "../wire-error.ts";

declare const brand: unique symbol;

/** The address after signing out: a URI that the client registered for it, with `state` if one was sent. */
export type PostLogoutLocation = string & { readonly [brand]: "PostLogoutLocation" };

/** Parameters with a meaning at the logout endpoint; each may occur once. */
export const signOutParameters = [
  "id_token_hint",
  "client_id",
  "post_logout_redirect_uri",
  "state",
  "logout_hint",
  "ui_locales",
] as const;

/** The reason why a request to sign out cannot be read. */
export type SignOutRefusalReason =
  | "end-session-parameter-repeated"
  | "end-session-parameter-malformed"
  | "end-session-state-too-long";

/** The reason why the browser is not sent back to the client. Signing out is still possible. */
export type SignOutRequestProblem =
  | "id-token-hint-invalid"
  | "id-token-hint-of-another-client"
  | "end-session-client-not-named"
  | "end-session-client-unknown"
  | "post-logout-redirect-uri-not-registered";

/** The reason why a call from a client's server ended no session. */
export type ServerLogoutRefusalReason = "id-token-hint-without-session" | "session-not-of-this-browser";

/** The words of the error page, or of the JSON for a server. */
export const signOutErrors: Readonly<
  Record<SignOutRefusalReason | SignOutRequestProblem | ServerLogoutRefusalReason, WireError>
> = {
  "end-session-parameter-repeated": invalidRequest(
    "A parameter was sent more than once, so its value is ambiguous. Send each parameter once.",
  ),
  "end-session-parameter-malformed": invalidRequest(
    "A parameter is not percent-encoded UTF-8. Encode each value as encodeURIComponent does.",
  ),
  "end-session-state-too-long": invalidRequest(
    "The parameter state is longer than 4096 bytes. Keep what it carries at the client and send a short random reference to it.",
  ),
  "id-token-hint-invalid": invalidRequest(
    "The id_token_hint is not an ID token that this service issued. Send the ID token of the sign-in exactly as it came.",
  ),
  "id-token-hint-of-another-client": invalidRequest(
    "The id_token_hint was issued to another client than client_id names. Send the ID token that this client got, or leave client_id out.",
  ),
  "id-token-hint-without-session": invalidRequest(
    "The id_token_hint names no session, because the session was over when this ID token was made. There is nothing to end.",
  ),
  "session-not-of-this-browser": wireError(
    "unauthorized_client",
    "The id_token_hint names a session that is open in another browser than the one that asks, and this client may not end it from its server. Send the person's browser here, or allow the client to: latchkey client update CLIENT_ID --may-end-sessions",
  ),
  "end-session-client-not-named": invalidRequest(
    "The request does not say which client the post_logout_redirect_uri belongs to. Send the ID token of the sign-in as id_token_hint.",
  ),
  "end-session-client-unknown": invalidRequest(
    "The client is no longer registered, or it is disabled. Compare it with: latchkey client list",
  ),
  "post-logout-redirect-uri-not-registered": invalidRequest(
    "The post_logout_redirect_uri is not registered for this client; it is compared character by character. Send a registered one, or register this one too.",
  ),
};

/** A readable request to sign out. */
export interface SignOutRequest {
  /** Text that claims to be an ID token of the service. */
  readonly idTokenHint?: string | undefined;
  readonly clientId?: string | undefined;
  readonly postLogoutRedirectUri?: string | undefined;
  /** Decoded text, which goes back unchanged. */
  readonly state?: string | undefined;
  /**
   * The person whom the client wants to sign out. Nothing depends on it: anybody can write a name, and only an ID token proves which
   * session is meant.
   */
  readonly logoutHint?: string | undefined;
  readonly uiLocales: readonly string[];
}

/** The claims of an ID token about the sign-in that it came from. */
export interface IdTokenHint {
  readonly clientId: ClientId;
  readonly sub: string;
  /** Absent if the session was over when a refresh made the token. */
  readonly sid?: string | undefined;
}

/**
 * The decision. "confirm" asks the person on a page of the service, and nothing happens before the answer. "sign-out" ends the session,
 * if there is one, and goes to `location`, or to a page of the service if there is none. That page explains `problem`.
 */
export interface SignOutOutcome {
  readonly kind: "confirm" | "sign-out";
  readonly location?: PostLogoutLocation;
  /** The address of a link on the page in place of `location`: the browser goes there only after a click. */
  readonly offered?: PostLogoutLocation;
  readonly problem?: SignOutRequestProblem;
}

/** Reads a request to sign out (OpenID Connect RP-Initiated Logout §2), from the query or from a form. */
export function readSignOutRequest(parameters: Parameters): Result<SignOutRequest, SignOutRefusalReason> {
  if (signOutParameters.some((name) => parameters.isRepeated(name)))
    return refuse("end-session-parameter-repeated");
  if (signOutParameters.some((name) => parameters.isMalformed(name)))
    return refuse("end-session-parameter-malformed");
  const state = parameters.get("state");
  if (state !== undefined && Buffer.byteLength(state) > stateBytesMax)
    return refuse("end-session-state-too-long");
  return ok({
    idTokenHint: parameters.get("id_token_hint"),
    clientId: parameters.get("client_id"),
    postLogoutRedirectUri: parameters.get("post_logout_redirect_uri"),
    state,
    logoutHint: parameters.get("logout_hint"),
    uiLocales: parseUiLocales(parameters.get("ui_locales")),
  });
}

/**
 * Reads the claims of an ID token that a key of the service signed, expired or not (§2). Undefined for every other JWT of the service:
 * a logout token has `events`, a userinfo answer has neither `sid` nor `at_hash`.
 */
export function readIdTokenHint(
  claims: Readonly<Record<string, unknown>> | undefined,
  issuer: Issuer,
): IdTokenHint | undefined {
  if (claims === undefined || claims.iss !== issuer || claims.events !== undefined) return undefined;
  const { aud, sub, sid, at_hash: accessTokenHash } = claims;
  if (typeof aud !== "string" || typeof sub !== "string") return undefined;
  const clientId = parseClientId(aud);
  if (clientId === undefined) return undefined;
  if (typeof sid === "string") return { clientId, sub, sid };
  return typeof accessTokenHash === "string" ? { clientId, sub } : undefined;
}

/** The client to look up before `decideSignOut`: the one that the hint was issued to or, without a hint, the one that is named. */
export function clientOfSignOut(
  request: SignOutRequest,
  hint: IdTokenHint | undefined,
): ClientId | undefined {
  if (request.idTokenHint !== undefined) return hint?.clientId;
  return request.clientId === undefined ? undefined : parseClientId(request.clientId);
}

/**
 * Decides a request to sign out (OpenID Connect RP-Initiated Logout §2, §3). Only an ID token of this very session signs out
 * without asking, so that no foreign page can do it. The browser goes only to a URI that the client registered, and never if
 * something about the request is wrong. `isConfirmed`: the person just answered the question.
 */
export function decideSignOut(given: {
  readonly request: SignOutRequest;
  readonly hint: IdTokenHint | undefined;
  /** What the look-up of `clientOfSignOut` found. */
  readonly client: Client | undefined;
  /** The live session of the browser. */
  readonly sessionId: SessionId | undefined;
  readonly isConfirmed: boolean;
}): SignOutOutcome {
  const { request, hint, client, sessionId, isConfirmed } = given;
  const problem = findProblem(request, hint, client);
  const mustAsk = sessionId !== undefined && !isConfirmed;
  if (problem !== undefined) return { kind: mustAsk ? "confirm" : "sign-out", problem };
  const isOfThisSession = sessionId !== undefined && hint?.sid === formatSessionId(sessionId);
  if (mustAsk && !isOfThisSession) return { kind: "confirm" };
  // Without an ID token and without the person's answer, only a link claims that the client asks.
  const location = hint !== undefined || isConfirmed ? locationOf(request) : undefined;
  if (location === undefined) {
    const home = request.postLogoutRedirectUri === undefined && homeOf(client);
    return home ? { kind: "sign-out", offered: home } : { kind: "sign-out" };
  }
  // RFC 9700 §4.11.2: a client that registered itself can send anybody here with an ID token that it got.
  const isTrusted = isConfirmed || isOfThisSession || (client !== undefined && !isSelfRegistered(client));
  return isTrusted ? { kind: "sign-out", location } : { kind: "sign-out", offered: location };
}

/** Where the operator registered that people go after signing out of this client: the first of its addresses. */
function homeOf(client: Client | undefined): PostLogoutLocation | undefined {
  if (client === undefined || client.isDisabled || isSelfRegistered(client)) return undefined;
  return client.metadata.postLogoutRedirectUris[0] as PostLogoutLocation | undefined;
}

function findProblem(
  { idTokenHint, clientId, postLogoutRedirectUri }: SignOutRequest,
  hint: IdTokenHint | undefined,
  client: Client | undefined,
): SignOutRequestProblem | undefined {
  if (idTokenHint !== undefined && hint === undefined) return "id-token-hint-invalid";
  if (hint !== undefined && clientId !== undefined && clientId !== hint.clientId)
    return "id-token-hint-of-another-client";
  if (postLogoutRedirectUri === undefined) return undefined;
  if (hint === undefined && clientId === undefined) return "end-session-client-not-named";
  if (client === undefined || client.isDisabled) return "end-session-client-unknown";
  return client.metadata.postLogoutRedirectUris.includes(postLogoutRedirectUri)
    ? undefined
    : "post-logout-redirect-uri-not-registered";
}

/** Only for a request without a problem: then its URI is registered. */
function locationOf({ postLogoutRedirectUri, state }: SignOutRequest): PostLogoutLocation | undefined {
  if (postLogoutRedirectUri === undefined) return undefined;
  if (state === undefined) return postLogoutRedirectUri as PostLogoutLocation;
  const separator = postLogoutRedirectUri.includes("?") ? "&" : "?";
  return `${postLogoutRedirectUri}${separator}state=${encodeURIComponent(state)}` as PostLogoutLocation;
}
