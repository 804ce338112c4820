import type { Application } from "../application.ts";

export const teleport: Application = {
  name: "teleport",
  label: "Teleport",
  is: "access to servers, clusters and databases",
  category: "infrastructure",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/v1/webapi/oidc/callback"],
    pkce: "unknown",
    scope: "openid profile email groups",
  },
  reads: {
    email: "the username, unless `username_claim` names another",
    email_verified: "must be true",
    groups: "the roles, by `claims_to_roles`",
  },
  needs: "OpenID Connect is a part of its commercial edition.",
  settings: [
    {
      in: "In a file `latchkey.yaml`, then `tctl sso test < latchkey.yaml` and `tctl create -f latchkey.yaml`",
      language: "yaml",
      text: `kind: oidc
version: v3
metadata:
  name: latchkey
spec:
  display: Latchkey
  issuer_url: {issuer}
  client_id: {client_id}
  client_secret: {client_secret}
  redirect_url: {host}/v1/webapi/oidc/callback
  username_claim: preferred_username
  scope: ["profile", "email", "groups"]
  claims_to_roles:
    - claim: groups
      value: staff
      roles: ["access"]
    - claim: groups
      value: admins
      roles: ["access", "editor"]`,
    },
  ],
  traps: [
    {
      see: "`OIDC provider did not verify email.`",
      do: "the person’s address is not confirmed in Latchkey: let them confirm it at `{issuer}/account`",
    },
    {
      see: "`Failed to calculate user attributes.`",
      do: "no entry of `claims_to_roles` fits. `tctl sso test` shows under *[OIDC] Claims* what came",
    },
    {
      see: "people choose their account each time",
      do: "Teleport asks with `prompt=select_account`, unless `prompt` is set",
    },
  ],
  sources: [
    {
      url: "https://github.com/gravitational/teleport/blob/0527c51df21f/docs/pages/admin-guides/access-controls/sso/oidc.mdx",
      for: "redirect URI, connector, claims, errors, prompt",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
