import type { Application } from "../application.ts";

export const taiga: Application = {
  name: "taiga",
  label: "Taiga",
  is: "plans projects in sprints and boards",
  category: "business",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/login"],
    pkce: "never",
    scope: "openid profile email",
  },
  reads: {
    sub: "finds the account",
    preferred_username: "the username",
    name: "the name that is shown",
    email: "the address",
  },
  needs:
    "The plugin [taiga-contrib-openid-auth](https://github.com/robrotheram/taiga-contrib-openid-auth) has to be in the back end and in the front end.",
  settings: [
    {
      in: "In the back end, `settings/local.py`",
      language: "python",
      text: `INSTALLED_APPS += ["taiga_contrib_openid_auth"]
OPENID_USER_URL = "{userinfo}"
OPENID_TOKEN_URL = "{token}"
OPENID_CLIENT_ID = "{client_id}"
OPENID_CLIENT_SECRET = "{client_secret}"`,
    },
    {
      in: "In the front end, `conf.json`",
      language: "json",
      text: `"openidAuth": "{authorization}",
"openidName": "Latchkey",
"openidClientId": "{client_id}",
"contribPlugins": ["/plugins/openid-auth/openid-auth.json"]`,
    },
  ],
  traps: [
    {
      see: "no button on the sign-in page",
      do: "the plugin is in one of the two halves only, or `contribPlugins` does not name it",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "the page says which redirect URI the front end sent: register it with `npx latchkey client update {client_id} --redirect-uri URI`",
    },
  ],
  sources: [
    {
      url: "https://github.com/robrotheram/taiga-contrib-openid-auth/blob/04efe72995e1/README.md",
      for: "settings of both halves",
    },
    { for: "the redirect URI" },
  ],
  proof: { by: "documentation", on: "2026-11-28", of: "the plugin taiga-contrib-openid-auth" },
};
