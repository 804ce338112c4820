import type { Application } from "../application.ts";

export const mattermost: Application = {
  name: "mattermost",
  label: "Mattermost",
  is: "chat for teams",
  category: "teams",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/signup/openid/complete"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: {
    email: "finds the account",
    preferred_username: "the username, which then cannot be changed in Mattermost",
    name: "first and last name, which then cannot be changed there either",
  },
  needs: "OpenID Connect is a part of the plans Professional and Enterprise.",
  settings: [
    {
      in: "System Console → Authentication → OpenID Connect, with *OpenID Connect (Other)*. Restart Mattermost afterwards",
      fields: {
        "Discovery Endpoint": "{discovery}",
        "Client ID": "{client_id}",
        "Client Secret": "{client_secret}",
        "Button Name": "Latchkey",
      },
    },
  ],
  traps: [
    {
      see: "no button on the page for signing in, after *Save*",
      do: "Mattermost reads these settings when it starts: restart it",
    },
    {
      see: "no *OpenID Connect* in the System Console",
      do: "the licence of this installation does not include it",
    },
    {
      see: "groups are not followed",
      do: "Mattermost takes none from OpenID Connect; its own teams and channels decide",
    },
  ],
  sources: [
    {
      url: "https://github.com/mattermost/docs/blob/0969ddb20e1d/source/onboard/common-sso-openidconnect.rst",
      for: "redirect URI, fields, restart, what people cannot change, groups",
    },
    { for: "the scopes and claims" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
