import type { Application } from "../application.ts";

export const stirlingPdf: Application = {
  name: "stirling-pdf",
  label: "Stirling PDF",
  is: "tools for PDF files in the browser",
  category: "documents",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/login/oauth2/code/latchkey"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: { preferred_username: "the username, by `useAsUsername`" },
  needs: "Sign-in by OpenID Connect is a part of its paid editions.",
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `SYSTEM_BACKENDURL={host}
SECURITY_ENABLELOGIN=true
SECURITY_LOGINMETHOD=all
SECURITY_OAUTH2_ENABLED=true
SECURITY_OAUTH2_PROVIDER=latchkey
SECURITY_OAUTH2_ISSUER={issuer}
SECURITY_OAUTH2_CLIENTID={client_id}
SECURITY_OAUTH2_CLIENTSECRET={client_secret}
SECURITY_OAUTH2_SCOPES="openid, profile, email"
SECURITY_OAUTH2_USEASUSERNAME=preferred_username
SECURITY_OAUTH2_AUTOCREATEUSER=true
SECURITY_OAUTH2_BLOCKREGISTRATION=false`,
    },
  ],
  traps: [
    {
      see: "nobody administers any more",
      do: "`SECURITY_LOGINMETHOD=oauth2` was set before a person of OpenID Connect had the role Admin. Go back to `all`, sign in as the first administrator and change the role",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "the redirect URI ends in the value of `SECURITY_OAUTH2_PROVIDER`, here `latchkey`",
    },
    {
      see: "new people are refused",
      do: "`SECURITY_OAUTH2_AUTOCREATEUSER` is not true, or registration is blocked",
    },
  ],
  sources: [
    {
      url: "https://github.com/Stirling-Tools/Stirling-Tools.github.io/blob/45712fa9166e/docs/Configuration/OAuth%20SSO%20Configuration.md",
      for: "redirect URI, settings, editions, the first administrator",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
