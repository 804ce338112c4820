import { ok, type Result, refuse } from "../../values/result.ts";
import type { Parameters } from "../parameters.ts";
import { invalidRequest, type WireError } from "../wire-error.ts";
import { type PresentedToken, readAccessToken } from "./access-token.ts";
import { looksLikeJwtAccessToken } from "./jwt-access-token.ts";
import { isRefreshToken } from "./refresh-token.ts";

/** Why a request about a token cannot be read. */
export type TokenParameterRefusalReason =
  | "token-parameters-in-query"
  | "token-parameter-repeated"
  | "token-parameter-missing"
  | "token-parameter-malformed";

/** The wire errors of these reasons (RFC 6749 §5.2). */
export const tokenParameterErrors: Readonly<Record<TokenParameterRefusalReason, WireError>> = {
  "token-parameters-in-query": invalidRequest(
    "The token or the client_secret was in the URL, where proxies and logs keep it. Send all parameters in the form body.",
  ),
  "token-parameter-repeated": invalidRequest(
    "A parameter was sent more than once, so its value is ambiguous. Send token and token_type_hint once each.",
  ),
  "token-parameter-missing": invalidRequest(
    "The parameter token is missing or empty. Send the access token or refresh token in the form body.",
  ),
  "token-parameter-malformed": invalidRequest(
    "The parameter token is not percent-encoded UTF-8 or contains NUL. Send the token exactly as it was issued.",
  ),
};

/** A token that a client asks about or gives up, and that may be one of this service. */
export type KnownToken =
  | { readonly kind: "access-token"; readonly token: PresentedToken }
  | { readonly kind: "refresh-token"; readonly text: string };

/** A token as its beginning tells it. Only the signature of a JWT tells whether it is an access token. */
export type NamedToken = KnownToken | { readonly kind: "jwt"; readonly text: string };

const onlyInForm = [
  "token",
  "client_id",
  "client_secret",
  "client_assertion",
  "client_assertion_type",
] as const;
const known = ["token", "token_type_hint"] as const;

/**
 * Reads the form of a revocation or introspection request (RFC 7009 §2.1, RFC 7662 §2.1). A token tells its kind itself,
 * so `token_type_hint` is ignored. `query` is the query of the URL, where none of the parameters may be. Undefined: no token.
 */
export function readTokenParameter(from: {
  readonly parameters: Parameters;
  readonly query: Parameters | undefined;
}): Result<NamedToken | undefined, TokenParameterRefusalReason> {
  const { parameters, query } = from;
  if (query !== undefined && onlyInForm.some((name) => query.isSent(name)))
    return refuse("token-parameters-in-query");
  if (known.some((name) => parameters.isRepeated(name))) return refuse("token-parameter-repeated");
  if (parameters.isMalformed("token")) return refuse("token-parameter-malformed");
  const text = parameters.get("token");
  return text === undefined ? refuse("token-parameter-missing") : ok(nameToken(text));
}

function nameToken(text: string): NamedToken | undefined {
  const token = readAccessToken(text);
  if (token !== undefined) return { kind: "access-token", token };
  if (looksLikeJwtAccessToken(text)) return { kind: "jwt", text };
  return isRefreshToken(text) ? { kind: "refresh-token", text } : undefined;
}
