import type { Application } from "../application.ts";

export const karakeep: Application = {
  name: "karakeep",
  label: "Karakeep",
  is: "bookmarks, notes and pictures that sort themselves",
  category: "documents",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/api/auth/callback/custom"],
    pkce: "unknown",
    scope: "openid email profile",
  },
  reads: { email: "finds the account", name: "the name that is shown" },
  settings: [
    {
      in: "In the environment of the container `web`",
      language: "sh",
      text: `NEXTAUTH_URL={host}
OAUTH_WELLKNOWN_URL={discovery}
OAUTH_CLIENT_ID={client_id}
OAUTH_CLIENT_SECRET={client_secret}
OAUTH_SCOPE="openid email profile"
OAUTH_PROVIDER_NAME=Latchkey`,
    },
  ],
  traps: [
    {
      see: "`outgoing request timed out`",
      do: "Karakeep waits 3.5 seconds for Latchkey: `OAUTH_TIMEOUT` in milliseconds, if the way is long",
    },
    {
      see: "somebody who has an account is refused",
      do: "`OAUTH_ALLOW_DANGEROUS_EMAIL_ACCOUNT_LINKING=true` joins accounts by address. Turn it off when all have moved",
    },
    {
      see: "new people are refused",
      do: "`DISABLE_SIGNUPS` holds for them as well",
    },
  ],
  sources: [
    {
      url: "https://github.com/karakeep-app/karakeep/blob/06bbc2a9b6ba/docs/docs/03-configuration.md",
      for: "redirect URI, settings, the time-out, joining accounts",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
