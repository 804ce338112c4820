import type { Application } from "../application.ts";

export const miniflux: Application = {
  name: "miniflux",
  label: "Miniflux",
  is: "a small reader for news feeds",
  category: "documents",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oauth2/oidc/callback"],
    pkce: "always",
    scope: "openid profile email",
  },
  reads: { sub: "finds the account", preferred_username: "the username of a new account" },
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `BASE_URL={host}/
OAUTH2_PROVIDER=oidc
OAUTH2_CLIENT_ID={client_id}
OAUTH2_CLIENT_SECRET={client_secret}
OAUTH2_REDIRECT_URL={host}/oauth2/oidc/callback
OAUTH2_OIDC_DISCOVERY_ENDPOINT={issuer}
OAUTH2_USER_CREATION=1`,
    },
  ],
  traps: [
    {
      see: "discovery fails, with `/.well-known/openid-configuration` twice in the address",
      do: "`OAUTH2_OIDC_DISCOVERY_ENDPOINT` is the base URL of Latchkey and nothing behind it",
    },
    {
      see: "somebody who has an account gets a second one, or none",
      do: "sign in as before and link the account in the settings. `OAUTH2_USER_CREATION=1` is for people who have none",
    },
  ],
  sources: [
    {
      url: "https://github.com/miniflux/website/blob/07cba8da7353/content/docs/howto.md",
      for: "redirect URI, settings, linked accounts",
    },
  ],
  proof: { by: "test", on: "2026-11-29", version: "2.3.5", test: "test/interop/apps/miniflux.ts" },
};
