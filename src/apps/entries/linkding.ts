import type { Application } from "../application.ts";

export const linkding: Application = {
  name: "linkding",
  label: "linkding",
  is: "bookmarks for one person or a family",
  category: "documents",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oidc/callback/"],
    pkce: "always",
    scope: "openid email profile",
  },
  reads: {
    email: "finds the account",
    preferred_username: "the username of a new account, by `OIDC_USERNAME_CLAIM`",
  },
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `LD_ENABLE_OIDC=True
OIDC_OP_AUTHORIZATION_ENDPOINT={authorization}
OIDC_OP_TOKEN_ENDPOINT={token}
OIDC_OP_USER_ENDPOINT={userinfo}
OIDC_OP_JWKS_ENDPOINT={keys}
OIDC_RP_CLIENT_ID={client_id}
OIDC_RP_CLIENT_SECRET={client_secret}
OIDC_RP_SCOPES="openid email profile"
OIDC_USERNAME_CLAIM=preferred_username
LD_CSRF_TRUSTED_ORIGINS={host}`,
    },
  ],
  traps: [
    {
      see: "the administrator gets a second account",
      do: "`LD_SUPERUSER_NAME` sets a name without an address, and linkding finds people by address: make the superuser with both, before the first sign-in",
    },
    {
      see: "`CSRF verification failed.`",
      do: "the proxy changes `Host`: `LD_CSRF_TRUSTED_ORIGINS` names the address that people open, without a path",
    },
    {
      see: "an account without an address is refused",
      do: "every account of Latchkey that uses it needs one: `npx latchkey user update USERNAME --email ADDRESS`",
    },
  ],
  sources: [
    {
      url: "https://github.com/sissbruecker/linkding/blob/0947ffd71e55/docs/src/content/docs/options.md",
      for: "redirect URI, settings, PKCE, accounts, the superuser",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
