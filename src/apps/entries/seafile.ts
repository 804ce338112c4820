import type { Application } from "../application.ts";

export const seafile: Application = {
  name: "seafile",
  label: "Seafile",
  is: "files that are the same on all your computers",
  category: "files",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oauth/callback/"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: { sub: "finds the account", name: "the name that is shown", email: "the address for messages" },
  settings: [
    {
      in: "In `seahub_settings.py`",
      language: "python",
      text: `ENABLE_OAUTH = True
OAUTH_CREATE_UNKNOWN_USER = True
OAUTH_ACTIVATE_USER_AFTER_CREATION = True
OAUTH_CLIENT_ID = "{client_id}"
OAUTH_CLIENT_SECRET = "{client_secret}"
OAUTH_REDIRECT_URL = "{host}/oauth/callback/"
OAUTH_PROVIDER = "latchkey"
OAUTH_AUTHORIZATION_URL = "{authorization}"
OAUTH_TOKEN_URL = "{token}"
OAUTH_USER_INFO_URL = "{userinfo}"
OAUTH_SCOPE = ["openid", "profile", "email"]
OAUTH_ATTRIBUTE_MAP = {
    "sub": (True, "uid"),
    "name": (False, "name"),
    "email": (False, "contact_email"),
}`,
    },
  ],
  traps: [
    {
      see: "`oauthlib.oauth2.rfc6749.errors.InsecureTransportError`",
      do: "Seafile or Latchkey is reached by http: put both behind https. `OAUTH_ENABLE_INSECURE_TRANSPORT` is for a try on one computer",
    },
    {
      see: "people of a version before 11 get new accounts",
      do: "its documentation has a line for `OAUTH_ATTRIBUTE_MAP` that finds the old ones once",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "the redirect URI ends in a slash",
    },
  ],
  sources: [
    {
      url: "https://github.com/haiwen/seafile-admin-docs/blob/48867bb2e932/manual/config/oauth.md",
      for: "redirect URI, settings, attributes, errors",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28", version: "11" },
};
