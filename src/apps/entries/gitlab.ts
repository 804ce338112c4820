import type { Application } from "../application.ts";

export const gitlab: Application = {
  name: "gitlab",
  label: "GitLab",
  is: "Git repositories with issues, builds and packages",
  category: "code",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/users/auth/openid_connect/callback"],
    pkce: "by setting",
    scope: "openid profile email",
  },
  reads: {
    preferred_username: "the identity, by `uid_field`, and the name of a new account",
    email: "the address of a new account",
    name: "the name that is shown",
  },
  settings: [
    {
      in: "In `/etc/gitlab/gitlab.rb`, then `gitlab-ctl reconfigure`",
      language: "ruby",
      text: `gitlab_rails['omniauth_allow_single_sign_on'] = ['openid_connect']
gitlab_rails['omniauth_block_auto_created_users'] = false
gitlab_rails['omniauth_providers'] = [
  {
    name: "openid_connect", # GitLab requires this name
    label: "Latchkey",
    args: {
      name: "openid_connect",
      scope: ["openid", "profile", "email"],
      response_type: "code",
      issuer: "{issuer}",
      discovery: true,
      client_auth_method: "query",
      uid_field: "preferred_username",
      send_scope_to_token_endpoint: "false",
      pkce: true,
      client_options: {
        identifier: "{client_id}",
        secret: "{client_secret}",
        redirect_uri: "{host}/users/auth/openid_connect/callback"
      }
    }
  }
]`,
    },
  ],
  traps: [
    {
      see: "GitLab does not start the sign-in with an `http:` issuer",
      do: "its library accepts https alone: `LATCHKEY_BASE_URL` has to be an https address",
    },
    {
      see: "somebody who changed the username gets a second account",
      do: "`uid_field` is `preferred_username`: leave it out, and GitLab uses `sub`, which never changes. Do it before the first sign-in",
    },
    {
      see: "`invalid_request`, because `code_challenge` is missing",
      do: "`pkce: true` is not in `args`",
    },
  ],
  sources: [
    {
      url: "https://github.com/gitlabhq/gitlabhq/blob/017a6c129d6a/doc/administration/auth/oidc.md",
      for: "redirect URI, members of the settings, PKCE, `uid_field`",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
