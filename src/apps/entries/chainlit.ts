import type { Application } from "../application.ts";

export const chainlit: Application = {
  name: "chainlit",
  label: "Chainlit",
  is: "pages for conversations with language models, in Python",
  category: "data",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/oauth/generic/callback"],
    pkce: "never",
    scope: "openid profile email",
  },
  reads: { email: "the identifier of the user" },
  needs:
    "The application has to define `@cl.oauth_callback`; the one that returns `default_user` lets everybody in.",
  settings: [
    {
      in: "In `.env`",
      language: "sh",
      text: `CHAINLIT_URL={host}
OAUTH_GENERIC_CLIENT_ID={client_id}
OAUTH_GENERIC_CLIENT_SECRET={client_secret}
OAUTH_GENERIC_AUTH_URL={authorization}
OAUTH_GENERIC_TOKEN_URL={token}
OAUTH_GENERIC_USER_INFO_URL={userinfo}
OAUTH_GENERIC_SCOPES="openid profile email"
OAUTH_GENERIC_NAME=generic
OAUTH_GENERIC_USER_IDENTIFIER=email`,
    },
  ],
  traps: [
    {
      see: "no button on the sign-in page",
      do: "both are required: the variables and the callback in the code",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "behind a proxy, `CHAINLIT_URL` has to be the address that people open",
    },
  ],
  sources: [
    {
      url: "https://github.com/Chainlit/docs/blob/055b3f833a69/authentication/oauth.mdx",
      for: "the shape of the redirect URI, the callback, `CHAINLIT_URL`",
    },
  ],
  proof: { by: "test", on: "2026-11-29", version: "2.12.0", test: "test/interop/apps/chainlit.ts" },
};
