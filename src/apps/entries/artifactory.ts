import type { Application } from "../application.ts";

export const artifactory: Application = {
  name: "artifactory",
  label: "JFrog Artifactory",
  is: "a repository for packages and container images, which also caches those of other repositories",
  category: "code",
  connection: {
    kind: "openid",
    redirectUris: [
      "{host}/ui/api/v1/auth/oauth2/loginResponse",
      "{host}/artifactory/api/oauth2/loginResponse",
    ],
    pkce: "by setting",
    scope: "openid profile email",
  },
  reads: {},
  settings: [
    {
      in: "Administration → Authentication Providers → OAuth SSO",
      fields: {
        "Enable OAuth": "on",
        "Auto Create System Users": "on, if new people may get an account",
      },
    },
    {
      in: "On the same page, *New*",
      fields: {
        Enabled: "on",
        "PKCE Enabled": "on",
        "Provider Name": "Latchkey",
        "Provider Type": "OpenID",
        "Client ID": "{client_id}",
        Secret: "{client_secret}",
        "Auth URL": "{authorization}",
        "API URL": "{userinfo}",
        "Token URL": "{token}",
      },
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey",
      do: "*Custom Base URL*, which OAuth needs, is not the address that people open",
    },
    {
      see: "with several nodes, the sign-in fails now and then",
      do: "people must come back to the node that sent them away: the load balancer needs sticky sessions for `/artifactory/api/oauth2/`",
    },
    {
      see: "`docker login` or `npm login` does not lead to Latchkey",
      do: "Artifactory does that only with GitHub Enterprise",
    },
    {
      see: "somebody without an account is refused",
      do: "*Auto Create System Users* is off",
    },
  ],
  sources: [
    {
      url: "https://jfrog.com/help/r/jfrog-platform-administration-documentation/configure-oauth",
      for: "the page, new accounts, the base URL",
    },
    {
      url: "https://jfrog.com/help/r/jfrog-platform-administration-documentation/add-a-new-oauth-provider",
      for: "fields, PKCE, Docker and npm",
    },
    {
      url: "https://jfrog.com/help/r/jfrog-platform-administration-documentation/use-oauth-on-high-availability-setup",
      for: "several nodes, the beginning of the redirect URI",
    },
    {
      url: "https://github.com/jfrog/terraform-provider-artifactory/blob/43ee1a312e0e/docs/resources/artifactory_oauth_settings.md",
      for: "what goes into the three URLs",
    },
    { for: "the redirect URIs of newer and older releases, scopes" },
  ],
  proof: { by: "documentation", on: "2026-11-29" },
};
