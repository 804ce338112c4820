import type { Application } from "../application.ts";

export const drupal: Application = {
  name: "drupal",
  label: "Drupal",
  is: "web sites with many kinds of content",
  category: "teams",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/openid-connect/latchkey"],
    pkce: "unknown",
    scope: "openid email profile",
  },
  reads: {
    sub: "finds the account",
    preferred_username: "the username of a new account",
    name: "the name that is shown",
    email: "the address",
    groups: "the roles, if they are mapped",
  },
  needs: "The module *OpenID Connect* (`openid_connect`).",
  settings: [
    {
      in: "At `{host}/admin/config/services/openid-connect`, a new client *Generic OAuth 2.0*",
      fields: {
        Name: "Latchkey",
        "Machine name": "latchkey",
        "Client ID": "{client_id}",
        "Client secret": "{client_secret}",
        "Auto discover endpoints": "off",
        "Authorization endpoint": "{authorization}",
        "Token endpoint": "{token}",
        "UserInfo endpoint": "{userinfo}",
        "End Session endpoint": "{logout}",
      },
    },
    {
      in: "At `{host}/admin/config/services/openid-connect/settings`",
      fields: {
        "Override registration settings": "on, if new people may get an account",
        "Automatically connect existing users":
          "on, if people may take over the account that has their address",
      },
    },
  ],
  signOut:
    "With *Logout from identity provider*, signing out also leads to the *End Session endpoint*, where Latchkey asks whether to end its session.",
  traps: [
    {
      see: "`The e-mail address is already taken: …`",
      do: "*Automatically connect existing users* is off",
    },
    {
      see: "`Only administrators can register new accounts.`",
      do: "*Override registration settings* is off, and Drupal’s own settings let nobody register",
    },
    {
      see: "usernames such as `oidc_latchkey_` and many digits",
      do: "no claim has a name: Drupal asks for the scope `profile` only if one of its claims, such as `name`, is mapped in the settings",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "the page of the client shows its *Redirect URL*, which ends in the machine name, or in `generic` with another branch of the module. Register it: `npx latchkey client update {client_id} --redirect-uri URI`",
    },
    {
      see: "`Could not retrieve tokens` in the log",
      do: "the secret is wrong, or Drupal cannot reach Latchkey: the answer of Latchkey follows in the log",
    },
  ],
  sources: [
    {
      url: "https://github.com/slnsw/drupal10_openid_connect/blob/540a1dadf502/src/Plugin/OpenIDConnectClient/OpenIDConnectGenericClient.php",
      for: "fields of the client, in a public copy of the module",
    },
    {
      url: "https://github.com/slnsw/drupal10_openid_connect/blob/540a1dadf502/openid_connect.routing.yml",
      for: "redirect URI, addresses of the pages",
    },
    {
      url: "https://github.com/slnsw/drupal10_openid_connect/blob/0199dfee168c/src/OpenIDConnect.php",
      for: "accounts, usernames, errors",
    },
    {
      url: "https://github.com/slnsw/drupal10_openid_connect/blob/1ccaf68e80b3/src/Form/OpenIDConnectSettingsForm.php",
      for: "settings, signing out, roles",
    },
    {
      url: "https://github.com/authelia/authelia/blob/03e273fa3b50/docs/content/integration/openid-connect/clients/drupal/index.md",
      for: "the other redirect URI, as Authelia tested it with Drupal 10.4",
      isByOthers: true,
    },
  ],
  proof: {
    by: "documentation",
    on: "2026-11-29",
    of: "the module OpenID Connect, in a copy that others keep",
  },
};
