import type { Application } from "../application.ts";

export const wekan: Application = {
  name: "wekan",
  label: "WeKan",
  is: "boards with cards",
  category: "business",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/_oauth/oidc"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: {
    sub: "finds the account, by `OAUTH2_ID_MAP`",
    preferred_username: "the username",
    email: "the address",
    name: "the name that is shown",
  },
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `ROOT_URL={host}
OAUTH2_ENABLED=true
OAUTH2_CLIENT_ID={client_id}
OAUTH2_SECRET={client_secret}
OAUTH2_SERVER_URL={issuer}
OAUTH2_AUTH_ENDPOINT=/v1/Oauth/authorization
OAUTH2_USERINFO_ENDPOINT=/v1/Oauth/userinfo
OAUTH2_TOKEN_ENDPOINT=/v1/Oauth/token
OAUTH2_ID_MAP=sub
OAUTH2_USERNAME_MAP=preferred_username
OAUTH2_EMAIL_MAP=email
OAUTH2_FULLNAME_MAP=name
OAUTH2_REQUEST_PERMISSIONS=openid profile email`,
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey",
      do: "`ROOT_URL` is not the address that people open",
    },
    {
      see: "people have an address for a name",
      do: "`OAUTH2_USERNAME_MAP` is `email` in many examples",
    },
  ],
  sources: [
    {
      url: "https://github.com/wekan/wekan/blob/48bc176bdfd3/docs/Login/Zitadel.md",
      for: "settings and claims",
    },
    { for: "the redirect URI" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
