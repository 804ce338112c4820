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
    sub: "finds the person, together with `iss`, from the second sign-in on",
    email: "finds the person at the first sign-in",
    email_verified: "must be true, if the provider is set up to check it",
    name: "the name that is shown",
  },
  needs: "`--host` is the address of the portal: `https://app.firezone.dev`, unless you run your own.",
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
      do: "the person is not in Firezone yet. People and groups have to be made there before anybody signs in; Firezone reads them only from Google, Entra and Okta",
    },
    {
      see: "`Your identity provider did not return email_verified=true for your account.`",
      do: "confirm the person’s e-mail address at Latchkey instead of turning the check off",
    },
    {
      see: "`The Discovery Document URI must not point to a private or reserved IP address.`",
      do: "Firezone’s own portal must be able to reach Latchkey, so Latchkey needs a public address",
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
