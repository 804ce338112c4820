import type { Application } from "../application.ts";

export const headscale: Application = {
  name: "headscale",
  label: "Headscale",
  is: "a control server for the clients of Tailscale",
  category: "infrastructure",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oidc/callback"],
    pkce: "unknown",
    scope: "openid profile email groups",
  },
  reads: {
    email: "the user, and who may enter by domain or address",
    groups: "who may enter, by `allowed_groups`",
  },
  settings: [
    {
      in: "In `config.yaml`",
      language: "yaml",
      text: `oidc:
  only_start_if_oidc_is_available: true
  issuer: "{issuer}"
  client_id: "{client_id}"
  client_secret: "{client_secret}"
  scope: ["openid", "profile", "email", "groups"]
  allowed_groups:
    - network`,
    },
  ],
  traps: [
    {
      see: "Headscale does not start",
      do: "with `only_start_if_oidc_is_available` it waits for Latchkey: `curl {discovery}` from its machine",
    },
    {
      see: "people in no group are refused",
      do: "that is what `allowed_groups` is for: leave it out for everybody. Headscale’s access rules do not know groups of OpenID Connect",
    },
  ],
  sources: [
    {
      url: "https://github.com/juanfont/headscale/blob/00fb93b6185f/docs/ref/oidc.md",
      for: "redirect URI, settings, who may enter",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
