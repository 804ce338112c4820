import type { Application } from "../application.ts";

export const boundary: Application = {
  name: "boundary",
  label: "Boundary",
  is: "access to servers and databases without a private network",
  category: "infrastructure",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/v1/auth-methods/oidc:authenticate:callback"],
    pkce: "unknown",
    scope: "openid profile email groups",
  },
  reads: {
    sub: "the account",
    name: "the name that is shown",
    email: "the address",
    groups: "what filters of managed groups can look at",
  },
  settings: [
    {
      in: "On a machine with the command `boundary`, after signing in as an administrator",
      language: "sh",
      text: `boundary auth-methods create oidc -name latchkey \\
  -issuer {issuer} \\
  -client-id {client_id} \\
  -client-secret {client_secret} \\
  -signing-algorithm RS256 \\
  -claims-scopes profile -claims-scopes email -claims-scopes groups \\
  -api-url-prefix {host}
boundary auth-methods change-state oidc -id AUTH_METHOD_ID -state active-public`,
    },
  ],
  traps: [
    {
      see: "nobody sees the new way to sign in",
      do: "it is inactive until `change-state` makes it `active-public`",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "`-api-url-prefix` is not the address that people use, and Boundary builds its redirect URI from it",
    },
  ],
  sources: [
    {
      url: "https://github.com/hashicorp/boundary/blob/01f88f566d1f/internal/cmd/commands/authmethodscmd/oidc_funcs.go",
      for: "options of the command, the state",
    },
    { for: "the path of the redirect URI, the name of the state" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
