import type { Application } from "../application.ts";

export const linkwarden: Application = {
  name: "linkwarden",
  label: "Linkwarden",
  is: "bookmarks with copies of their pages",
  category: "documents",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/api/v1/auth/callback/authelia"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: { sub: "finds the account", preferred_username: "the username", email: "the address" },
  needs:
    "Linkwarden has a list of providers and no entry for others. The entry *Authelia* takes any address of a discovery document, so it is the one that is used here.",
  settings: [
    {
      in: "In `.env`",
      language: "sh",
      text: `NEXTAUTH_URL={host}/api/v1/auth
NEXT_PUBLIC_AUTHELIA_ENABLED=true
AUTHELIA_WELLKNOWN_URL={discovery}
AUTHELIA_CLIENT_ID={client_id}
AUTHELIA_CLIENT_SECRET={client_secret}`,
    },
  ],
  traps: [
    {
      see: "the button says Authelia",
      do: "its name cannot be changed in the settings; it leads to Latchkey",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "`NEXTAUTH_URL` is the address that people open, with `/api/v1/auth` behind it",
    },
  ],
  sources: [
    {
      url: "https://github.com/linkwarden/docs/blob/283d501c9322/docs/self-hosting/sso-oauth.md",
      for: "redirect URI, settings; its authors call most providers untested",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
