import type { Application } from "../application.ts";

export const romm: Application = {
  name: "romm",
  label: "RomM",
  is: "a library of games",
  category: "files",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/api/oauth/openid"],
    postLogoutRedirectUris: ["{host}/login"],
    pkce: "unknown",
    scope: "openid profile email groups",
  },
  reads: {
    preferred_username: "the username, by `OIDC_USERNAME_ATTRIBUTE`",
    email: "finds the account",
    groups: "the role, by `OIDC_CLAIM_ROLES`",
  },
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `ROMM_BASE_URL={host}
OIDC_ENABLED=true
OIDC_PROVIDER=Latchkey
OIDC_CLIENT_ID={client_id}
OIDC_CLIENT_SECRET={client_secret}
OIDC_REDIRECT_URI={host}/api/oauth/openid
OIDC_SERVER_APPLICATION_URL={issuer}
OIDC_SERVER_METADATA_URL={discovery}
OIDC_USERNAME_ATTRIBUTE=preferred_username
OIDC_CLAIM_ROLES=groups
OIDC_ROLE_ADMIN=admins
OIDC_ROLE_VIEWER=staff
OIDC_RP_INITIATED_LOGOUT=true`,
    },
  ],
  signOut: "`OIDC_RP_INITIATED_LOGOUT=true` sends the browser to Latchkey, too.",
  traps: [
    {
      see: "new people are refused",
      do: "`OIDC_ALLOW_REGISTRATION` is `false`, or nobody’s group is one of the roles",
    },
    {
      see: "an error about a certificate",
      do: "`OIDC_TLS_CACERTFILE` names the file of a private authority",
    },
  ],
  sources: [
    {
      url: "https://github.com/rommapp/romm/blob/003dfe2d06a4/env.template",
      for: "settings and their defaults",
    },
    { for: "the redirect URI and the address after sign-out" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
