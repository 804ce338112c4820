import type { Application } from "../application.ts";

export const netbird: Application = {
  name: "netbird",
  label: "NetBird",
  is: "a private network between your machines",
  category: "infrastructure",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oauth2/callback/CONNECTOR_ID"],
    postLogoutRedirectUris: ["{host}/oauth2/logout/callback"],
    pkce: "unknown",
    scope: "openid profile email groups",
  },
  reads: {
    sub: "the user",
    email: "the address; without it and a name, people are shown as their `sub`",
    name: "the name that is shown",
    groups: "the groups, with *JWT group sync*",
  },
  needs:
    "NetBird on your own server, with its embedded identity provider, which passes people on to Latchkey.",
  settings: [
    {
      in: "Settings → Identity Providers → Add Identity Provider",
      fields: {
        Type: "Generic OIDC",
        Name: "Latchkey",
        "Client ID": "{client_id}",
        "Client Secret": "{client_secret}",
        Issuer: "{issuer}",
      },
    },
    {
      in: "Settings → Groups, if the groups should come along",
      fields: { "JWT group sync": "on", "JWT claim": "groups" },
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey",
      do: "the redirect URI ends in the id of the connector, which NetBird shows after *Save*: `npx latchkey client update {client_id} --redirect-uri URI`",
    },
    {
      see: "`Invalid token` or `Token validation failed`",
      do: "the issuer has a slash at its end, or the clocks differ",
    },
    {
      see: "groups do not come along",
      do: "*JWT claim* has another name, or the scope `groups` is missing",
    },
  ],
  sources: [
    {
      url: "https://github.com/netbirdio/docs/blob/6b5c85d79127/src/pages/selfhosted/identity-providers/generic-oidc.mdx",
      for: "redirect URIs, fields, claims, groups, errors",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
