import type { Application } from "../application.ts";

export const grist: Application = {
  name: "grist",
  label: "Grist",
  is: "spreadsheets that are databases",
  category: "data",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oauth2/callback"],
    postLogoutRedirectUris: ["{host}/signed-out"],
    pkce: "always",
    scope: "openid email profile",
  },
  reads: {
    email: "finds the account",
    given_name: "with `family_name`, the name that is shown",
    name: "the name, where the other two are missing",
  },
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `GRIST_OIDC_SP_HOST={host}
GRIST_OIDC_IDP_ISSUER={issuer}
GRIST_OIDC_IDP_CLIENT_ID={client_id}
GRIST_OIDC_IDP_CLIENT_SECRET={client_secret}
GRIST_OIDC_IDP_SCOPES="openid email profile"`,
    },
  ],
  traps: [
    {
      see: "`invalid_request`, because `code_challenge` is missing",
      do: "`GRIST_OIDC_IDP_ENABLED_PROTECTIONS` was set without `PKCE`; its default has it",
    },
    {
      see: "people are not brought back after signing out",
      do: "Latchkey shows the address that Grist sent; register it: `npx latchkey client update {client_id} --post-logout-redirect-uri URI`",
    },
  ],
  sources: [
    {
      url: "https://github.com/gristlabs/grist-help/blob/14092aff2db6/help/en/docs/install/oidc.md",
      for: "redirect URI, settings, PKCE, claims",
    },
    { for: "the address after sign-out" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
