import type { Application } from "../application.ts";

export const cloudflareAccess: Application = {
  name: "cloudflare-access",
  label: "Cloudflare Access",
  is: "lets people in to applications behind Cloudflare",
  category: "infrastructure",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/cdn-cgi/access/callback"],
    pkce: "by setting",
    scope: "openid email profile groups",
  },
  reads: { email: "the person in policies", groups: "groups in policies, as a claim that you name" },
  needs:
    "The address of the application is that of your team: `https://TEAM.cloudflareaccess.com`. Cloudflare’s servers have to reach Latchkey.",
  settings: [
    {
      in: "Integrations → Identity providers → Add new identity provider → OpenID Connect",
      fields: {
        "App ID": "{client_id}",
        "Client secret": "{client_secret}",
        "Auth URL": "{authorization}",
        "Token URL": "{token}",
        "Certificate URL": "{keys}",
        "Proof Key for Code Exchange (PKCE)": "on",
        "OIDC Claims": "groups",
      },
    },
  ],
  traps: [
    {
      see: "*Test* fails with a timeout",
      do: "Latchkey is only in your own network: Cloudflare calls the token endpoint and the keys from outside",
    },
    {
      see: "a policy by group matches nobody",
      do: "the claim has to be in the ID token and named under *OIDC Claims*; ask for the scope `groups`",
    },
  ],
  sources: [
    {
      url: "https://github.com/cloudflare/cloudflare-docs/blob/036ae51b313f/src/content/docs/cloudflare-one/integrations/identity-providers/generic-oidc.mdx",
      for: "redirect URI, fields, PKCE, claims, algorithms",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
