import type { Application } from "../application.ts";

export const discourse: Application = {
  name: "discourse",
  label: "Discourse",
  is: "a forum",
  category: "teams",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/oidc/callback"],
    postLogoutRedirectUris: ["{host}/"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: {
    sub: "finds the account",
    email: "the address",
    preferred_username: "is offered as the username",
    name: "the name that is shown",
  },
  needs:
    "The plugin [discourse-openid-connect](https://github.com/discourse/discourse-openid-connect) has to be installed.",
  settings: [
    {
      in: "Admin → Settings",
      fields: {
        "openid connect enabled": "on",
        "openid connect discovery document": "{discovery}",
        "openid connect client id": "{client_id}",
        "openid connect client secret": "{client_secret}",
        "openid connect authorize scope": "openid profile email",
        "openid connect rp initiated logout": "on",
        "openid connect rp initiated logout redirect": "{host}/",
      },
    },
  ],
  signOut: "*rp initiated logout* ends the session of Latchkey, too, and comes back to the forum.",
  traps: [
    {
      see: "people come without a name and an address",
      do: "*authorize scope* is `openid` alone, which is its default",
    },
    {
      see: "a sign-in fails without a reason",
      do: "turn on *openid connect verbose logging* and look at `/logs`",
    },
  ],
  sources: [
    {
      url: "https://github.com/discourse/discourse-openid-connect/blob/047f98b982e6/config/settings.yml",
      for: "settings and their defaults",
    },
    { for: "the redirect URI" },
  ],
  proof: { by: "documentation", on: "2026-11-28", of: "the plugin discourse-openid-connect" },
};
