import type { Application } from "../application.ts";

export const librechat: Application = {
  name: "librechat",
  label: "LibreChat",
  is: "conversations with language models of many providers",
  category: "data",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oauth/openid/callback"],
    postLogoutRedirectUris: ["{host}/login"],
    pkce: "unknown",
    scope: "openid profile email groups",
  },
  reads: {
    sub: "finds the account",
    email: "the address",
    name: "the name that is shown",
    groups: "who may enter, by `OPENID_REQUIRED_ROLE`",
  },
  settings: [
    {
      in: "In `.env`",
      language: "sh",
      text: `DOMAIN_CLIENT={host}
DOMAIN_SERVER={host}
ALLOW_SOCIAL_LOGIN=true
OPENID_ISSUER={issuer}
OPENID_CLIENT_ID={client_id}
OPENID_CLIENT_SECRET={client_secret}
OPENID_SESSION_SECRET=LONG_RANDOM_TEXT
OPENID_CALLBACK_URL=/oauth/openid/callback
OPENID_SCOPE="openid profile email groups"
OPENID_REQUIRED_ROLE=staff
OPENID_REQUIRED_ROLE_TOKEN_KIND=id
OPENID_REQUIRED_ROLE_PARAMETER_PATH=groups
OPENID_USE_END_SESSION_ENDPOINT=true
OPENID_BUTTON_LABEL="Sign in with Latchkey"`,
    },
  ],
  signOut: "`OPENID_USE_END_SESSION_ENDPOINT=true` sends the browser to Latchkey, too.",
  traps: [
    {
      see: "everybody is refused",
      do: "the role is looked for in the access token, which is no JWT here: `OPENID_REQUIRED_ROLE_TOKEN_KIND=id`",
    },
    {
      see: "no button on the sign-in page",
      do: "`ALLOW_SOCIAL_LOGIN` is not true, or one of id, secret, issuer, scope, callback and session secret is missing",
    },
  ],
  sources: [
    {
      url: "https://github.com/LibreChat-AI/librechat.ai/blob/4656b0116a22/content/docs/configuration/authentication/OAuth2-OIDC/keycloak.mdx",
      for: "redirect URI, settings, roles, sign-out",
    },
    { for: "`ALLOW_SOCIAL_LOGIN`, the two domains, the label and the address after sign-out" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
