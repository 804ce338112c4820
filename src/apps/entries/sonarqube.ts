import type { Application } from "../application.ts";

export const sonarqube: Application = {
  name: "sonarqube",
  label: "SonarQube",
  is: "looks for faults in source code",
  category: "code",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oauth2/callback/oidc"],
    pkce: "unknown",
    scope: "openid profile email groups",
  },
  reads: { preferred_username: "the login", groups: "the groups, if they are synchronised" },
  needs: "The plugin [sonar-auth-oidc](https://github.com/vaulttec/sonar-auth-oidc) has to be installed.",
  settings: [
    {
      in: "Administration → General → Security → OpenID Connect",
      fields: {
        Enabled: "on",
        "Issuer URI": "{issuer}",
        "Client ID": "{client_id}",
        "Client secret": "{client_secret}",
        Scopes: "openid profile email groups",
        "Groups claim name": "groups",
      },
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey, with two slashes in the redirect URI",
      do: "*Server base URL* (General) ends in a slash. It must be the address of SonarQube without one",
    },
    {
      see: "people are signed in again as soon as they sign out",
      do: "*Auto-Login* is on. Add `/?auto-login=false` to the address for a sign-in without it",
    },
    {
      see: "the button leads nowhere although discovery works from a browser",
      do: "SonarQube uses an HTTP proxy: name the host of Latchkey in `http.nonProxyHosts` of `sonar.properties`",
    },
  ],
  sources: [
    {
      url: "https://github.com/vaulttec/sonar-auth-oidc/blob/0327ac46143e/README.md",
      for: "redirect URI, base URL, automatic sign-in, groups",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28", of: "the plugin sonar-auth-oidc" },
};
