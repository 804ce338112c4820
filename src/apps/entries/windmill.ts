import type { Application } from "../application.ts";

export const windmill: Application = {
  name: "windmill",
  label: "Windmill",
  is: "scripts, flows and small applications of a team",
  category: "code",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/user/login_callback/latchkey"],
    pkce: "unknown",
    scope: "openid email profile",
  },
  reads: { email: "the account" },
  settings: [
    {
      in: "Instance settings → SSO/OAuth → SSO, *Add custom SSO client* with the name `latchkey`",
      fields: {
        "Client Id": "{client_id}",
        "Client Secret": "{client_secret}",
        "Auth URL": "{authorization}",
        "Token URL": "{token}",
        "Userinfo URL": "{userinfo}",
        Scopes: "openid, email and profile",
      },
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey",
      do: "the last word of the redirect URI is the name of the client in Windmill: `latchkey`. Or the base URL in the *Core* settings is not the one that people use",
    },
    {
      see: "a resource in place of a sign-in",
      do: "the client was added below *OAuth*, which is for tokens of other services. It belongs below *SSO*",
    },
  ],
  sources: [
    {
      url: "https://github.com/windmill-labs/windmilldocs/blob/069d15cee2b8/docs/misc/2_setup_oauth/index.mdx",
      for: "redirect URI, custom clients, SSO and OAuth",
    },
    { for: "the names of the fields" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
