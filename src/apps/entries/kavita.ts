import type { Application } from "../application.ts";

export const kavita: Application = {
  name: "kavita",
  label: "Kavita",
  is: "a library of comics, manga and books, which are read in the browser",
  category: "files",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/signin-oidc"],
    postLogoutRedirectUris: ["{host}/signout-callback-oidc"],
    pkce: "always",
    mayRefresh: true,
    scope: "openid profile offline_access email",
  },
  reads: {
    sub: "finds the account, once they are linked",
    email: "finds the account before that",
    email_verified: "must be true, with *Require Verified Emails*",
    preferred_username: "the username of a new account",
    name: "the username, if `preferred_username` is taken or missing",
  },
  needs: "Kavita 0.8.8 or newer, and Latchkey at an https address.",
  settings: [
    {
      in: "Settings → Server → OpenID Connect; then restart Kavita",
      fields: {
        Authority: "{issuer}",
        "Client ID": "{client_id}",
        "Client Secret": "{client_secret}",
        "Provider name": "Latchkey",
        "Provision Accounts": "on, if new people may get an account",
        "Require Verified Emails": "on",
      },
    },
  ],
  signOut:
    "Signing out also leads to Latchkey, which asks whether to end its session and then sends people back to `/signout-callback-oidc`.",
  traps: [
    {
      see: "no button on the sign-in page",
      do: "Kavita was not restarted, or could not read the discovery document when it started: `Failed to load OIDC configuration, OIDC will not be enabled. Restart to retry`",
    },
    {
      see: "`OpenIdConnect authority is not using https, you must configure tls for your idp.` in its log",
      do: "Kavita accepts only an issuer with https",
    },
    {
      see: "`errors.oidc.role-not-assigned` in the address",
      do: "if Kavita synchronizes settings, new people need the role `Login` or `Admin` in the claim for roles. Make it from groups: `npx latchkey client claim add {client_id} roles --from groups --map readers=Login`",
    },
    {
      see: "`errors.oidc.email-in-use`",
      do: "the account with that address is linked to another person: an administrator has to unlink it",
    },
    {
      see: "`errors.oidc.email-not-verified`",
      do: "confirm the person’s e-mail address at Latchkey",
    },
  ],
  sources: [
    {
      url: "https://wiki.kavitareader.com/guides/admin-settings/open-id-connect",
      for: "redirect URIs, fields, the release, roles",
    },
    {
      url: "https://github.com/Kareadita/Kavita/blob/12b075e8cfdb/Kavita.Services/OidcService.cs",
      for: "claims, accounts, errors",
    },
    {
      url: "https://github.com/dotnet/aspnetcore/blob/049a38afe284/src/Security/Authentication/OpenIdConnect/src/OpenIdConnectOptions.cs",
      for: "PKCE, in the library that Kavita uses",
    },
    {
      url: "https://pocket-id.org/docs/client-examples/kavita",
      for: "the way to the settings and the name of the provider, from the documentation of Pocket ID",
      isByOthers: true,
    },
  ],
  proof: { by: "documentation", on: "2026-11-29" },
};
