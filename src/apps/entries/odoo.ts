import type { Application } from "../application.ts";

export const odoo: Application = {
  name: "odoo",
  label: "Odoo",
  is: "sales, stock, accounts and the website of a company",
  category: "business",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth_oauth/signin"],
    pkce: "unknown",
    scope: "openid email profile",
  },
  reads: { sub: "finds the user", email: "the login of a new user", name: "the name that is shown" },
  needs:
    "The module [auth_oidc](https://github.com/OCA/server-auth) of the Odoo Community Association has to be installed, with the Python package `python-jose`.",
  settings: [
    {
      in: "Settings → Users & Companies → OAuth Providers",
      fields: {
        "Provider name": "Latchkey",
        "Auth Flow": "OpenID Connect (authorization code flow)",
        "Client ID": "{client_id}",
        "Client Secret": "{client_secret}",
        Allowed: "yes",
        Body: "Sign in with Latchkey",
        Scope: "openid email profile",
        "Authentication URL": "{authorization}",
        "Token URL": "{token}",
        "JWKS URL": "{keys}",
      },
    },
  ],
  traps: [
    {
      see: "an error about `jose`",
      do: "the package is `python-jose`, not `jose`, which exists as well",
    },
    {
      see: "“This link does not work” at Latchkey, with an `http:` redirect URI",
      do: "Odoo stands behind a proxy and does not know it: `proxy_mode = True`",
    },
    {
      see: "the implicit flow is refused",
      do: "choose the authorization code flow under *Auth Flow*; Latchkey has no other",
    },
  ],
  sources: [
    {
      url: "https://github.com/OCA/server-auth/blob/006d872911d2/auth_oidc/README.rst",
      for: "redirect URI, fields, the package",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28", of: "the module auth_oidc for Odoo 14" },
};
