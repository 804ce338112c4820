import type { Issuer } from "../../values/issuer.ts";
import { type Client, isSelfRegistered, registersForMore } from "../client/client.ts";
import type { VerifiedRedirectUri } from "../client/redirect-uri.ts";
import { redirectErrors } from "./errors.ts";
import type { AuthorizationRequest, RedirectRefusal } from "./request.ts";

/** One parameter of the answer. */
export type ResponseParameter = readonly [name: string, value: string];

/** The answer with a code: `code`, then `state` if one was sent, then `iss` for clients that get it (RFC 9207). */
export function successParameters(
  request: AuthorizationRequest,
  code: string,
  issuer: Issuer,
): readonly ResponseParameter[] {
  return [["code", code], ...answerEnd(request, issuer)];
}

/** The answer with an error (RFC 6749 §4.1.2.1). */
export function refusalParameters(refusal: RedirectRefusal, issuer: Issuer): readonly ResponseParameter[] {
  const { error, description } = redirectErrors[refusal.reason];
  return [["error", error], ["error_description", description], ...answerEnd(refusal, issuer)];
}

/** The address that takes a code to the client, in response mode `query`. */
export function successRedirect(request: AuthorizationRequest, code: string, issuer: Issuer): string {
  return redirectUriWith(request.redirectUri, successParameters(request, code, issuer));
}

/** The address that takes an error to the client, in response mode `query`. */
export function refusalRedirect(refusal: RedirectRefusal, issuer: Issuer): string {
  return redirectUriWith(refusal.redirectUri, refusalParameters(refusal, issuer));
}

/** Appends response parameters after the registered query, in order and percent-encoded. */
export function redirectUriWith(uri: VerifiedRedirectUri, parameters: readonly ResponseParameter[]): string {
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  if (!uri.includes("?")) return `${uri}?${query}`;
  return uri.endsWith("?") || uri.endsWith("&") ? `${uri}${query}` : `${uri}&${query}`;
}

function answerEnd(
  { client, state }: { readonly client: Client; readonly state?: string | undefined },
  issuer: Issuer,
): ResponseParameter[] {
  const end: ResponseParameter[] = [];
  if (state !== undefined) end.push(["state", state]);
  if (getsIssuer(client)) end.push(["iss", issuer]);
  return end;
}

/**
 * The metadata document promises `iss` (RFC 9207 §2.3). Clients without a server of the operator have read it, and wait for what it
 * promises; others wait for nothing that nobody registered.
 */
function getsIssuer(client: Client): boolean {
  const { profile, metadata, isPublic } = client;
  if (profile === "strict" || metadata.wantsIssuer || isSelfRegistered(client)) return true;
  return isPublic && registersForMore(client);
}
