import type { Application } from "../application.ts";

export const rancher: Application = {
  name: "rancher",
  label: "Rancher",
  is: "manages many Kubernetes clusters",
  category: "infrastructure",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/verify-auth"],
    pkce: "unknown",
    scope: "openid profile email groups",
  },
  reads: { sub: "the principal, which stays for good", groups: "the groups, from userinfo" },
  settings: [
    {
      in: "Users & Authentication → Auth Provider → Generic OIDC",
      fields: {
        "Client ID": "{client_id}",
        "Client Secret": "{client_secret}",
        Endpoints: "Specify (advanced)",
        "Rancher URL": "{host}/verify-auth",
        Issuer: "{issuer}",
        "Auth Endpoint": "{authorization}",
        Scopes: "openid profile email groups",
      },
    },
  ],
  traps: [
    {
      see: "`Invalid grant_type`",
      do: "Rancher’s documentation says that this is mostly a wrong redirect URI",
    },
    {
      see: "nothing happens after *Enable*",
      do: "the browser keeps the new window closed: allow pop-ups",
    },
    {
      see: "a generated issuer that is wrong",
      do: "choose *Specify (advanced)* and write it yourself",
    },
  ],
  sources: [
    {
      url: "https://github.com/rancher/rancher-docs/blob/068c316283b0/docs/how-to-guides/new-user-guides/authentication-permissions-and-global-configuration/authentication-config/configure-generic-oidc.md",
      for: "redirect URI, fields, principal, groups, errors",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
