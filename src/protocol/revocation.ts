import type { ClientId } from "../values/ids.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import type { AuthenticatedClient } from "./client-authentication.ts";
import type { WireError } from "./errors.ts";
import type { TokenParameterRefusalReason } from "./token-parameter.ts";

/** Why a token is not revoked. What cannot be read, `readTokenParameter` says. */
export type RevocationRefusalReason = TokenParameterRefusalReason | "revocation-of-another-clients-token";

/** What the client hears beyond `tokenParameterErrors`. */
export const revocationErrors: Readonly<
  Record<Exclude<RevocationRefusalReason, TokenParameterRefusalReason>, WireError>
> = {
  "revocation-of-another-clients-token": {
    error: "invalid_grant",
    description:
      "The token was issued to another client and stays as it is. Send the credentials of the client that got it.",
  },
};

/** What to take back: one access token, or a refresh token's whole family and every access token that came of it. */
export type Revocation = "nothing" | "grant" | "family";

/**
 * Decides a revocation (RFC 7009 §2.1). `token` is undefined where there is no such token, or not any more: then there is
 * nothing to do, and the client hears success all the same (§2.2).
 */
export function decideRevocation(given: {
  readonly client: AuthenticatedClient;
  readonly token:
    | { readonly kind: "access-token" | "refresh-token"; readonly clientId: ClientId }
    | undefined;
}): Result<Revocation, RevocationRefusalReason> {
  const { client, token } = given;
  if (token === undefined) return ok("nothing");
  if (token.clientId !== client.id) return refuse("revocation-of-another-clients-token");
  return ok(token.kind === "access-token" ? "grant" : "family");
}
