import type { Application } from "../application.ts";

export const erpnext: Application = {
  name: "erpnext",
  label: "ERPNext",
  is: "accounts, stock, sales and people of a company",
  category: "business",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/api/method/frappe.integrations.oauth2_logins.custom/latchkey"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: { sub: "finds the account", email: "the address, and so the name of a new account" },
  settings: [
    {
      in: "Integrations → Social Login Key, a new one",
      fields: {
        "Enable Social Login": "on",
        "Social Login Provider": "Custom",
        "Provider Name": "Latchkey",
        "Client ID": "{client_id}",
        "Client Secret": "{client_secret}",
        "Base URL": "{issuer}",
        "Authorize URL": "{authorization}",
        "Access Token URL": "{token}",
        "Redirect URL": "{host}/api/method/frappe.integrations.oauth2_logins.custom/latchkey",
        "API Endpoint": "{userinfo}",
        "Auth URL Data": 'the text {"response_type": "code", "scope": "openid profile email"}',
        "User ID Property": "sub",
      },
    },
  ],
  traps: [
    {
      see: "nothing happens after the sign-in at Latchkey",
      do: "the last word of the redirect URI is not the name of the *Social Login Key*, which is the *Provider Name* in small letters",
    },
    {
      see: "`Signup is Disabled`",
      do: "the person has no account: allow sign-ups in the *Social Login Key*, or make one with the same address",
    },
  ],
  sources: [
    {
      url: "https://github.com/frappe/frappe/blob/0bddbe1db65c/frappe/integrations/oauth2_logins.py",
      for: "the path of the redirect URI, and that its last word names the provider",
    },
    { for: "the fields" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
