import type { Application } from "../application.ts";

export const immich: Application = {
  name: "immich",
  label: "Immich",
  is: "photos and videos of a household, with an application for the phone",
  category: "files",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/login", "{host}/user-settings", "{host}/api/oauth/mobile-redirect"],
    pkce: "unknown",
    scope: "openid email profile",
  },
  reads: {
    preferred_username: "the storage label, when the account is made",
    email: "finds the account",
    immich_role: "`user` or `admin`, when the account is made",
    immich_quota: "the storage in GiB, when the account is made",
  },
  settings: [
    {
      in: "Administration → Settings → OAuth",
      fields: {
        Enabled: "on",
        "Issuer URL": "{issuer}",
        "Client ID": "{client_id}",
        "Client Secret": "{client_secret}",
        Scope: "openid email profile",
        "Signing Algorithm": "RS256",
        "Storage Label Claim": "preferred_username",
        "Auto Register": "on",
        "Mobile Redirect URI Override": "on",
        "Mobile Redirect URI": "{host}/api/oauth/mobile-redirect",
      },
    },
  ],
  traps: [
    {
      see: "the phone’s application cannot sign in, while the browser can",
      do: "its own address `app.immich:///oauth-callback` is for clients without a secret. Turn on *Mobile Redirect URI Override* as above: Immich passes the answer on to the phone",
    },
    {
      see: "a role or quota that was changed later has no effect",
      do: "Immich reads these claims once, when it makes the account. Change them in Immich",
    },
  ],
  sources: [
    {
      url: "https://github.com/immich-app/immich/blob/0a0f03098862/docs/docs/administration/oauth.md",
      for: "redirect URIs, fields, claims, the address for phones",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
