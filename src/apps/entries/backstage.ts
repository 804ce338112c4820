import type { Application } from "../application.ts";

export const backstage: Application = {
  name: "backstage",
  label: "Backstage",
  is: "a portal for the developers of a company",
  category: "code",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/api/auth/latchkey/handler/frame"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: { sub: "finds the user of the catalogue, by the resolver that you write" },
  needs:
    "Backstage wants a few lines of code for a provider of your own: an API factory and a resolver, both with the id `latchkey`. Its documentation has them.",
  settings: [
    {
      in: "In `app-config.yaml`",
      language: "yaml",
      text: `auth:
  environment: production
  session:
    secret: \${SESSION_SECRET}
  providers:
    latchkey:
      production:
        metadataUrl: {discovery}
        clientId: {client_id}
        clientSecret: {client_secret}
        prompt: auto`,
    },
  ],
  traps: [
    {
      see: "the sign-in works and nobody is signed in",
      do: "the provider has no resolver: the one for OpenID Connect comes without any",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "the id in the configuration, in the API factory and in the redirect URI has to be the same, here `latchkey`",
    },
    {
      see: "an error about sessions at the start",
      do: "`auth.session.secret` is required with OpenID Connect",
    },
  ],
  sources: [
    {
      url: "https://github.com/backstage/backstage/blob/0160675b436f/docs/auth/oidc.md",
      for: "redirect URI, settings, resolver, session secret",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
