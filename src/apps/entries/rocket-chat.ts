import type { Application } from "../application.ts";

export const rocketChat: Application = {
  name: "rocket-chat",
  label: "Rocket.Chat",
  is: "chat for teams",
  category: "teams",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/_oauth/latchkey"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: {
    preferred_username: "the username, by `username_field`",
    email: "the address, by `email_field`",
    name: "the name that is shown, by `name_field`",
  },
  settings: [
    {
      in: "Administration → Settings → OAuth → Add custom OAuth, with the name `latchkey`. These are the ids of its settings, without `Accounts_OAuth_Custom-Latchkey-`",
      fields: {
        url: "{issuer}",
        token_path: "/v1/Oauth/token",
        identity_token_sent_via: "header",
        identity_path: "/v1/Oauth/userinfo",
        authorize_path: "/v1/Oauth/authorization",
        scope: "openid profile email",
        id: "{client_id}",
        secret: "{client_secret}",
        login_style: "redirect",
        button_label_text: "Latchkey",
        key_field: "username",
        username_field: "preferred_username",
        email_field: "email",
        name_field: "name",
        merge_users: "on, if accounts that are there may be taken over",
      },
    },
  ],
  traps: [
    {
      see: "the identity request fails with 401",
      do: "Latchkey takes an access token in the `Authorization` header alone: `identity_token_sent_via` has to be `header`",
    },
    {
      see: "somebody who has an account cannot sign in this way",
      do: "`merge_users` is off, or `key_field` compares something that differs",
    },
    {
      see: "groups give no roles",
      do: "roles and groups are read only in the paid editions",
    },
  ],
  sources: [
    {
      url: "https://github.com/RocketChat/Rocket.Chat/blob/000a14ba6f47/apps/meteor/server/lib/oauth/addOAuthService.ts",
      for: "settings and what they may be, editions",
    },
    { for: "the redirect URI and the way to the settings" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
