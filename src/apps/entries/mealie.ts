import type { Application } from "../application.ts";

export const mealie: Application = {
  name: "mealie",
  label: "Mealie",
  is: "recipes, meal plans and shopping lists",
  category: "home",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/login", "{host}/login?direct=1"],
    postLogoutRedirectUris: ["{host}/login?direct=1"],
    pkce: "always",
    scope: "openid profile email groups",
  },
  reads: {
    email: "finds the account, by `OIDC_USER_CLAIM`",
    email_verified: "must be true",
    groups: "who may enter, and who administers",
    picture: "the picture of the account",
  },
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `BASE_URL={host}
OIDC_AUTH_ENABLED=true
OIDC_CONFIGURATION_URL={discovery}
OIDC_CLIENT_ID={client_id}
OIDC_CLIENT_SECRET={client_secret}
OIDC_SIGNUP_ENABLED=true
OIDC_PROVIDER_NAME=Latchkey
OIDC_ADMIN_GROUP=admins`,
    },
  ],
  traps: [
    {
      see: "`[OIDC] email_verified claim is missing or false; refusing to authenticate` in its log",
      do: "the person’s address is not confirmed in Latchkey: let them confirm it at `{issuer}/account`, or set it with `npx latchkey user update USERNAME --email ADDRESS`",
    },
    {
      see: "“This link does not work” at Latchkey, with an `http:` redirect URI",
      do: "Mealie does not believe the proxy: start it with `--forwarded-allow-ips` and the address of the proxy",
    },
  ],
  sources: [
    {
      url: "https://github.com/mealie-recipes/mealie/blob/0601d2bcba26/docs/docs/documentation/getting-started/authentication/oidc-v2.md",
      for: "redirect URIs, PKCE, scopes, groups, verified addresses, the line of the log",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28", version: "3.21" },
};
