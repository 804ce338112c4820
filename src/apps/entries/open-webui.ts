import type { Application } from "../application.ts";

export const openWebui: Application = {
  name: "open-webui",
  label: "Open WebUI",
  is: "conversations with language models",
  category: "data",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oauth/oidc/callback"],
    pkce: "unknown",
    scope: "openid email profile groups",
  },
  reads: {
    email: "finds the account; without it nobody gets in",
    name: "the name that is shown",
    picture: "the picture of the account",
    groups: "who may enter and who administers, by `OAUTH_ROLES_CLAIM`",
  },
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `WEBUI_URL={host}
ENABLE_OAUTH_SIGNUP=true
OAUTH_CLIENT_ID={client_id}
OAUTH_CLIENT_SECRET={client_secret}
OPENID_PROVIDER_URL={discovery}
OPENID_REDIRECT_URI={host}/oauth/oidc/callback
OAUTH_PROVIDER_NAME=Latchkey
OAUTH_SCOPES=openid email profile groups
ENABLE_OAUTH_ROLE_MANAGEMENT=true
OAUTH_ROLES_CLAIM=groups
OAUTH_ALLOWED_ROLES=staff
OAUTH_ADMIN_ROLES=admins`,
    },
  ],
  traps: [
    {
      see: "the address is taken, for somebody who had an account before",
      do: "`OAUTH_MERGE_ACCOUNTS_BY_EMAIL=true` joins the two by address. Its authors warn of providers that do not confirm addresses",
    },
    {
      see: "a changed group has no effect",
      do: "roles are read at the sign-in: let the person sign out and in",
    },
    {
      see: "nobody may enter",
      do: "nobody is in a group of `OAUTH_ALLOWED_ROLES` or `OAUTH_ADMIN_ROLES`. Without role management, everybody may",
    },
  ],
  sources: [
    {
      url: "https://github.com/open-webui/docs/blob/02c56cb6d826/docs/features/sso.md",
      for: "redirect URI, settings, claims, roles",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
