import type { Application } from "../application.ts";

export const mobilizon: Application = {
  name: "mobilizon",
  label: "Mobilizon",
  is: "events and groups in the Fediverse",
  category: "teams",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/keycloak/callback"],
    pkce: "unknown",
    scope: "email",
  },
  reads: { email: "finds the account; without it there is none" },
  needs:
    "Mobilizon has a list of providers and no entry for others. The entry *Keycloak* takes any three endpoints, so it is the one that is used here.",
  settings: [
    {
      in: "In its configuration",
      language: "elixir",
      text: `config :ueberauth,
       Ueberauth,
       providers: [
         keycloak: {Ueberauth.Strategy.Keycloak, [default_scope: "openid email profile"]}
       ]

config :mobilizon, :auth,
  oauth_consumer_strategies: [
    {:keycloak, "Latchkey"}
  ]

config :ueberauth, Ueberauth.Strategy.Keycloak.OAuth,
  client_id: "{client_id}",
  client_secret: "{client_secret}",
  site: "{issuer}",
  authorize_url: "{authorization}",
  token_url: "{token}",
  userinfo_url: "{userinfo}",
  token_method: :post`,
    },
  ],
  traps: [
    {
      see: "no button on the sign-in page",
      do: "`oauth_consumer_strategies` does not list it",
    },
    {
      see: "people without an address cannot register",
      do: "Mobilizon knows people by address: `npx latchkey user update USERNAME --email ADDRESS`",
    },
  ],
  sources: [
    {
      url: "https://github.com/framasoft/mobilizon/blob/c4f8c30c418e/docs/administration/configure/auth.md",
      for: "settings, the label, addresses",
    },
    { for: "the redirect URI" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
