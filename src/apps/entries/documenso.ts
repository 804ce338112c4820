import type { Application } from "../application.ts";

export const documenso: Application = {
  name: "documenso",
  label: "Documenso",
  is: "signatures under documents",
  category: "business",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/api/auth/callback/oidc"],
    pkce: "unknown",
    scope: "openid email profile",
  },
  reads: {
    email: "finds the account",
    email_verified: "must be true, unless a setting says otherwise",
    name: "the name that is shown",
  },
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `NEXT_PUBLIC_WEBAPP_URL={host}
NEXT_PRIVATE_OIDC_WELL_KNOWN={discovery}
NEXT_PRIVATE_OIDC_CLIENT_ID={client_id}
NEXT_PRIVATE_OIDC_CLIENT_SECRET={client_secret}
NEXT_PRIVATE_OIDC_PROVIDER_LABEL=Latchkey
NEXT_PRIVATE_OIDC_PROMPT=`,
    },
  ],
  traps: [
    {
      see: "people type their password each time",
      do: "the prompt is `login` by default. An empty `NEXT_PRIVATE_OIDC_PROMPT` leaves it out",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "`NEXT_PUBLIC_WEBAPP_URL` is not the address that people open",
    },
  ],
  sources: [
    {
      url: "https://github.com/documenso/documenso/blob/00b682b3a587/.env.example",
      for: "settings and the prompt",
    },
    { for: "the redirect URI" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
