import type { Application } from "../application.ts";

export const calCom: Application = {
  name: "cal-com",
  label: "Cal.com",
  is: "appointments that other people book",
  category: "business",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/api/auth/oidc"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: { email: "finds the account", name: "the name that is shown" },
  needs: "An Enterprise licence.",
  settings: [
    {
      in: "In the environment, with a database of its own and the addresses of those who may configure it",
      language: "sh",
      text: `SAML_DATABASE_URL=postgresql://USER:PASSWORD@localhost:5432/cal-saml
SAML_ADMINS=ADMIN@EXAMPLE.ORG`,
    },
    {
      in: "At `{host}/settings/security/sso`, *Configure SSO with OIDC*",
      fields: {
        "Client Secret": "{client_secret}",
        "Client ID": "{client_id}",
        "Well Known URL": "{discovery}",
      },
    },
  ],
  traps: [
    {
      see: "no *Configure SSO with OIDC* on the page",
      do: "the address of your account is not among `SAML_ADMINS`, or `SAML_DATABASE_URL` is missing",
    },
    {
      see: "errors about tables that are there or missing",
      do: "the database of `SAML_DATABASE_URL` has to be another one than that of Cal.com",
    },
  ],
  sources: [
    {
      url: "https://github.com/calcom/cal.com/blob/0607d0e4351c/docs/self-hosting/sso-setup.mdx",
      for: "settings, the page, the licence",
    },
    {
      url: "https://github.com/calcom/cal.com/blob/50750d6419a2/apps/web/pages/api/auth/oidc.ts",
      for: "redirect URI",
    },
    { for: "the scopes and claims" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
