import type { Application } from "../application.ts";

export const dokuwiki: Application = {
  name: "dokuwiki",
  label: "DokuWiki",
  is: "a wiki without a database",
  category: "documents",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/doku.php"],
    pkce: "unknown",
    scope: "openid profile email groups",
  },
  reads: {
    preferred_username: "the username, by `json-user`",
    name: "the name that is shown, by `json-name`",
    email: "finds the account, by `json-mail`",
    groups: "the groups of the wiki, by `json-grps`",
  },
  needs: "The plugins *oauth* and *oauthgeneric*, and `authtype` set to `oauth`.",
  settings: [
    {
      in: "Admin → Configuration Settings → oauthgeneric",
      fields: {
        "The Application UID": "{client_id}",
        "The Application Secret": "{client_secret}",
        "URL to the authentication endpoint": "{authorization}",
        "URL to the token endpoint": "{token}",
        "URL to the user info API endpoint": "{userinfo}",
        "Authorization method used when talking to the user API": "Bearer Header",
        "Scopes to request": "openid,profile,email,groups",
        "The provider needs and supplies a state parameter": "on",
        "Access to the username in dot notation": "preferred_username",
        "Access to the full name in dot notation": "name",
        "Access to the user email in dot notation": "email",
        "Access to the user groups in dot notation": "groups",
        "Label to display on the login button": "Latchkey",
      },
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey",
      do: "the redirect URI is the address of `doku.php`, in the folder of the wiki, even where nice addresses hide it",
    },
    {
      see: "no account can be found or made, without an address",
      do: "DokuWiki finds accounts by the address: the person needs one at Latchkey, and the scope has to contain `email`",
    },
    {
      see: "nobody can administer any more",
      do: "with `authtype` set to `oauth` local accounts still work: sign in with the password of one",
    },
  ],
  sources: [
    {
      url: "https://github.com/cosmocode/dokuwiki-plugin-oauthgeneric/blob/28a7ade15bb6/lang/en/settings.php",
      for: "the fields",
    },
    { for: "the redirect URI, `authtype`, how accounts are found" },
  ],
  proof: { by: "documentation", on: "2026-11-28", of: "the plugin oauthgeneric" },
};
