import type { Application } from "../application.ts";

export const lemmy: Application = {
  name: "lemmy",
  label: "Lemmy",
  is: "links and discussions in the Fediverse",
  category: "teams",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oauth/callback"],
    pkce: "by setting",
    scope: "openid profile email",
  },
  reads: {
    sub: "finds the account, by *id claim*",
    email: "finds an account that is there, if linking is on",
  },
  needs: "Lemmy 1.0: older versions have no OAuth.",
  settings: [
    {
      in: "Admin settings → OAuth, a new provider",
      fields: {
        "display name": "Latchkey",
        issuer: "{issuer}",
        "authorization endpoint": "{authorization}",
        "token endpoint": "{token}",
        "userinfo endpoint": "{userinfo}",
        "id claim": "sub",
        "client id": "{client_id}",
        "client secret": "{client_secret}",
        scopes: "openid profile email",
        "use PKCE": "on",
        "account linking enabled": "on, if accounts that are there may be taken over by address",
        enabled: "on",
      },
    },
  ],
  traps: [
    {
      see: "somebody who has an account is asked to make one",
      do: "*account linking enabled* is off, or the account has another address",
    },
    {
      see: "Latchkey refuses the sign-in and asks for `code_challenge`",
      do: "*use PKCE* is off, and this client requires it",
    },
  ],
  sources: [
    {
      url: "https://github.com/LemmyNet/lemmy/blob/03f5200ccb20/crates/db_schema/src/source/oauth_provider.rs",
      for: "what a provider has, linking, PKCE",
    },
    { for: "the redirect URI, and the version" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
