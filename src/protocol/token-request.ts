import { ok, type Result, refuse } from "../values/result.ts";
import type { Parameters } from "./parameters.ts";
import { type CodeVerifier, parseCodeVerifier } from "./pkce.ts";

/** Parameters with a meaning at the token endpoint; each may occur once, and only in the form. `resource` may repeat. */
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
  "scope",
] as const;

/** Why a token request cannot be read. */
export type TokenRequestRefusalReason =
  | "client-secret-in-query"
  | "parameters-in-query"
  | "parameter-repeated"
  | "parameter-malformed"
  | "grant-type-unsupported"
  | "code-missing"
  | "code-verifier-syntax";

/** A request to exchange an authorization code; who sends it is another question. */
export interface TokenRequest {
  /** As received; it may be anything. */
  readonly code: string;
  readonly redirectUri?: string | undefined;
  readonly codeVerifier?: CodeVerifier | undefined;
}

/**
 * Reads the form of a token request. `query` is what stood in the URL, where none of it may be: URLs end up in logs
 * (RFC 6749 §2.3.1). "client-secret-in-query" is the one reason that may mean an exposed secret.
 */
export function readTokenRequest(from: {
  readonly parameters: Parameters;
  readonly query: Parameters | undefined;
}): Result<TokenRequest, TokenRequestRefusalReason> {
  const { parameters, query } = from;
  if (query?.isSent("client_secret")) return refuse("client-secret-in-query");
  if (query !== undefined && tokenParameters.some((name) => query.isSent(name)))
    return refuse("parameters-in-query");
  if (tokenParameters.some((name) => parameters.isRepeated(name))) return refuse("parameter-repeated");
  if (tokenParameters.some((name) => parameters.isMalformed(name))) return refuse("parameter-malformed");

  const grantType = parameters.get("grant_type");
  if (grantType !== undefined && grantType !== "authorization_code") return refuse("grant-type-unsupported");
  const code = parameters.get("code");
  if (code === undefined) return refuse("code-missing");
  const verifier = parameters.get("code_verifier");
  const codeVerifier = verifier === undefined ? undefined : parseCodeVerifier(verifier);
  if (verifier !== undefined && codeVerifier === undefined) return refuse("code-verifier-syntax");
  return ok({ code, redirectUri: parameters.get("redirect_uri"), codeVerifier });
}
