import type { Application } from "../application.ts";

export const vaultwarden: Application = {
  name: "vaultwarden",
  label: "Vaultwarden",
  is: "a password manager that the applications of Bitwarden use",
  category: "home",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/identity/connect/oidc-signin"],
    pkce: "by setting",
    mayRefresh: true,
    scope: "openid email profile offline_access",
  },
  reads: { email: "finds the account", email_verified: "must be true, unless a setting says otherwise" },
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `DOMAIN={host}
SSO_ENABLED=true
SSO_AUTHORITY={issuer}
SSO_CLIENT_ID={client_id}
SSO_CLIENT_SECRET={client_secret}
SSO_SCOPES="email profile offline_access"
SSO_PKCE=true`,
    },
  ],
  traps: [
    {
      see: "the master password is still asked for",
      do: "it always is: it decrypts the vault, and single sign-on only says whose vault it is",
    },
    {
      see: "`Failed to discover OpenID provider` in its log",
      do: "`SSO_AUTHORITY` is the base URL alone, without `/.well-known/openid-configuration` and without a slash at the end",
    },
    {
      see: "`Failed to contact token endpoint` in its log",
      do: "the secret is wrong: the answer of Latchkey, mostly `invalid_client`, stands behind it",
    },
    {
      see: "an account is not found although the address is right",
      do: "Latchkey does not call the address verified: confirm it, rather than set `SSO_ALLOW_UNKNOWN_EMAIL_VERIFICATION`",
    },
  ],
  sources: [
    {
      url: "https://github.com/dani-garcia/vaultwarden/blob/009ac48d3375/.env.template",
      for: "settings and their defaults, PKCE, the form of the authority, verified addresses",
    },
    {
      url: "https://github.com/dani-garcia/vaultwarden/blob/02c1e123e9ab/src/sso_client.rs",
      for: "PKCE, its errors",
    },
    { for: "the redirect URI" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
