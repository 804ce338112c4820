import type { Application } from "../application.ts";

export const firezone: Application = {
  name: "firezone",
  label: "Firezone",
  is: "remote access over WireGuard",
  category: "infrastructure",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/oidc/callback"],
    pkce: "always",
    scope: "openid profile email",
  },
  reads: {
    sub: "with `iss`, the person from the second sign-in on",
    email: "finds the person at the first sign-in",
    email_verified: "must be true if the provider is set up so",
    name: "the name that is shown",
  },
  needs: "`{host}` is the portal: `https://app.firezone.dev`, unless you run your own.",
  settings: [
    {
      in: "Settings → Authentication → Add Provider → OIDC",
      fields: {
        "Client ID": "{client_id}",
        "Client secret": "{client_secret}",
        "Discovery Document URI": "{discovery}",
      },
    },
  ],
  traps: [
    {
      see: "somebody signs in at Latchkey and is refused",
      do: "nobody made the person in Firezone: that has to be done before they sign in, and so for groups. Only Google, Entra and Okta bring them along",
    },
    {
      see: "`Your identity provider did not return email_verified=true for your account.`",
      do: "confirm the address at Latchkey, rather than turn the check off",
    },
    {
      see: "`The Discovery Document URI must not point to a private or reserved IP address.`",
      do: "the portal must reach Latchkey from outside: a Latchkey inside your network does not do for the portal of Firezone",
    },
  ],
  sources: [
    {
      url: "https://github.com/firezone/firezone/blob/aa895af0cd65/website/src/app/kb/authenticate/oidc/readme.mdx",
      for: "redirect URI, scopes, fields, PKCE, people and groups",
    },
    {
      url: "https://github.com/firezone/firezone/blob/007158ece791/elixir/lib/portal_web/controllers/oidc_controller.ex",
      for: "verified addresses, errors",
    },
  ],
  proof: { by: "documentation", on: "2026-11-29" },
};
