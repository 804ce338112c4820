import type { Application } from "../application.ts";

export const paperlessNgx: Application = {
  name: "paperless-ngx",
  label: "Paperless-ngx",
  is: "an archive of scanned documents",
  category: "documents",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/accounts/oidc/latchkey/login/callback/"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: { preferred_username: "the username of a new account", email: "the address of a new account" },
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `PAPERLESS_URL={host}
PAPERLESS_APPS=allauth.socialaccount.providers.openid_connect
PAPERLESS_SOCIALACCOUNT_PROVIDERS='{"openid_connect": {"APPS": [{"provider_id": "latchkey", "name": "Latchkey", "client_id": "{client_id}", "secret": "{client_secret}", "settings": {"server_url": "{discovery}"}}]}}'`,
    },
  ],
  traps: [
    {
      see: "somebody who has an account gets a second one",
      do: "sign in as before and choose *My Profile*, where accounts are connected; only then use the new button",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "the redirect URI contains `provider_id`, here `latchkey`, and ends in a slash",
    },
    {
      see: "the page with its own password is in the way",
      do: "`PAPERLESS_REDIRECT_LOGIN_TO_SSO=true` skips it, `PAPERLESS_DISABLE_REGULAR_LOGIN=true` ends it",
    },
  ],
  sources: [
    {
      url: "https://github.com/paperless-ngx/paperless-ngx/blob/00603781dd86/docs/advanced_usage.md",
      for: "settings, accounts that exist already, its own sign-in",
    },
    { for: "the redirect URI, which django-allauth makes" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
