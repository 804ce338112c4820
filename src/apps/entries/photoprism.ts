import type { Application } from "../application.ts";

export const photoprism: Application = {
  name: "photoprism",
  label: "PhotoPrism",
  is: "a library of photos that finds what is on them",
  category: "files",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/api/v1/oidc/redirect"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: { sub: "the *Subject ID* of the account", preferred_username: "the username of a new account" },
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `PHOTOPRISM_SITE_URL={host}/
PHOTOPRISM_OIDC_URI={issuer}
PHOTOPRISM_OIDC_CLIENT={client_id}
PHOTOPRISM_OIDC_SECRET={client_secret}
PHOTOPRISM_OIDC_PROVIDER=Latchkey
PHOTOPRISM_OIDC_REGISTER=true
PHOTOPRISM_OIDC_USERNAME=preferred_username`,
    },
  ],
  traps: [
    {
      see: "no button on the sign-in page",
      do: "PhotoPrism and Latchkey both have to be behind https with certificates that it trusts, and `PHOTOPRISM_SITE_URL` has to begin with `https://`",
    },
    {
      see: "a username with six digits behind it",
      do: "the name was taken. Connect the account there was instead: Settings → Users, authentication *OIDC*, and the person’s `sub` as *Subject ID*",
    },
    {
      see: "new people are refused",
      do: "`PHOTOPRISM_OIDC_REGISTER` is not `true`",
    },
  ],
  sources: [
    {
      url: "https://github.com/photoprism/photoprism-docs/blob/062ceebef1e6/docs/getting-started/advanced/openid-connect.md",
      for: "redirect URI, settings, https, usernames, accounts",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
