import type { IssuedTokens } from "../../flows/endpoint/issued-tokens.ts";
import { tokenEndpoint } from "../../flows/endpoint/token.ts";
import type { GrantType, TokenRequests } from "../../protocol/token/request.ts";
import type { ClientRoute } from "./client-endpoint.ts";

/** The token endpoint (RFC 6749 §3.2). */
export const token: ClientRoute<TokenRequests[GrantType], IssuedTokens> = {
  endpoint: tokenEndpoint,
  reply: (tokens) => ({ status: 200, body: bodyOf(tokens) }),
};

/** For a client of the interface the members are exactly its four. */
function bodyOf(tokens: IssuedTokens): object {
  const { accessToken, tokenType, expiresIn, scope, refreshToken, idToken, issuedTokenType } = tokens;
  const body = {
    status: "success",
    access_token: accessToken,
    token_type: tokenType,
    expires_in: expiresIn,
  };
  if (scope === undefined) return body;
  return {
    ...body,
    ...(issuedTokenType !== undefined && { issued_token_type: issuedTokenType }),
    ...(scope.length > 0 && { scope: scope.join(" ") }),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...(idToken !== undefined && { id_token: idToken }),
  };
}
