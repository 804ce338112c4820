import type { Application } from "../application.ts";

export const freshrss: Application = {
  name: "freshrss",
  label: "FreshRSS",
  is: "a reader for news feeds",
  category: "documents",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/i/oidc/"],
    pkce: "unknown",
    scope: "openid profile",
  },
  reads: { preferred_username: "the username, by `OIDC_REMOTE_USER_CLAIM`" },
  needs:
    "The Debian image for `x86_64`, or Apache with mod_auth_openidc. The Alpine image has no OpenID Connect.",
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `OIDC_ENABLED=1
OIDC_PROVIDER_METADATA_URL={discovery}
OIDC_CLIENT_ID={client_id}
OIDC_CLIENT_SECRET={client_secret}
OIDC_CLIENT_CRYPTO_KEY=LONG_RANDOM_TEXT
OIDC_REMOTE_USER_CLAIM=preferred_username
OIDC_SCOPES="openid profile"
OIDC_X_FORWARDED_HEADERS="X-Forwarded-Host X-Forwarded-Port X-Forwarded-Proto"`,
    },
  ],
  traps: [
    {
      see: "nobody administers after the installation",
      do: "in the assistant, the default user has to be your username at Latchkey, and the authentication method *HTTP*, where `REMOTE_USER='…'` shows that name",
    },
    {
      see: "“This link does not work” at Latchkey, with another host or port",
      do: "`OIDC_X_FORWARDED_HEADERS` is missing, or the proxy does not send these headers",
    },
    {
      see: "people sign in again every few minutes",
      do: "the session ends after 300 seconds without a request: `OIDC_SESSION_INACTIVITY_TIMEOUT`",
    },
  ],
  sources: [
    {
      url: "https://github.com/FreshRSS/FreshRSS/blob/0e11787c3e53/docs/en/admins/16_OpenID-Connect.md",
      for: "redirect URI, settings, the first administrator, time-outs",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
