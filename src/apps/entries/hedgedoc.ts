import type { Application } from "../application.ts";

export const hedgedoc: Application = {
  name: "hedgedoc",
  label: "HedgeDoc",
  is: "notes in Markdown that several people write at once",
  category: "documents",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/oauth2/callback"],
    pkce: "unknown",
    scope: "openid email profile",
  },
  reads: { sub: "finds the account", name: "the name that is shown", email: "the address" },
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `CMD_DOMAIN={hostname}
CMD_URL_ADDPORT=false
CMD_PROTOCOL_USESSL=true
CMD_OAUTH2_PROVIDERNAME=Latchkey
CMD_OAUTH2_CLIENT_ID={client_id}
CMD_OAUTH2_CLIENT_SECRET={client_secret}
CMD_OAUTH2_SCOPE=openid email profile
CMD_OAUTH2_USER_PROFILE_USERNAME_ATTR=sub
CMD_OAUTH2_USER_PROFILE_DISPLAY_NAME_ATTR=name
CMD_OAUTH2_USER_PROFILE_EMAIL_ATTR=email
CMD_OAUTH2_USER_PROFILE_URL={userinfo}
CMD_OAUTH2_TOKEN_URL={token}
CMD_OAUTH2_AUTHORIZATION_URL={authorization}`,
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey, with `http:` or a port in the redirect URI",
      do: "`CMD_PROTOCOL_USESSL=true` and `CMD_URL_ADDPORT=false` belong to a HedgeDoc behind a proxy",
    },
    {
      see: "two people share one account",
      do: "`CMD_OAUTH2_USER_PROFILE_USERNAME_ATTR` names a claim that can pass to somebody else: `sub` never does",
    },
  ],
  sources: [
    {
      url: "https://github.com/hedgedoc/hedgedoc/blob/4e738f1fd9f6/docs/content/guides/auth/authelia.md",
      for: "redirect URI and settings",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28", version: "1" },
};
