import type { Application } from "../application.ts";

export const zulip: Application = {
  name: "zulip",
  label: "Zulip",
  is: "chat for teams, in topics",
  category: "teams",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/complete/oidc/"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: { email: "finds the account", name: "the name of a new account" },
  settings: [
    {
      in: "In `/etc/zulip/settings.py`",
      language: "python",
      text: `AUTHENTICATION_BACKENDS = (
    "zproject.backends.EmailAuthBackend",
    "zproject.backends.GenericOpenIdConnectBackend",
)
SOCIAL_AUTH_OIDC_ENABLED_IDPS = {
    "latchkey": {
        "oidc_url": "{issuer}",
        "display_name": "Latchkey",
        "client_id": "{client_id}",
        "secret": get_secret("social_auth_oidc_secret"),
        "auto_signup": True,
    }
}
SOCIAL_AUTH_OIDC_FULL_NAME_VALIDATED = True`,
    },
    {
      in: "In `/etc/zulip/zulip-secrets.conf`, then restart the server",
      language: "ini",
      text: "social_auth_oidc_secret = {client_secret}",
    },
  ],
  traps: [
    {
      see: "discovery fails, with `/.well-known/openid-configuration` twice in the address",
      do: "`oidc_url` is the base URL of Latchkey: Zulip adds the rest",
    },
    {
      see: "the client id or the secret is not read",
      do: "both stand in the entry of `SOCIAL_AUTH_OIDC_ENABLED_IDPS`, not in settings of their own",
    },
    {
      see: "people are asked for their name once more",
      do: "`SOCIAL_AUTH_OIDC_FULL_NAME_VALIDATED` says that the name of Latchkey may be taken",
    },
  ],
  sources: [
    {
      url: "https://github.com/zulip/zulip/blob/main/zproject/prod_settings_template.py",
      for: "the entry and the base URL, as excerpts",
    },
    { for: "the redirect URI, the names of the backend and of the secret" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
