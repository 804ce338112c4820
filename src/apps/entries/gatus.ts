import type { Application } from "../application.ts";

export const gatus: Application = {
  name: "gatus",
  label: "Gatus",
  is: "a status page that checks addresses",
  category: "monitoring",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/authorization-code/callback"],
    pkce: "never",
    scope: "openid",
  },
  reads: { sub: "who is there, for `allowed-subjects`" },
  settings: [
    {
      in: "In `config.yaml`",
      language: "yaml",
      text: `security:
  oidc:
    issuer-url: {issuer}
    redirect-url: {host}/authorization-code/callback
    client-id: {client_id}
    client-secret: {client_secret}
    scopes: [openid]`,
    },
  ],
  traps: [
    {
      see: "Gatus does not start",
      do: "each of the five settings is needed, and `redirect-url` must end in `/authorization-code/callback`",
    },
    {
      see: "everybody who has an account sees the page",
      do: "without `allowed-subjects` all may. It takes the `sub` of people (`npx latchkey user show USERNAME`), no addresses",
    },
    {
      see: "`state did not match`",
      do: "the sign-in began in another tab or on another address of Gatus. Begin again",
    },
    {
      see: "`/?error=access_denied`",
      do: "the person is not in `allowed-subjects`",
    },
  ],
  sources: [
    {
      url: "https://github.com/TwiN/gatus/blob/050998fe85c9/security/oidc.go",
      for: "settings, redirect URI, `allowed-subjects`, error texts; it sends no PKCE",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
