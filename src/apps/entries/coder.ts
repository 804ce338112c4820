import type { Application } from "../application.ts";

export const coder: Application = {
  name: "coder",
  label: "Coder",
  is: "development environments on your own machines",
  category: "code",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/api/v2/users/oidc/callback"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: {
    email: "finds the account",
    email_verified: "must be true where it is said",
    preferred_username: "the username of a new account",
  },
  settings: [
    {
      in: "In `/etc/coder.d/coder.env`, then `service coder restart`",
      language: "sh",
      text: `CODER_ACCESS_URL="{host}"
CODER_OIDC_ISSUER_URL="{issuer}"
CODER_OIDC_CLIENT_ID="{client_id}"
CODER_OIDC_CLIENT_SECRET="{client_secret}"
CODER_OIDC_EMAIL_DOMAIN="example.org"
CODER_OIDC_SIGN_IN_TEXT="Sign in with Latchkey"`,
    },
  ],
  traps: [
    {
      see: "people whose address is not confirmed are refused",
      do: "let them confirm it at `{issuer}/account`. `CODER_OIDC_IGNORE_EMAIL_VERIFIED=true` takes any address for true",
    },
    {
      see: "people with an address of another domain are refused",
      do: "`CODER_OIDC_EMAIL_DOMAIN` lists the domains, separated by commas",
    },
    {
      see: "a name or an address is missing",
      do: "`CODER_VERBOSE=true`, and look for `got oidc claims` in the log",
    },
  ],
  sources: [
    {
      url: "https://github.com/coder/coder/blob/0658f5acad55/docs/admin/users/oidc-auth.md",
      for: "redirect URI, settings, claims, verified addresses, the line of the log",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
