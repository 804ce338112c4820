import type { ClientId } from "../../values/ids.ts";
import type { AuthenticatedClient } from "../client/authentication.ts";

/** What to revoke: one access token, or a refresh token's whole family with every access token issued from it. */
type Revocation = "nothing" | "grant" | "family";

/**
 * Decides a revocation (RFC 7009 §2.1). `token` is undefined if there is no such token, or none any longer: then there is
 * nothing to do, and the client is told of success anyway (§2.2). A token of another client is left alone with the
 * same answer, so that the answer does not tell whether the token exists.
 */
export function decideRevocation(given: {
  readonly client: AuthenticatedClient;
  readonly token:
    | { readonly kind: "access-token" | "refresh-token"; readonly clientId: ClientId }
    | undefined;
}): Revocation {
  const { client, token } = given;
  if (token === undefined || token.clientId !== client.id) return "nothing";
  return token.kind === "access-token" ? "grant" : "family";
}
