import type { Application } from "../application.ts";

export const portainer: Application = {
  name: "portainer",
  label: "Portainer",
  is: "manages containers and clusters in the browser",
  category: "infrastructure",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/"],
    postLogoutRedirectUris: ["{host}/"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: { preferred_username: "the account, by *User identifier*" },
  settings: [
    {
      in: "Settings → Authentication → OAuth → Custom",
      fields: {
        "Automatic user provisioning": "on",
        "Client ID": "{client_id}",
        "Client secret": "{client_secret}",
        "Authorization URL": "{authorization}",
        "Access token URL": "{token}",
        "Resource URL": "{userinfo}",
        "Redirect URL": "{host}/",
        "Logout URL": "{logout}?client_id={client_id}&post_logout_redirect_uri={host}/",
        "User identifier": "preferred_username",
        Scopes: "openid profile email",
      },
    },
  ],
  signOut:
    "*Logout URL* sends the browser to Latchkey, which asks whether to end its session, too, and comes back.",
  traps: [
    {
      see: "people sign in and see no environment",
      do: "Portainer gives access by team or by user: *Automatic user provisioning* can put new people into a default team",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "*Redirect URL* differs from the registered one, mostly in its last slash or its port",
    },
  ],
  sources: [
    {
      url: "https://github.com/portainer/portainer-docs/blob/05d8c64a5f9e/admin/settings/authentication/oauth.md",
      for: "fields, redirect URL, provisioning",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
