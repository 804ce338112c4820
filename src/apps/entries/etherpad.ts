import type { Application } from "../application.ts";

export const etherpad: Application = {
  name: "etherpad",
  label: "Etherpad",
  is: "texts that several people write at once",
  category: "documents",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/ep_openid_connect/callback"],
    pkce: "unknown",
    scope: "openid",
  },
  reads: { sub: "the username", name: "the name in the list of authors, by `displayname_claim`" },
  needs: "The plugin [ep_openid_connect](https://github.com/ether/ep_openid_connect) has to be installed.",
  settings: [
    {
      in: "In `settings.json`",
      language: "json",
      text: `"requireAuthentication": true,
"ep_openid_connect": {
  "issuer": "{issuer}",
  "client_id": "{client_id}",
  "client_secret": "{client_secret}",
  "base_url": "{host}"
},`,
    },
  ],
  traps: [
    {
      see: "nobody administers",
      do: 'the username is the person’s `sub` (`npx latchkey user show USERNAME`): give that name `"is_admin": true` in `users`',
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "`base_url` is not the address that people open",
    },
  ],
  sources: [
    {
      url: "https://github.com/ether/ep_openid_connect/blob/00cef5e8c402/README.md",
      for: "redirect URI, settings, usernames",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28", of: "the plugin ep_openid_connect" },
};
