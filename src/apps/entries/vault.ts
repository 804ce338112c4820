import type { Application } from "../application.ts";

export const vault: Application = {
  name: "vault",
  label: "HashiCorp Vault",
  is: "keeps secrets for people and programs",
  category: "infrastructure",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/ui/vault/auth/oidc/oidc/callback", "http://localhost:8250/oidc/callback"],
    pkce: "unknown",
    scope: "openid profile groups",
  },
  reads: {
    preferred_username: "the name of the alias, by `user_claim`",
    groups: "the groups, by `groups_claim`",
  },
  settings: [
    {
      in: "With the command line of Vault",
      language: "sh",
      text: `vault auth enable oidc
vault write auth/oidc/config \\
  oidc_discovery_url="{issuer}" \\
  oidc_client_id="{client_id}" \\
  oidc_client_secret="{client_secret}" \\
  default_role="people"
vault write auth/oidc/role/people \\
  user_claim="preferred_username" groups_claim="groups" \\
  oidc_scopes="profile,groups" \\
  allowed_redirect_uris="{host}/ui/vault/auth/oidc/oidc/callback" \\
  allowed_redirect_uris="http://localhost:8250/oidc/callback" \\
  token_policies="default"`,
    },
  ],
  traps: [
    {
      see: "the browser works and `vault login -method=oidc` does not",
      do: "the command listens on `http://localhost:8250/oidc/callback`, which has to be in the role as well",
    },
    {
      see: "people may do nothing",
      do: "groups become policies through an external group with an alias of the same name",
    },
  ],
  sources: [
    {
      url: "https://github.com/hashicorp/vault/blob/134097706037/website/content/docs/auth/jwt/oidc-providers/keycloak.mdx",
      for: "the kind of client",
    },
    { for: "the commands, which OpenBao shares, the redirect URIs, the role and the groups" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
