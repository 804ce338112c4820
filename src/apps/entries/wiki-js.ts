import type { Application } from "../application.ts";

export const wikiJs: Application = {
  name: "wiki-js",
  label: "Wiki.js",
  is: "a wiki with several editors",
  category: "documents",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/login/STRATEGY_KEY/callback"],
    postLogoutRedirectUris: ["{host}/"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: { email: "finds the account", groups: "the groups, with *Map Groups*" },
  settings: [
    {
      in: "Administration → Authentication → Add Strategy → Generic OpenID Connect / OAuth2",
      fields: {
        "Client ID": "{client_id}",
        "Client Secret": "{client_secret}",
        "Authorization Endpoint URL": "{authorization}",
        "Token Endpoint URL": "{token}",
        "User Info Endpoint URL": "{userinfo}",
        Issuer: "{issuer}",
        "Email Claim": "email",
        "Map Groups": "on, if the groups of the wiki have the names of yours",
        "Groups Claim": "groups",
        "Logout URL": "{logout}?client_id={client_id}&post_logout_redirect_uri={host}/",
      },
    },
  ],
  signOut:
    "*Logout URL* sends the browser to Latchkey, which asks whether to end its session, too, and comes back.",
  traps: [
    {
      see: "“This link does not work” at Latchkey",
      do: "the redirect URI contains the key of the strategy, which Wiki.js makes. Copy it from the foot of the strategy’s page: `npx latchkey client update {client_id} --redirect-uri URI`",
    },
    {
      see: "people sign in and may read nothing",
      do: "*Self-registration* of the strategy puts new people into the groups that are chosen there",
    },
  ],
  sources: [
    {
      url: "https://github.com/requarks/wiki/blob/05c5024a13ee/server/modules/authentication/oidc/definition.yml",
      for: "fields, scopes, claims, sign-out",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28", version: "2" },
};
