import type { Application } from "../application.ts";

export const consul: Application = {
  name: "consul",
  label: "Consul",
  is: "finds services in a network and says which may speak to which",
  category: "infrastructure",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/ui/oidc/callback", "http://localhost:8550/oidc/callback"],
    pkce: "unknown",
    scope: "openid profile groups",
  },
  reads: {
    preferred_username: "a value for binding rules, by `ClaimMappings`",
    groups: "a list for binding rules, by `ListClaimMappings`",
  },
  needs: "Consul Enterprise: this way of signing in is not in the free edition.",
  settings: [
    {
      in: "In a file, for `consul acl auth-method create -type=oidc -name=latchkey -max-token-ttl=8h -config=@FILE`",
      language: "json",
      text: `{
  "OIDCDiscoveryURL": "{issuer}",
  "OIDCClientID": "{client_id}",
  "OIDCClientSecret": "{client_secret}",
  "AllowedRedirectURIs": ["{host}/ui/oidc/callback", "http://localhost:8550/oidc/callback"],
  "OIDCScopes": ["profile", "groups"],
  "ClaimMappings": { "preferred_username": "username" },
  "ListClaimMappings": { "groups": "groups" }
}`,
    },
  ],
  traps: [
    {
      see: "the discovery fails",
      do: "`OIDCDiscoveryURL` is the base URL of Latchkey, without anything of `.well-known`",
    },
    {
      see: "the sign-in works in the browser and not with `consul login`",
      do: "the command has a redirect URI of its own, on `localhost:8550`. Both must stand in `AllowedRedirectURIs`",
    },
    {
      see: "claims are missing in binding rules",
      do: "only what `ClaimMappings` and `ListClaimMappings` name is there, and `groups` needs its scope in `OIDCScopes`",
    },
  ],
  sources: [
    {
      url: "https://github.com/hashicorp/consul/blob/111b19dc7676/website/content/docs/security/acl/auth-methods/oidc.mdx",
      for: "redirect URIs, settings, mappings, the edition",
    },
    { for: "the command" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
