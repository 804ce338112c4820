import type { Application } from "../application.ts";

export const plane: Application = {
  name: "plane",
  label: "Plane",
  is: "issues, cycles and pages of a team",
  category: "business",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/oidc/callback/"],
    postLogoutRedirectUris: ["{host}/auth/oidc/logout/"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: { email: "finds the account", given_name: "the first name", family_name: "the last name" },
  needs: "OpenID Connect is a part of the plans Pro and Business.",
  settings: [
    {
      in: "At `{host}/god-mode/authentication/oidc`",
      fields: {
        "Client ID": "{client_id}",
        "Client secret": "{client_secret}",
        "Token URL": "{token}",
        "User info URL": "{userinfo}",
        "Authorize URL": "{authorization}",
        "Logout URL": "{logout}",
        "IdP name": "Latchkey",
      },
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey",
      do: "the redirect URI ends with a slash",
    },
    {
      see: "Plane refuses somebody without an address",
      do: "it finds people by `email` alone: the account of Latchkey needs one",
    },
  ],
  sources: [
    {
      url: "https://github.com/makeplane/developer-docs/blob/0a6ec2bd4e51/docs/self-hosting/govern/oidc-sso.md",
      for: "redirect URI, return after sign-out, fields, claims, plans",
    },
    { for: "the scopes" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
