import type { Application } from "../application.ts";

export const mastodon: Application = {
  name: "mastodon",
  label: "Mastodon",
  is: "a social network among many servers",
  category: "teams",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/auth/openid_connect/callback"],
    pkce: "by setting",
    scope: "openid profile email",
  },
  reads: {
    preferred_username: "the username, by `OIDC_UID_FIELD`",
    email: "the address of the account",
  },
  settings: [
    {
      in: "In `.env.production`",
      language: "sh",
      text: `OIDC_ENABLED=true
OIDC_DISPLAY_NAME=Latchkey
OIDC_DISCOVERY=true
OIDC_ISSUER={issuer}
OIDC_SCOPE=openid,profile,email
OIDC_UID_FIELD=preferred_username
OIDC_CLIENT_ID={client_id}
OIDC_CLIENT_SECRET={client_secret}
OIDC_REDIRECT_URI={host}/auth/auth/openid_connect/callback
OIDC_USE_PKCE=true
OIDC_SECURITY_ASSUME_EMAIL_IS_VERIFIED=true`,
    },
  ],
  signOut: "Mastodon ends its own session. `OMNIAUTH_ONLY=true` leaves Latchkey as the only way in.",
  traps: [
    {
      see: "“This link does not work” at Latchkey",
      do: "`/auth` really stands twice in `OIDC_REDIRECT_URI`",
    },
    {
      see: "no scopes are asked for, or one with a comma in its name",
      do: "`OIDC_SCOPE` is separated by commas and holds no spaces",
    },
    {
      see: "people are asked to confirm their address by e-mail once more",
      do: "`OIDC_SECURITY_ASSUME_EMAIL_IS_VERIFIED` is not `true`",
    },
  ],
  sources: [
    {
      url: "https://github.com/mastodon/mastodon/blob/0665a9dc8052/config/omniauth.yml",
      for: "every setting, which are needed, PKCE",
    },
    { for: "the redirect URI, and `preferred_username` as the username" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
