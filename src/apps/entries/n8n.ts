import type { Application } from "../application.ts";

export const n8n: Application = {
  name: "n8n",
  label: "n8n",
  is: "connects services in flows that you draw",
  category: "business",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/rest/sso/oidc/callback"],
    pkce: "unknown",
    scope: "openid email profile",
  },
  reads: { email: "finds the account", given_name: "the first name", family_name: "the last name" },
  needs: "OpenID Connect is a part of its commercial plans.",
  settings: [
    {
      in: "Settings → SSO, with the protocol OIDC",
      fields: {
        "Discovery Endpoint": "{discovery}",
        "Client ID": "{client_id}",
        "Client Secret": "{client_secret}",
        OIDC: "Activated",
      },
    },
    { in: "In the environment, behind a proxy", language: "sh", text: "N8N_EDITOR_BASE_URL={host}" },
  ],
  traps: [
    {
      see: "the redirect URI on the page has another host or port",
      do: "`N8N_EDITOR_BASE_URL` is missing",
    },
    {
      see: "no *OIDC* among the protocols",
      do: "the licence of this installation does not include it. Without one, let the proxy protect it",
    },
  ],
  sources: [
    {
      url: "https://github.com/n8n-io/n8n-docs/blob/11e55a8f3e74/docs/user-management/oidc/setup.md",
      for: "redirect URI, fields, the base URL",
    },
    { for: "which claims it reads" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
