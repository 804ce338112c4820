import type { Application } from "../application.ts";

export const pgadmin: Application = {
  name: "pgadmin",
  label: "pgAdmin",
  is: "looks into PostgreSQL databases",
  category: "data",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oauth2/authorize"],
    postLogoutRedirectUris: ["{host}/"],
    pkce: "by setting",
    scope: "openid email profile",
  },
  reads: { email: "the account; without it nobody gets in" },
  settings: [
    {
      in: "In `config_local.py`",
      language: "python",
      text: `AUTHENTICATION_SOURCES = ["oauth2", "internal"]
MASTER_PASSWORD_REQUIRED = True
OAUTH2_AUTO_CREATE_USER = True
OAUTH2_CONFIG = [
    {
        "OAUTH2_NAME": "latchkey",
        "OAUTH2_DISPLAY_NAME": "Latchkey",
        "OAUTH2_CLIENT_ID": "{client_id}",
        "OAUTH2_CLIENT_SECRET": "{client_secret}",
        "OAUTH2_SERVER_METADATA_URL": "{discovery}",
        "OAUTH2_AUTHORIZATION_URL": "{authorization}",
        "OAUTH2_TOKEN_URL": "{token}",
        "OAUTH2_API_BASE_URL": "{issuer}/v1/Oauth/",
        "OAUTH2_USERINFO_ENDPOINT": "userinfo",
        "OAUTH2_SCOPE": "openid email profile",
        "OAUTH2_CHALLENGE_METHOD": "S256",
        "OAUTH2_RESPONSE_TYPE": "code",
        "OAUTH2_LOGOUT_URL": "{logout}?post_logout_redirect_uri={host}/&id_token_hint={id_token}",
        "OAUTH2_ICON": "fa-key",
        "OAUTH2_BUTTON_COLOR": "#0f5240",
    }
]`,
    },
  ],
  signOut:
    "`OAUTH2_LOGOUT_URL` with the ID token ends the session of Latchkey at once and comes back to pgAdmin.",
  traps: [
    {
      see: "the passwords of servers are not kept",
      do: "there is no password of the person to encrypt them with: pgAdmin asks for a master password instead",
    },
    {
      see: "people without an address are refused",
      do: "the address is the account: `npx latchkey user update USERNAME --email ADDRESS`",
    },
    {
      see: "`invalid_request`, because `code_challenge` is missing",
      do: "`OAUTH2_CHALLENGE_METHOD` and `OAUTH2_RESPONSE_TYPE` turn PKCE on; without them there is none",
    },
  ],
  sources: [
    {
      url: "https://github.com/pgadmin-org/pgadmin4/blob/02eaf787e965/docs/en_US/oauth2.rst",
      for: "redirect URI, settings, address, master password",
    },
  ],
  proof: { by: "test", on: "2026-11-29", version: "9.18", test: "test/interop/apps/pgadmin.ts" },
};
