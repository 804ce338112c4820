import type { Application } from "../application.ts";

export const awx: Application = {
  name: "awx",
  label: "AWX",
  is: "runs Ansible playbooks from a page and by an API",
  category: "code",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/sso/complete/oidc/"],
    pkce: "never",
    scope: "openid profile email",
  },
  reads: {
    preferred_username: "the username",
    given_name: "the first name",
    family_name: "the last name",
    email: "the address",
  },
  settings: [
    {
      in: "Settings → Generic OIDC settings",
      fields: {
        "OIDC Key": "{client_id}",
        "OIDC Secret": "{client_secret}",
        "OIDC Provider URL": "{issuer}",
        "Verify OIDC Provider Certificate": "on",
      },
    },
  ],
  traps: [
    {
      see: "people sign in but may do nothing",
      do: "AWX takes neither organizations nor teams from OpenID Connect: give people roles there",
    },
    {
      see: "a second account, with a number after the username",
      do: "an account with that username existed already, and its person signed in another way, such as with a password",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "*Base URL of the service*, in the settings of the system, is not the address that people open, or the redirect URI was registered without the slash at its end",
    },
    {
      see: "the sign-in fails as soon as it begins",
      do: "*OIDC Provider URL* must be the base URL alone, without `/.well-known/openid-configuration` and without a slash at the end",
    },
  ],
  sources: [
    {
      url: "https://github.com/ansible/awx/blob/0a655cabe81c/docs/docsite/rst/administration/ent_auth.rst",
      for: "fields, accounts, what is not taken over",
    },
    {
      url: "https://github.com/authelia/authelia/blob/03e273fa3b50/docs/content/integration/openid-connect/clients/ansible-awx/index.md",
      for: "redirect URI, no PKCE, as Authelia tested it with 24.6.1",
      isByOthers: true,
    },
    {
      url: "https://pypi.org/project/social-auth-core/7.0.0/",
      for: "claims, scopes, the form of the URL, in the library that AWX uses",
    },
  ],
  proof: { by: "documentation", on: "2026-11-29" },
};
