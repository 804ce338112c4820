import type { Application } from "../application.ts";

export const outline: Application = {
  name: "outline",
  label: "Outline",
  is: "a wiki for teams",
  category: "documents",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/oidc.callback"],
    postLogoutRedirectUris: ["{host}"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: { preferred_username: "the name, by `OIDC_USERNAME_CLAIM`", email: "finds the account" },
  settings: [
    {
      in: "In `.env`",
      language: "sh",
      text: `URL={host}
OIDC_CLIENT_ID={client_id}
OIDC_CLIENT_SECRET={client_secret}
OIDC_AUTH_URI={authorization}
OIDC_TOKEN_URI={token}
OIDC_USERINFO_URI={userinfo}
OIDC_LOGOUT_URI={logout}?client_id={client_id}&post_logout_redirect_uri={host}
OIDC_USERNAME_CLAIM=preferred_username
OIDC_DISPLAY_NAME=Latchkey
OIDC_SCOPES=openid profile email`,
    },
  ],
  signOut:
    "`OIDC_LOGOUT_URI` sends the browser to Latchkey, which asks whether to end its session, too, and comes back.",
  traps: [
    {
      see: "Outline offers no way to sign in",
      do: "one of `OIDC_CLIENT_ID`, `OIDC_CLIENT_SECRET`, `OIDC_AUTH_URI`, `OIDC_TOKEN_URI` and `OIDC_USERINFO_URI` is empty. Outline has no sign-in of its own, so it needs a provider",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "`URL` is not the address that people open",
    },
  ],
  sources: [
    { url: "https://github.com/outline/outline/blob/000b2f03f6d7/.env.sample", for: "settings and claims" },
    { for: "the redirect URI" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
