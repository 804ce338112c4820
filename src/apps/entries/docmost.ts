import type { Application } from "../application.ts";

export const docmost: Application = {
  name: "docmost",
  label: "Docmost",
  is: "a wiki that people write together",
  category: "documents",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/api/sso/oidc/PROVIDER_ID/callback"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: {
    groups: "the groups, read from userinfo, if Docmost synchronizes them",
  },
  needs: "Single sign-on needs the Enterprise edition.",
  settings: [
    {
      in: "Settings → Security & SSO → Create SSO → OpenID (OIDC)",
      fields: {
        "Display name": "Latchkey",
        "Issuer URL": "{issuer}",
        "Client ID": "{client_id}",
        "Client Secret": "{client_secret}",
        "Allow signup": "on, if new people may get an account",
        Enabled: "on",
      },
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey",
      do: "the redirect URI contains the id of the provider. Docmost shows the whole of it as *Callback URL*; register that: `npx latchkey client update {client_id} --redirect-uri URI`",
    },
    {
      see: "groups do not come along",
      do: "Docmost makes no groups: make one with the same name there first. It does not ask for the scope `groups` either, so give it the claim by a rule: `npx latchkey client claim add {client_id} groups --from groups --in userinfo`",
    },
    {
      see: "somebody without an account is refused",
      do: "*Allow signup* is off",
    },
  ],
  sources: [
    {
      url: "https://docmost.com/docs/user-guide/authentication/oidc",
      for: "fields, new people, groups",
    },
    {
      url: "https://github.com/docmost/docmost/blob/1997610cb82c/apps/client/src/ee/security/sso.utils.ts",
      for: "redirect URI",
    },
    {
      url: "https://github.com/authelia/authelia/blob/03e273fa3b50/docs/content/integration/openid-connect/clients/docmost/index.md",
      for: "scopes, as Authelia tested them with 0.22.2",
      isByOthers: true,
    },
  ],
  proof: { by: "documentation", on: "2026-11-29" },
};
