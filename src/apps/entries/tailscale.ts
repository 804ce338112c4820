import type { Application } from "../application.ts";

export const tailscale: Application = {
  name: "tailscale",
  label: "Tailscale",
  is: "a private network between your machines",
  category: "infrastructure",
  connection: {
    kind: "openid",
    redirectUris: ["https://login.tailscale.com/a/oauth_response"],
    pkce: "never",
    scope: "openid profile email",
  },
  reads: {
    email: "the account; its domain is the one that WebFinger answered for",
    name: "the name that is shown",
  },
  needs:
    "WebFinger at the domain of the addresses: `https://DOMAIN/.well-known/webfinger`. Latchkey answers it at its own address; the server of another domain has to redirect there.",
  settings: [
    {
      in: "At `https://login.tailscale.com/start/oidc`, after the address of the administrator",
      fields: {
        "Issuer URL": "{issuer}",
        "Client ID": "{client_id}",
        "Client secret": "{client_secret}",
      },
    },
  ],
  traps: [
    {
      see: "Tailscale says that WebFinger does not work",
      do: "`curl -L 'https://DOMAIN/.well-known/webfinger?resource=acct:YOU@DOMAIN'` has to show the issuer, letter by letter as in `{discovery}`",
    },
    {
      see: "Tailscale says that the address differs",
      do: "the address of the account at Latchkey has to be the one that was typed at Tailscale",
    },
  ],
  sources: [
    {
      url: "https://tailscale.com/kb/1240/sso-custom-oidc",
      for: "WebFinger and the issuer, as others quote it",
    },
    { for: "the redirect URI, scopes, fields, and that it sends no PKCE" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
