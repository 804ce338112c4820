import type { Application } from "../application.ts";

export const openobserve: Application = {
  name: "openobserve",
  label: "OpenObserve",
  is: "logs, metrics and traces in one place",
  category: "monitoring",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/dex/callback"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: { email: "the person", name: "the name that is shown" },
  needs:
    "The Enterprise Edition. It knows OpenID Connect by way of Dex, which its chart installs: Dex is the client of Latchkey, and `{host}` here is the address of Dex.",
  settings: [
    {
      in: "In `values.yaml`, below `enterprise.dex.config`",
      language: "yaml",
      text: `connectors:
- type: oidc
  id: latchkey
  name: Latchkey
  config:
    issuer: {issuer}
    clientID: {client_id}
    clientSecret: {client_secret}
    redirectURI: {host}/dex/callback
    scopes:
    - email
    - profile
    - openid
    getUserInfo: true
    claimMapping:
      email: email
      name: name`,
    },
  ],
  traps: [
    {
      see: "`O2_DEX_CLIENT_SECRET` is refused",
      do: "that is the secret between OpenObserve and Dex, in base64, and not the one of Latchkey",
    },
    {
      see: "no names or addresses",
      do: "Dex asks for them at the userinfo endpoint only with `getUserInfo: true`",
    },
  ],
  sources: [
    {
      url: "https://github.com/openobserve/openobserve-docs/blob/5e4d48511782/docs/user-guide/identity-and-access-management/sso.md",
      for: "edition, Dex, connector, redirect URI",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
