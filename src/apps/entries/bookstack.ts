import type { Application } from "../application.ts";

export const bookstack: Application = {
  name: "bookstack",
  label: "BookStack",
  is: "documentation in shelves, books and pages",
  category: "documents",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oidc/callback"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: {
    sub: "the *External Authentication ID* of the account",
    name: "the name that is shown",
    email: "the address",
  },
  settings: [
    {
      in: "In `.env`",
      language: "sh",
      text: `AUTH_METHOD=oidc
AUTH_AUTO_INITIATE=false
OIDC_NAME=Latchkey
OIDC_DISPLAY_NAME_CLAIMS=name
OIDC_CLIENT_ID={client_id}
OIDC_CLIENT_SECRET={client_secret}
OIDC_ISSUER={issuer}
OIDC_ISSUER_DISCOVER=true`,
    },
  ],
  traps: [
    {
      see: "somebody who has an account gets a second one, or is refused because the address is taken",
      do: "BookStack joins accounts by `sub` alone. Sign in as an administrator with `AUTH_METHOD=standard`, change it to `oidc` meanwhile, and write the person’s `sub` (`npx latchkey user show USERNAME`) into *External Authentication ID*",
    },
    {
      see: "BookStack refuses the issuer",
      do: "it must begin with `https://`",
    },
    {
      see: "a page of JSON in place of a sign-in",
      do: "`OIDC_DUMP_USER_DETAILS=true` is still set",
    },
  ],
  sources: [
    {
      url: "https://github.com/BookStackApp/website/blob/0220c44020f1/content/docs/admin/oidc-auth.md",
      for: "redirect URI, settings, claims, RS256, accounts that exist already",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
