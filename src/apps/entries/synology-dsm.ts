import type { Application } from "../application.ts";

export const synologyDsm: Application = {
  name: "synology-dsm",
  label: "Synology DSM",
  is: "the system of Synology’s network storage",
  category: "infrastructure",
  connection: {
    kind: "openid",
    redirectUris: ["{host}"],
    pkce: "unknown",
    scope: "openid profile email groups",
  },
  reads: { preferred_username: "the username of an account that is there, by *Username claim*" },
  needs: "DSM 7.2 or newer for its own accounts; DSM 7.1 knows only those of a domain or LDAP server.",
  settings: [
    {
      in: "Control Panel → Domain/LDAP → SSO Client, with *Enable OpenID Connect SSO service*",
      fields: {
        Profile: "OIDC",
        "Account type": "Domain/LDAP/local",
        Name: "Latchkey",
        "Well-known URL": "{discovery}",
        "Application ID": "{client_id}",
        "Application secret": "{client_secret}",
        "Redirect URL": "{host}",
        "Authorization scope": "openid profile email groups",
        "Username claim": "preferred_username",
      },
    },
  ],
  traps: [
    {
      see: "somebody signs in at Latchkey and not in DSM",
      do: "DSM makes no accounts: the username at Latchkey must be that of an account in DSM, in its LDAP server or in its domain",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "*Redirect URL* has a slash at its end, or is not the address that people open",
    },
    {
      see: "no *Domain/LDAP/local* to choose",
      do: "that is DSM 7.1: it needs a shared LDAP server",
    },
  ],
  sources: [
    {
      url: "https://github.com/authelia/authelia/blob/002e30ea375e/docs/content/integration/openid-connect/clients/synology-dsm/index.md",
      for: "redirect URI, fields, accounts, as Authelia tested it with DSM 7.2",
      isByOthers: true,
    },
    {
      url: "https://pocket-id.org/docs/client-examples/synology",
      for: "the same fields, and which account signs in",
      isByOthers: true,
    },
  ],
  proof: { by: "documentation", on: "2026-11-29" },
};
