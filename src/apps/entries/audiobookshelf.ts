import type { Application } from "../application.ts";

export const audiobookshelf: Application = {
  name: "audiobookshelf",
  label: "Audiobookshelf",
  is: "audiobooks and podcasts, with applications for the phone",
  category: "files",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/openid/callback", "{host}/auth/openid/mobile-redirect"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: {
    preferred_username: "finds the account, if *Match existing users by* says so",
    email: "finds the account, if *Match existing users by* says so",
  },
  settings: [
    {
      in: "Settings → Authentication → OpenID Connect Authentication",
      fields: {
        "Issuer URL": "{issuer}",
        "Auto-populate": "press it: the next five fields fill themselves",
        "Authorize URL": "{authorization}",
        "Token URL": "{token}",
        "Userinfo URL": "{userinfo}",
        "JWKS URL": "{keys}",
        "Logout URL": "{logout}",
        "Client ID": "{client_id}",
        "Client Secret": "{client_secret}",
        "Button Text": "Sign in with Latchkey",
        "Auto Register": "on, if new people may get an account, which may only download",
      },
    },
  ],
  traps: [
    {
      see: "nobody can open the page for signing in any more",
      do: "*Auto Launch* leads everybody to Latchkey at once: `{host}/login/?autoLaunch=0` shows the form for the password of Audiobookshelf",
    },
    {
      see: "“This link does not work” at Latchkey, from the phone alone",
      do: "the second redirect URI is for the applications on phones: a client that was registered by hand lacks it",
    },
    {
      see: "somebody who has an account gets a second one, or none",
      do: "*Match existing users by* says whether accounts are found by username or by address. *Auto Register* makes one where none is found",
    },
  ],
  sources: [
    {
      url: "https://github.com/audiobookshelf/audiobookshelf-web/blob/137852a0856e/content/guides/11.oidc_authentication.md",
      for: "redirect URI, fields, the way round the automatic sign-in",
    },
    { for: "the redirect URI of phones, and the scopes" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
