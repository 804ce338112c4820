import type { Issuer } from "../../values/issuer.ts";
import type { Client } from "../client/client.ts";

/** Where a sign-in that an operator tries in the console comes back to. */
export function trialRedirectUri(issuer: Issuer): string {
  return `${issuer}/admin/try`;
}

/**
 * The client with the console's address among its redirect URIs, for one request. Only a request that this service sealed itself, for an
 * operator, is read in this way; nothing is registered, so that no code of the running application becomes void (ADR 0056).
 */
export function admitTrial(client: Client, issuer: Issuer): Client {
  return { ...client, redirectUris: [...client.redirectUris, trialRedirectUri(issuer)] };
}
