import type { Application } from "../application.ts";

export const actualBudget: Application = {
  name: "actual-budget",
  label: "Actual Budget",
  is: "the budget of a household, in envelopes",
  category: "business",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/openid/callback"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: { sub: "finds the person", preferred_username: "the name that is shown" },
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `ACTUAL_OPENID_DISCOVERY_URL={discovery}
ACTUAL_OPENID_CLIENT_ID={client_id}
ACTUAL_OPENID_CLIENT_SECRET={client_secret}
ACTUAL_OPENID_SERVER_HOSTNAME={host}`,
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey",
      do: "`ACTUAL_OPENID_SERVER_HOSTNAME` is the whole address that people open, with `https://`: Actual builds the redirect URI from it",
    },
    {
      see: "the page of Actual still asks for its password",
      do: "both ways work until `ACTUAL_OPENID_ENFORCE=true`",
    },
  ],
  sources: [
    {
      url: "https://github.com/actualbudget/docs/blob/54f9f67a129d/docs/config/oauth-auth.md",
      for: "redirect URI and settings",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
