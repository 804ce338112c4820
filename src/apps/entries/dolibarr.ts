import type { Application } from "../application.ts";

export const dolibarr: Application = {
  name: "dolibarr",
  label: "Dolibarr",
  is: "customers, invoices and stock of a company",
  category: "business",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/core/modules/openid_connect/callback.php"],
    pkce: "never",
    scope: "openid profile email",
  },
  reads: {
    preferred_username: "the login of an account that is there, by `MAIN_AUTHENTICATION_OIDC_LOGIN_CLAIM`",
  },
  needs: "The module *OpenID Connect* has to be on.",
  settings: [
    {
      in: "In `conf/conf.php`",
      language: "php",
      text: "$dolibarr_main_authentication='openid_connect,dolibarr';",
    },
    {
      in: "Setup → Security → OpenID Connect. These are the names of the constants that its fields set",
      fields: {
        MAIN_AUTHENTICATION_OIDC_LOGIN_CLAIM: "preferred_username",
        MAIN_AUTHENTICATION_OIDC_CLIENT_ID: "{client_id}",
        MAIN_AUTHENTICATION_OIDC_CLIENT_SECRET: "{client_secret}",
        MAIN_AUTHENTICATION_OIDC_SCOPES: "openid profile email",
        MAIN_AUTHENTICATION_OIDC_AUTHORIZE_URL: "{authorization}",
        MAIN_AUTHENTICATION_OIDC_TOKEN_URL: "{token}",
        MAIN_AUTHENTICATION_OIDC_USERINFO_URL: "{userinfo}",
        MAIN_AUTHENTICATION_OIDC_LOGOUT_URL: "{logout}",
      },
    },
  ],
  traps: [
    {
      see: "`OpenID Connect is disabled`",
      do: "the module is off: Setup → Modules",
    },
    {
      see: "`Userinfo request error (200)`",
      do: "the answer lacks the claim of `MAIN_AUTHENTICATION_OIDC_LOGIN_CLAIM`, or the scope that brings it",
    },
    {
      see: "back at the page for signing in, without a word",
      do: "no account has this login. Without `MAIN_AUTHENTICATION_OIDC_LOGIN_CLAIM` Dolibarr compares the address with the login",
    },
    {
      see: "`Network error`",
      do: "Dolibarr fetches the token over `https` alone: Latchkey needs a certificate that its machine trusts",
    },
  ],
  sources: [
    {
      url: "https://github.com/Dolibarr/dolibarr/blob/000b443a5121/htdocs/core/login/functions_openid_connect.php",
      for: "requests, claims, error texts, that no PKCE is sent",
    },
    {
      url: "https://github.com/Dolibarr/dolibarr/blob/01dd06768e69/htdocs/core/lib/openid_connect.lib.php",
      for: "redirect URI",
    },
    {
      url: "https://github.com/Dolibarr/dolibarr/blob/062ecb6761f7/htdocs/admin/openid_connect.php",
      for: "constants, the word in `conf.php`",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
