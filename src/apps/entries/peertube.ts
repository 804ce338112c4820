import type { Application } from "../application.ts";

export const peertube: Application = {
  name: "peertube",
  label: "PeerTube",
  is: "a site for videos, in one network with others and with Mastodon",
  category: "teams",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/plugins/auth-openid-connect/router/code-cb"],
    pkce: "always",
    scope: "openid email profile groups",
  },
  reads: {
    preferred_username: "the username, by *Username property*",
    email: "the address, by *Email property*",
    name: "the name that is shown, by *Display name property*",
    groups: "who may sign in, by *Allowed group*",
  },
  needs: "The plugin *auth-openid-connect* by PeerTube’s authors, 1.0.2 or newer.",
  settings: [
    {
      in: "Administration → Settings → Plugins/Themes → Installed plugins, the settings of the plugin",
      fields: {
        "Auth display name": "Latchkey",
        "Discover URL": "{discovery}",
        "Client ID": "{client_id}",
        "Client secret": "{client_secret}",
        Scope: "openid email profile groups",
        "Username property": "preferred_username",
        "Email property": "email",
        "Display name property": "name",
        "Group property": "groups",
        "Allowed group": "the group whose members may sign in",
        "Token signature algorithm": "RS256",
      },
    },
  ],
  traps: [
    {
      see: "“The parameter `code_challenge` is missing.” at Latchkey",
      do: "an old release of the plugin does not send PKCE. Update it, or let Latchkey accept it without PKCE: `npx latchkey client update {client_id} --no-strict`",
    },
    {
      see: "nobody gets in",
      do: "nobody is in the group that *Allowed group* names, or the scope `groups` is missing",
    },
    {
      see: "the ID token is refused",
      do: "*Token signature algorithm* is not RS256, which Latchkey uses for this client",
    },
  ],
  sources: [
    {
      url: "https://github.com/authelia/authelia/blob/03e273fa3b50/docs/content/integration/openid-connect/clients/peertube/index.md",
      for: "redirect URI, fields, PKCE, as Authelia tested them with PeerTube 7.2.1 and the plugin 1.0.2. The [source of the plugin](https://framagit.org/framasoft/peertube/official-plugins/-/tree/master/peertube-plugin-auth-openid-connect) was not read",
      isByOthers: true,
    },
  ],
  proof: { by: "documentation", on: "2026-11-29" },
};
