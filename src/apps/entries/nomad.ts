import type { Application } from "../application.ts";

export const nomad: Application = {
  name: "nomad",
  label: "Nomad",
  is: "runs containers and programs on many machines",
  category: "infrastructure",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/ui/settings/tokens", "http://localhost:4649/oidc/callback"],
    pkce: "unknown",
    scope: "openid profile groups",
  },
  reads: {
    preferred_username: "the name of the token, by `ClaimMappings`",
    groups: "the policies, by binding rules",
  },
  settings: [
    {
      in: "In a file `config.json`",
      language: "json",
      text: `{
  "OIDCDiscoveryURL": "{issuer}",
  "OIDCClientID": "{client_id}",
  "OIDCClientSecret": "{client_secret}",
  "OIDCScopes": ["profile", "groups"],
  "BoundAudiences": ["{client_id}"],
  "AllowedRedirectURIs": [
    "{host}/ui/settings/tokens",
    "http://localhost:4649/oidc/callback"
  ],
  "ClaimMappings": { "preferred_username": "username" },
  "ListClaimMappings": { "groups": "groups" }
}`,
    },
    {
      in: "With the command line of Nomad",
      language: "sh",
      text: `nomad acl auth-method create -name latchkey -type OIDC \\
  -max-token-ttl 1h -token-locality local -default -config @config.json
nomad acl binding-rule create -auth-method latchkey \\
  -bind-type management -selector '"admins" in list.groups'`,
    },
  ],
  traps: [
    {
      see: "the sign-in works and no token comes back",
      do: "no binding rule fits the person: without one there is nothing to give",
    },
    {
      see: "the browser works and `nomad login` does not, or the other way round",
      do: "both addresses have to be in `AllowedRedirectURIs`",
    },
  ],
  sources: [
    {
      url: "https://github.com/hashicorp/nomad/blob/166aee71f339/website/content/docs/commands/acl/auth-method/create.mdx",
      for: "the command and the members of its file",
    },
    { for: "the two redirect URIs, the scopes and the rule" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
