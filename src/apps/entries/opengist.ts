import type { Application } from "../application.ts";

export const opengist: Application = {
  name: "opengist",
  label: "Opengist",
  is: "pastes and snippets, kept in Git",
  category: "code",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oauth/openid-connect/callback"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: { sub: "finds the account", preferred_username: "the username", email: "the address" },
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `OG_EXTERNAL_URL={host}
OG_OIDC_CLIENT_KEY={client_id}
OG_OIDC_SECRET={client_secret}
OG_OIDC_DISCOVERY_URL={discovery}`,
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey",
      do: "`OG_EXTERNAL_URL` is not the address that people open: Opengist builds the redirect URI from it",
    },
  ],
  sources: [
    {
      url: "https://github.com/thomiceli/opengist/blob/135821c3dca7/docs/configuration/oauth-providers.md",
      for: "redirect URI and settings",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
