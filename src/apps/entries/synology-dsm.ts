import type { Application } from "../application.ts";

export const synologyDsm: Application = {
  name: "synology-dsm",
  label: "Synology DSM",
  is: "the operating system of Synology’s network storage",
  category: "infrastructure",
  connection: {
    kind: "openid",
    redirectUris: ["{host}"],
    pkce: "unknown",
    scope: "openid profile email groups",
  },
  reads: { preferred_username: "finds the account with this username; chosen by *Username claim*" },
  needs:
    "DSM 7.2 or newer for accounts of DSM itself; DSM 7.1 admits only those of a domain or an LDAP server.",
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
      see: "somebody is signed in at Latchkey, but not in DSM",
      do: "DSM makes no accounts: the username at Latchkey must be that of an account of DSM, its domain or its LDAP server",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "*Redirect URL* ends in a slash, or is not the address that people open",
    },
    {
      see: "*Account type* has no *Domain/LDAP/local*",
      do: "this is DSM 7.1, which needs a domain or an LDAP server",
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
