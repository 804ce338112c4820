import type { Application } from "../application.ts";

export const sentry: Application = {
  name: "sentry",
  label: "Sentry",
  is: "gathers the errors of your applications",
  category: "monitoring",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/sso/"],
    pkce: "unknown",
    scope: "openid email",
  },
  reads: { sub: "finds the identity", email: "finds the account" },
  needs:
    "The package [sentry-auth-oidc](https://github.com/siemens/sentry-auth-oidc) has to be installed beside your own Sentry.",
  settings: [
    {
      in: "In `sentry.conf.py`",
      language: "python",
      text: `OIDC_CLIENT_ID = "{client_id}"
OIDC_CLIENT_SECRET = "{client_secret}"
OIDC_SCOPE = "openid email"
OIDC_DOMAIN = "{issuer}"
OIDC_ISSUER = "Latchkey"`,
    },
    {
      in: "Then, as an owner of the organisation",
      fields: { "Settings → Auth": "choose Latchkey, and sign in once to join your own account" },
    },
  ],
  traps: [
    {
      see: "`RestrictedIPAddress` in its log, with Sentry 25.9 or newer",
      do: "Sentry does not call addresses of your own network: `SENTRY_DISALLOWED_IPS = ()` lets it, also for everything else that it calls",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "the redirect URI ends in a slash",
    },
  ],
  sources: [
    {
      url: "https://github.com/siemens/sentry-auth-oidc/blob/1d6bcf9be082/README.rst",
      for: "redirect URI, settings, refused addresses",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28", of: "the package sentry-auth-oidc" },
};
