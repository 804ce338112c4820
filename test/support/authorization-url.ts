import type { RegisteredClient } from "./service.ts";

/** The target of an authorization request: path and query, to be put behind the base URL. */
export function authorizationTarget(
  { clientId, redirectUris }: RegisteredClient,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUris[0] ?? "", ...more });
  return `/v1/Oauth/authorization?${query}`;
}

/** The code in a redirect to the client; fails with the whole redirect where there is none. */
export function codeIn(location: string | undefined): string {
  const code = location === undefined ? null : new URL(location).searchParams.get("code");
  if (code === null) throw new Error(`There is no code in ${location}.`);
  return code;
}
