import type { Application } from "../application.ts";

export const opensearch: Application = {
  name: "opensearch",
  label: "OpenSearch Dashboards",
  is: "searches and shows logs and documents",
  category: "monitoring",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/openid/login"],
    postLogoutRedirectUris: ["{host}"],
    pkce: "unknown",
    mayRefresh: true,
    scope: "openid profile email groups offline_access",
  },
  reads: { preferred_username: "the user, by `subject_key`", groups: "the back-end roles, by `roles_key`" },
  settings: [
    {
      in: "In `opensearch_dashboards.yml`",
      language: "yaml",
      text: `opensearch_security.auth.type: "openid"
opensearch_security.openid.connect_url: "{discovery}"
opensearch_security.openid.client_id: "{client_id}"
opensearch_security.openid.client_secret: "{client_secret}"
opensearch_security.openid.scope: "openid profile email groups offline_access"
opensearch_security.openid.base_redirect_url: "{host}"`,
    },
    {
      in: "In `config.yml` of the security plugin",
      language: "yaml",
      text: `config:
  dynamic:
    authc:
      openid_auth_domain:
        http_enabled: true
        transport_enabled: true
        order: 0
        http_authenticator:
          type: openid
          challenge: false
          config:
            subject_key: preferred_username
            roles_key: groups
            openid_connect_url: {discovery}
            required_audience: {client_id}
        authentication_backend:
          type: noop`,
    },
  ],
  traps: [
    {
      see: "people sign in and may see nothing",
      do: "no role of OpenSearch names the group as a back-end role",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "behind a proxy, `base_redirect_url` has to be the address that people open",
    },
    {
      see: "tokens are refused although the keys are right",
      do: "the clocks differ: `jwt_clock_skew_tolerance_seconds` is 30",
    },
  ],
  sources: [
    {
      url: "https://github.com/opensearch-project/documentation-website/blob/05a98836ec37/_security/authentication-backends/openid-connect.md",
      for: "settings of both parts, claims, clocks",
    },
    { for: "the redirect URI" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
