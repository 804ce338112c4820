import type { Application } from "../application.ts";

export const jellyfin: Application = {
  name: "jellyfin",
  label: "Jellyfin",
  is: "films, series and music from your own disks",
  category: "files",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/sso/OID/redirect/latchkey"],
    pkce: "unknown",
    scope: "openid profile groups",
  },
  reads: {
    preferred_username: "the name of the account",
    groups: "who may enter and who administers, by *Role Claim*",
  },
  needs:
    "The plugin [SSO-Auth](https://github.com/9p4/jellyfin-plugin-sso) has to be installed. Its authors call it alpha software.",
  settings: [
    {
      in: "By its API, with a key from Dashboard → API Keys in place of API_KEY",
      language: "sh",
      text: `curl -X POST '{host}/sso/OID/Add/latchkey?api_key=API_KEY' \\
  -H 'Content-Type: application/json' -d '{
  "oidEndpoint": "{issuer}",
  "oidClientId": "{client_id}",
  "oidSecret": "{client_secret}",
  "enabled": true,
  "enableAuthorization": true,
  "enableAllFolders": true,
  "enabledFolders": [],
  "roles": [],
  "adminRoles": ["admins"],
  "enableFolderRoles": false,
  "folderRoleMapping": [],
  "roleClaim": "groups",
  "oidScopes": ["groups"]
}'`,
    },
    {
      in: "A button on the sign-in page: Dashboard → General → Branding → Login disclaimer",
      language: "html",
      text: `<form action="{host}/sso/OID/start/latchkey">
  <button class="raised block emby-button button-submit">Sign in with Latchkey</button>
</form>`,
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey, with an `http:` redirect URI",
      do: "Jellyfin stands behind a proxy and does not know it: set `schemeOverride` to `https` in the same settings",
    },
    {
      see: "the applications for televisions have no such button",
      do: "the plugin signs in browsers alone; elsewhere use Quick Connect",
    },
  ],
  sources: [
    {
      url: "https://github.com/9p4/jellyfin-plugin-sso/blob/01866d81c832/README.md",
      for: "redirect URI, members of the settings, roles, the button, the scheme, where it works",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28", of: "the plugin SSO-Auth" },
};
