import type { Application } from "../application.ts";

export const wordpress: Application = {
  name: "wordpress",
  label: "WordPress",
  is: "web sites and blogs",
  category: "teams",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/wp-admin/admin-ajax.php?action=openid-connect-authorize"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: {
    preferred_username: "finds the account, and the username of a new one",
    email: "the address of a new account",
    name: "the name that is shown",
  },
  needs: "The plugin *OpenID Connect Generic*.",
  settings: [
    {
      in: "Settings → OpenID Connect Client",
      fields: {
        "Client ID": "{client_id}",
        "Client Secret Key": "{client_secret}",
        "OpenID Scope": "openid profile email",
        "Login Endpoint URL": "{authorization}",
        "Userinfo Endpoint URL": "{userinfo}",
        "Token Validation Endpoint URL": "{token}",
        "End Session Endpoint URL": "{logout}",
        "JWKS URI": "{keys}",
        "Identity Key": "preferred_username",
        "Nickname Key": "preferred_username",
        "Email Formatting": "the claim email, in braces",
        "Display Name Formatting": "the claim name, in braces",
        "Link Existing Users": "on, if accounts that are there may be taken over",
        "Create user if does not exist": "on, if new people may get an account",
      },
    },
  ],
  traps: [
    {
      see: "an error about an account that exists already",
      do: "*Link Existing Users* is off: turn it on, or remove the account",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "with *Alternate Redirect URI* the address is `{host}/openid-connect-authorize`: add it to the client. The notes at the end of the settings show which one is used",
    },
    {
      see: "the sign-in fails with an error of a time-out or a certificate",
      do: "WordPress waits five seconds: raise *HTTP Request Timeout*. *Disable SSL Verify* works in development alone, so Latchkey needs a certificate that its machine trusts",
    },
  ],
  sources: [
    {
      url: "https://github.com/oidc-wp/openid-connect-generic/blob/00e211d294eb/includes/openid-connect-generic-settings-page.php",
      for: "redirect URIs, fields and what they do",
    },
    { for: "the way to the settings" },
  ],
  proof: { by: "documentation", on: "2026-11-28", of: "the plugin OpenID Connect Generic" },
};
