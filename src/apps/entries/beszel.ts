import type { Application } from "../application.ts";

export const beszel: Application = {
  name: "beszel",
  label: "Beszel",
  is: "watches a handful of servers",
  category: "monitoring",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/api/oauth2-redirect"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: { email: "finds the account", name: "the name that is shown" },
  settings: [
    {
      in: "At `{host}/_/#/collections`, in the collection *users* → Options → OAuth2 → OpenID Connect. Turn *Hide collection create and edit controls* off in the settings before, and on afterwards",
      fields: {
        "Client ID": "{client_id}",
        "Client secret": "{client_secret}",
        "Display name": "Latchkey",
        "Auth URL": "{authorization}",
        "Token URL": "{token}",
        "User info URL": "{userinfo}",
        "Support PKCE": "on",
      },
    },
    { in: "In the environment of the hub", language: "sh", text: "USER_CREATION=true" },
  ],
  traps: [
    {
      see: "new people are refused",
      do: "Beszel makes no accounts by itself without `USER_CREATION=true`",
    },
    {
      see: "*Disable password* comes back after a restart",
      do: "the environment decides it: `DISABLE_PASSWORD_AUTH=true`",
    },
  ],
  sources: [
    {
      url: "https://github.com/henrygd/beszel-docs/blob/00b187d691f8/en/guide/oauth.md",
      for: "redirect URI, the way to the form, new accounts, passwords",
    },
    { for: "the names of the fields" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
