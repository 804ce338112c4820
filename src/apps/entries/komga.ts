import type { Application } from "../application.ts";

export const komga: Application = {
  name: "komga",
  label: "Komga",
  is: "comics, manga and magazines in the browser",
  category: "files",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/login/oauth2/code/latchkey"],
    pkce: "unknown",
    scope: "openid email",
  },
  reads: { email: "finds the account; it has to be verified" },
  settings: [
    {
      in: "In `application.yml`",
      language: "yaml",
      text: `komga:
  oauth2-account-creation: true
spring:
  security:
    oauth2:
      client:
        registration:
          latchkey:
            provider: latchkey
            client-id: {client_id}
            client-secret: {client_secret}
            client-name: Latchkey
            scope: openid,email
            authorization-grant-type: authorization_code
            redirect-uri: "{host}/login/oauth2/code/latchkey"
        provider:
          latchkey:
            issuer-uri: {issuer}`,
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey",
      do: "the last word of the redirect URI is the key below `registration`: `latchkey`",
    },
    {
      see: "Komga refuses somebody whom Latchkey signed in",
      do: "the address is not verified at Latchkey, or nobody in Komga has it and `oauth2-account-creation` is off",
    },
    {
      see: "readers that speak OPDS cannot sign in",
      do: "they know a password alone: people set one in the *Account Settings* of Komga",
    },
  ],
  sources: [
    {
      url: "https://komga.org/docs/installation/oauth2",
      for: "redirect URI, settings, that the address has to be verified",
    },
    {
      url: "https://github.com/gotson/komga-website/blob/3250b6c9a03e/docs/installation/configuration.md",
      for: "new accounts, the check of the address, passwords for OPDS",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
