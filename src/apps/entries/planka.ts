import type { Application } from "../application.ts";

export const planka: Application = {
  name: "planka",
  label: "PLANKA",
  is: "boards with cards for projects",
  category: "business",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oidc-callback"],
    pkce: "unknown",
    scope: "openid email profile groups",
  },
  reads: {
    email: "finds the account",
    name: "the name that is shown",
    preferred_username: "the username",
    groups: "who administers, by `OIDC_ADMIN_ROLES`",
  },
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `BASE_URL={host}
OIDC_ISSUER={issuer}
OIDC_CLIENT_ID={client_id}
OIDC_CLIENT_SECRET={client_secret}
OIDC_SCOPES=openid email profile groups
OIDC_USE_DEFAULT_RESPONSE_MODE=true
OIDC_ADMIN_ROLES=admins
OIDC_ROLES_ATTRIBUTE=groups`,
    },
  ],
  traps: [
    {
      see: "the response mode is refused",
      do: "`OIDC_RESPONSE_MODE` is `fragment` in its examples. `OIDC_USE_DEFAULT_RESPONSE_MODE=true` leaves it out",
    },
    {
      see: "the page of Latchkey, and then nothing but an error",
      do: "`SHOW_DETAILED_AUTH_ERRORS=true` says which, for as long as you need it",
    },
    {
      see: "administrators lose their right at the next sign-in",
      do: "groups decide it each time. `OIDC_IGNORE_ROLES=true` leaves it to PLANKA",
    },
  ],
  sources: [
    {
      url: "https://github.com/plankanban/planka/blob/036cdc058a5e/docker-compose.yml",
      for: "settings and their defaults",
    },
    { for: "the redirect URI" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
