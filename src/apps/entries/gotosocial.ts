import type { Application } from "../application.ts";

export const gotosocial: Application = {
  name: "gotosocial",
  label: "GoToSocial",
  is: "a small server for the Fediverse",
  category: "teams",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/callback"],
    pkce: "unknown",
    scope: "openid email profile groups",
  },
  reads: {
    sub: "finds the account",
    preferred_username: "is offered as the username, which stays for good",
    email: "the address of a new account; without it there is none",
    groups: "who administers, by `oidc-admin-groups`",
  },
  settings: [
    {
      in: "In `config.yaml`",
      language: "yaml",
      text: `oidc-enabled: true
oidc-idp-name: "Latchkey"
oidc-issuer: "{issuer}"
oidc-client-id: "{client_id}"
oidc-client-secret: "{client_secret}"
oidc-scopes: ["openid", "email", "profile", "groups"]
oidc-admin-groups: ["admins"]`,
    },
  ],
  traps: [
    {
      see: "the first sign-in of a person fails",
      do: "a new account needs an address that nobody else has there: `npx latchkey user update USERNAME --email ADDRESS`",
    },
    {
      see: "people who had accounts before cannot reach them",
      do: "`oidc-link-existing: true` finds them by address. Turn it off when all have signed in once",
    },
    {
      see: "its own sign-in page is gone",
      do: "that is so by design: with OpenID Connect there is no other way in",
    },
  ],
  sources: [
    {
      url: "https://github.com/superseriousbusiness/gotosocial/blob/14830880157e/docs/configuration/oidc.md",
      for: "redirect URI, settings, accounts, groups",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
