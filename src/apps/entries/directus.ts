import type { Application } from "../application.ts";

export const directus: Application = {
  name: "directus",
  label: "Directus",
  is: "an interface and an API for a database",
  category: "data",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/login/latchkey/callback"],
    pkce: "always",
    scope: "openid profile email",
  },
  reads: {
    sub: "finds the user, by `IDENTIFIER_KEY`",
    given_name: "the first name",
    family_name: "the last name",
    email: "the address",
  },
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `PUBLIC_URL={host}
AUTH_PROVIDERS=latchkey
AUTH_LATCHKEY_DRIVER=openid
AUTH_LATCHKEY_CLIENT_ID={client_id}
AUTH_LATCHKEY_CLIENT_SECRET={client_secret}
AUTH_LATCHKEY_ISSUER_URL={discovery}
AUTH_LATCHKEY_IDENTIFIER_KEY=sub
AUTH_LATCHKEY_ALLOW_PUBLIC_REGISTRATION=true
AUTH_LATCHKEY_DEFAULT_ROLE_ID=ROLE_ID
AUTH_LATCHKEY_LABEL=Latchkey`,
    },
  ],
  traps: [
    {
      see: "users have no names",
      do: "Directus reads the first and the last name apart: `npx latchkey user update USERNAME --claim given_name=… --claim family_name=…`",
    },
    {
      see: "people sign in but may do nothing",
      do: "`AUTH_LATCHKEY_DEFAULT_ROLE_ID` is missing, or not the id of a role",
    },
    {
      see: "new people are refused",
      do: "`AUTH_LATCHKEY_ALLOW_PUBLIC_REGISTRATION` is not `true`: then you make the users yourself",
    },
  ],
  sources: [
    {
      url: "https://github.com/directus/directus/blob/0bc99633746/docs/self-hosted/sso.md",
      for: "redirect URI, settings, roles, new users",
    },
  ],
  proof: { by: "hand", on: "2026-11-23", version: "11.3.5" },
};
