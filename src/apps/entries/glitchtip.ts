import type { Application } from "../application.ts";

export const glitchtip: Application = {
  name: "glitchtip",
  label: "GlitchTip",
  is: "collects errors of applications, in the format of Sentry",
  category: "monitoring",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/accounts/oidc/latchkey/login/callback/"],
    pkce: "by setting",
    scope: "openid profile email",
  },
  reads: {
    sub: "finds the account",
    email: "the address of a new account",
    email_verified: "whether the address counts as confirmed",
    name: "the name that is shown",
  },
  needs: "An account for its Django administration, which `./manage.py createsuperuser` makes.",
  settings: [
    {
      in: "At `{host}/admin/socialaccount/socialapp/`, *Add Social Application*",
      fields: {
        Provider: "OpenID Connect",
        "Provider ID": "latchkey",
        "Provider Name": "Latchkey",
        "Client ID": "{client_id}",
        "Secret key": "{client_secret}",
        Settings: '{"server_url": "{issuer}", "oauth_pkce_enabled": true}',
      },
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey",
      do: "*Provider ID* is not `latchkey`. An old release has no `/oidc` in its redirect URI: register the one that Latchkey’s page shows, with `npx latchkey client update {client_id} --add-redirect-uri URI`",
    },
    {
      see: "somebody who has an account with a password is refused",
      do: "they have to sign in with the password first, and connect Latchkey in their profile",
    },
    {
      see: "404 at `/accounts/oidc/latchkey/login/`",
      do: "no social application has this *Provider ID*",
    },
  ],
  sources: [
    {
      url: "https://github.com/goauthentik/authentik/blob/183806e0a162/website/integrations/monitoring/glitchtip/index.md",
      for: "redirect URI, fields, accounts that are there, from the documentation of authentik",
      isByOthers: true,
    },
    {
      url: "https://github.com/authelia/authelia/blob/053cfd7ab718/docs/content/integration/openid-connect/clients/glitchtip/index.md",
      for: "the same fields, and the older redirect URI",
      isByOthers: true,
    },
    {
      url: "https://pypi.org/project/django-allauth/65.22.1/",
      for: "claims, PKCE, and when the application is not found, in the library that GlitchTip uses",
      isByOthers: true,
    },
  ],
  proof: { by: "documentation", on: "2026-11-29" },
};
