import type { Application } from "../application.ts";

export const semaphore: Application = {
  name: "semaphore",
  label: "Semaphore UI",
  is: "runs Ansible and other tools from the browser",
  category: "code",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/api/auth/oidc/latchkey/redirect"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: {
    preferred_username: "the username, by `username_claim`",
    name: "the name that is shown",
    email: "the address",
  },
  settings: [
    {
      in: "In `config.json`",
      language: "json",
      text: `"oidc_providers": {
  "latchkey": {
    "display_name": "Sign in with Latchkey",
    "icon": "login",
    "provider_url": "{issuer}",
    "client_id": "{client_id}",
    "client_secret": "{client_secret}",
    "redirect_url": "{host}/api/auth/oidc/latchkey/redirect",
    "scopes": ["openid", "profile", "email"],
    "username_claim": "preferred_username",
    "name_claim": "name",
    "email_claim": "email"
  }
}`,
    },
  ],
  traps: [
    {
      see: "a random username",
      do: "`username_claim` is empty or `|`, which makes one up for each person",
    },
    {
      see: "people without an address are refused",
      do: "`email_claim` may have an alternative behind a bar, such as `email | {{ .preferred_username }}@example.org`",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "the redirect URI contains the name of the provider, here `latchkey`",
    },
  ],
  sources: [
    {
      url: "https://github.com/semaphoreui/semaphore-docs/blob/8e6412014a88/docs/administration-guide/openid.md",
      for: "redirect URI, members, expressions for claims",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
