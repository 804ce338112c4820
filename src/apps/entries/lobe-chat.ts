import type { Application } from "../application.ts";

export const lobeChat: Application = {
  name: "lobe-chat",
  label: "LobeChat",
  is: "conversations with language models",
  category: "data",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/api/auth/callback/authelia"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: { sub: "finds the account", name: "the name that is shown", email: "the address" },
  needs:
    "LobeChat has a list of providers and no entry for others. The entry *Authelia* takes any issuer with discovery, so it is the one that is used here.",
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `AUTH_SECRET=RANDOM_TEXT
AUTH_URL={host}/api/auth
NEXT_AUTH_SSO_PROVIDERS=authelia
AUTH_AUTHELIA_ID={client_id}
AUTH_AUTHELIA_SECRET={client_secret}
AUTH_AUTHELIA_ISSUER={issuer}`,
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey",
      do: "`AUTH_URL` is the address that people open, with `/api/auth` behind it",
    },
    {
      see: "an error about a missing secret at the start",
      do: "`AUTH_SECRET` encrypts its sessions: `openssl rand -base64 32`",
    },
  ],
  sources: [
    {
      url: "https://github.com/lobehub/lobe-chat/blob/50af0e98b004/docs/self-hosting/advanced/auth/next-auth/authelia.mdx",
      for: "redirect URI and settings",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
