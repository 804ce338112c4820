import type { Application } from "../application.ts";

export const nodeRed: Application = {
  name: "node-red",
  label: "Node-RED",
  is: "wires devices and services together in the browser",
  category: "home",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/strategy/callback"],
    pkce: "never",
    scope: "openid profile email",
  },
  reads: { preferred_username: "the username, which has to be among `users`" },
  needs:
    "The package `passport-openidconnect` has to be installed in the folder of Node-RED: `npm install passport-openidconnect`.",
  settings: [
    {
      in: "In `settings.js`",
      language: "js",
      text: `adminAuth: {
  type: "strategy",
  strategy: {
    name: "openidconnect",
    label: "Sign in with Latchkey",
    strategy: require("passport-openidconnect").Strategy,
    options: {
      issuer: "{issuer}",
      authorizationURL: "{authorization}",
      tokenURL: "{token}",
      userInfoURL: "{userinfo}",
      clientID: "{client_id}",
      clientSecret: "{client_secret}",
      callbackURL: "{host}/auth/strategy/callback",
      scope: ["profile", "email"],
      proxy: true,
      verify: (issuer, profile, done) => done(null, profile),
    },
  },
  users: [{ username: "ada", permissions: ["*"] }],
},`,
    },
  ],
  traps: [
    {
      see: "`AuthenticationError: Unauthorized`, although the sign-in worked",
      do: "the username is not in `users`, or without `permissions`",
    },
    {
      see: "`invalid_request`, because `code_challenge` is missing",
      do: "the package sends no PKCE, so the client must not be registered with `--strict`",
    },
  ],
  sources: [
    {
      url: "https://github.com/node-red/node-red.github.io/blob/1821e4e69fa0/docs/user-guide/runtime/securing-node-red.md",
      for: "`adminAuth`, users and permissions",
    },
  ],
  proof: {
    by: "test",
    on: "2026-11-28",
    version: "5.0.7, with passport-openidconnect 0.1.2",
    test: "test/interop/apps/node-red.ts",
  },
};
