import type { Application } from "../application.ts";

export const kibana: Application = {
  name: "kibana",
  label: "Kibana",
  is: "searches and shows what lies in Elasticsearch",
  category: "monitoring",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/api/security/oidc/callback"],
    postLogoutRedirectUris: ["{host}/security/logged_out"],
    pkce: "unknown",
    scope: "openid profile email groups",
  },
  reads: { sub: "the person, as `claims.principal` says", groups: "the groups, for the mapping of roles" },
  needs:
    "OpenID Connect is a part of the paid subscriptions of Elasticsearch, and of its trial. Elasticsearch needs TLS for HTTP and its token service.",
  settings: [
    {
      in: "In `elasticsearch.yml`",
      language: "yaml",
      text: `xpack.security.authc.token.enabled: true
xpack.security.authc.realms.oidc.oidc1:
  order: 2
  rp.client_id: "{client_id}"
  rp.response_type: code
  rp.redirect_uri: "{host}/api/security/oidc/callback"
  rp.requested_scopes: ["openid", "profile", "email", "groups"]
  rp.post_logout_redirect_uri: "{host}/security/logged_out"
  op.issuer: "{issuer}"
  op.authorization_endpoint: "{authorization}"
  op.token_endpoint: "{token}"
  op.userinfo_endpoint: "{userinfo}"
  op.endsession_endpoint: "{logout}"
  op.jwkset_path: "{keys}"
  claims.principal: sub
  claims.groups: groups`,
    },
    {
      in: "On each node of Elasticsearch",
      language: "sh",
      text: `echo {client_secret} | bin/elasticsearch-keystore add --stdin xpack.security.authc.realms.oidc.oidc1.rp.client_secret`,
    },
    {
      in: "In `kibana.yml`",
      language: "yaml",
      text: `xpack.security.authc.providers:
  oidc.oidc1:
    order: 0
    realm: oidc1
  basic.basic1:
    order: 1`,
    },
  ],
  signOut:
    "Kibana sends the browser to Latchkey, which asks whether to end its session, too, and comes back to `{host}/security/logged_out`.",
  traps: [
    {
      see: "signed in, and no right to anything",
      do: "a new person has no role: map `groups` to roles in *Stack Management → Role Mappings*",
    },
    {
      see: "Elasticsearch does not start after the change",
      do: "the secret is not in the keystore, or `xpack.security.authc.token.enabled` stands without TLS for HTTP",
    },
    {
      see: "programs that use the API are refused",
      do: "this realm is for browsers alone: keep another one, such as `native`, beside it",
    },
  ],
  sources: [
    {
      url: "https://github.com/elastic/docs-content/blob/049d66b3fea1/deploy-manage/users-roles/cluster-or-deployment-auth/openid-connect.md",
      for: "redirect URI, realm, secret in the keystore, sign-out, what has to be there first",
    },
    { for: "the providers of `kibana.yml` and the requested scopes" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
