import type { Application } from "../application.ts";

export const tandoor: Application = {
  name: "tandoor",
  label: "Tandoor Recipes",
  is: "recipes, meal plans and shopping lists",
  category: "home",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/accounts/oidc/latchkey/login/callback/"],
    pkce: "by setting",
    scope: "openid profile email",
  },
  reads: { preferred_username: "the username of a new account", email: "the address" },
  settings: [
    {
      in: "In `.env`, each on one line",
      language: "sh",
      text: `SOCIAL_PROVIDERS=allauth.socialaccount.providers.openid_connect
SOCIALACCOUNT_PROVIDERS="{ 'openid_connect': { 'OAUTH_PKCE_ENABLED': True, 'APPS': [ { 'provider_id': 'latchkey', 'name': 'Latchkey', 'client_id': '{client_id}', 'secret': '{client_secret}', 'settings': { 'server_url': '{discovery}' } } ] } }"
SOCIAL_DEFAULT_ACCESS=1
SOCIAL_DEFAULT_GROUP=user
SOCIALACCOUNT_LOGIN_ON_GET=1`,
    },
  ],
  traps: [
    {
      see: "“Social Network Login Failure” without details",
      do: "the value of `SOCIALACCOUNT_PROVIDERS` cannot be read: one line, matching quotes and brackets. The page `/system/` has the last 50 failures",
    },
    {
      see: "people sign in and have no permissions",
      do: "`SOCIAL_DEFAULT_ACCESS` and `SOCIAL_DEFAULT_GROUP` are missing",
    },
    {
      see: "somebody who has an account gets a second one",
      do: "link it in the settings of the account, or set `SOCIALACCOUNT_EMAIL_AUTHENTICATION=1`",
    },
    {
      see: "no button on the sign-in page",
      do: "`SOCIAL_PROVIDERS` does not name the module, or the container was not restarted",
    },
  ],
  sources: [
    {
      url: "https://github.com/TandoorRecipes/recipes/blob/09fde870a643/docs/features/authentication.md",
      for: "settings, PKCE, accounts, errors",
    },
    { for: "the redirect URI with the name of the provider, which django-allauth makes" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
