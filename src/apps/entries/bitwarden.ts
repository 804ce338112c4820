import type { Application } from "../application.ts";

export const bitwarden: Application = {
  name: "bitwarden",
  label: "Bitwarden",
  is: "a password manager for people and organizations",
  category: "home",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/sso/oidc-signin", "{host}/oidc-signin"],
    postLogoutRedirectUris: ["{host}/sso/oidc-signedout", "{host}/oidc-signedout"],
    pkce: "always",
    scope: "openid email profile",
  },
  reads: {
    sub: "the member, once they are linked",
    email: "finds the account before that",
    name: "the name of a new account",
  },
  needs:
    "Single sign-on needs the plan Enterprise. For Bitwarden’s own cloud, `--host` is `https://sso.bitwarden.com` or `https://sso.bitwarden.eu`.",
  settings: [
    {
      in: "Admin Console → Settings → Single sign-on, with *Allow SSO authentication*",
      fields: {
        "SSO identifier": "a name for your organization, which people type",
        Type: "OpenID Connect",
        Authority: "{issuer}",
        "Client ID": "{client_id}",
        "Client secret": "{client_secret}",
        "Metadata address": "{discovery}",
        "OIDC redirect behavior": "Form POST",
        "Get claims from user info endpoint": "on",
      },
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey",
      do: "the redirect URI is the one that Bitwarden’s page shows as *Callback path*. Register it: `npx latchkey client update {client_id} --redirect-uri URI`",
    },
    {
      see: "`Cannot find email claim`",
      do: "*Get claims from user info endpoint* is off, or the account at Latchkey has no e-mail address",
    },
    {
      see: "somebody who already has a Bitwarden account is refused",
      do: "the organization must first invite them, and they must accept the invitation",
    },
    {
      see: "the master password is still asked for",
      do: "it decrypts the vault. *Member decryption options* offers other ways, such as trusted devices",
    },
  ],
  sources: [
    {
      url: "https://bitwarden.com/help/configure-sso-oidc/",
      for: "fields, the identifier, decryption",
    },
    {
      url: "https://github.com/bitwarden/server/blob/2991e0e45429/src/Core/Auth/Models/Data/SsoConfigurationData.cs",
      for: "the ends of the redirect URIs",
    },
    {
      url: "https://github.com/bitwarden/server/blob/01bae115a5b3/util/Setup/Templates/NginxConfig.hbs",
      for: "`/sso` before them on a server of your own",
    },
    {
      url: "https://github.com/bitwarden/server/blob/0139b7b57220/bitwarden_license/src/Sso/Controllers/AccountController.cs",
      for: "claims, and who is let in",
    },
    {
      url: "https://github.com/authelia/authelia/blob/03e273fa3b50/docs/content/integration/openid-connect/clients/bitwarden/index.md",
      for: "PKCE and the values of the fields, as Authelia tested them with 2025.7.3",
      isByOthers: true,
    },
  ],
  proof: { by: "documentation", on: "2026-11-29" },
};
