import type { Application } from "../application.ts";

export const jenkins: Application = {
  name: "jenkins",
  label: "Jenkins",
  is: "builds and tests software",
  category: "code",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/securityRealm/finishLogin"],
    postLogoutRedirectUris: ["{host}/OicLogout"],
    pkce: "by setting",
    scope: "openid profile email groups",
  },
  reads: {
    preferred_username: "the user id, by `userNameField`",
    name: "the name that is shown",
    email: "the address",
    groups: "the groups for the authorization of Jenkins",
  },
  needs:
    "The plugin [OpenId Connect Authentication](https://plugins.jenkins.io/oic-auth/) has to be installed.",
  settings: [
    {
      in: "As configuration as code; the fields of *Manage Jenkins → Security* have the same names",
      language: "yaml",
      text: `jenkins:
  securityRealm:
    oic:
      automanualconfigure: auto
      wellKnownOpenIDConfigurationUrl: {discovery}
      overrideScopes: openid profile email groups
      clientId: {client_id}
      clientSecret: {client_secret}
      userNameField: preferred_username
      fullNameFieldName: name
      emailFieldName: email
      groupsFieldName: groups
      logoutFromOpenidProvider: true
      pkceEnabled: true`,
    },
  ],
  traps: [
    {
      see: "Latchkey says that a scope is unknown, or the plugin gets more than it should",
      do: "without `overrideScopes` the plugin asks for every scope that discovery names",
    },
    {
      see: "nobody can enter any more",
      do: "`escapeHatchEnabled`, with `escapeHatchUsername` and `escapeHatchSecret`, keeps one way in without Latchkey. Set it before the first try",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "the root URL of Jenkins (*Manage Jenkins → System*) is another one: `rootURLFromRequest: true` takes the address of the request",
    },
  ],
  sources: [
    {
      url: "https://github.com/jenkinsci/oic-auth-plugin/blob/0847e00401ca/docs/configuration/README.md",
      for: "fields, scopes, claims, PKCE, the escape hatch",
    },
    { for: "the redirect URI and the address after sign-out" },
  ],
  proof: { by: "documentation", on: "2026-11-28", of: "the plugin OpenId Connect Authentication" },
};
