import type { Application } from "../application.ts";

export const panel: Application = {
  name: "panel",
  label: "Panel",
  is: "dashboards and applications for data, in Python",
  category: "data",
  connection: {
    kind: "openid",
    redirectUris: ["{host}"],
    pkce: "never",
    scope: "openid profile email",
  },
  reads: { email: "the user, by `--oauth-jwt-user`", name: "the name that is shown" },
  settings: [
    {
      in: "In the environment, before `panel serve`",
      language: "sh",
      text: `PANEL_OAUTH_PROVIDER=generic
PANEL_OAUTH_KEY={client_id}
PANEL_OAUTH_SECRET={client_secret}
PANEL_OAUTH_REDIRECT_URI={host}
PANEL_OAUTH_SCOPE="openid profile email"
PANEL_OAUTH_JWT_USER=email
PANEL_OAUTH_EXTRA_PARAMS="{'AUTHORIZE_URL': '{authorization}', 'TOKEN_URL': '{token}', 'USER_URL': '{userinfo}'}"
PANEL_COOKIE_SECRET=LONG_RANDOM_TEXT`,
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey",
      do: "the redirect URI is the bare address, without a path and without a slash at the end",
    },
    {
      see: "a form for a password in Panel itself",
      do: "the provider is `password`, which hands the password to Panel. It has to be `generic`",
    },
  ],
  sources: [
    {
      url: "https://github.com/holoviz/panel/blob/5aff927ada3d/doc/how_to/authentication/providers.md",
      for: "the three addresses and the kinds of providers",
    },
    { for: "the names of the other variables" },
  ],
  proof: { by: "test", on: "2026-11-28", version: "1.9.4", test: "test/interop/apps/panel.ts" },
};
