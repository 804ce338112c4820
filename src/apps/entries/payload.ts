import type { Application } from "../application.ts";

export const payload: Application = {
  name: "payload",
  label: "Payload",
  is: "a content management system inside a Next.js application",
  category: "teams",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/api/users/oauth/callback"],
    pkce: "by setting",
    scope: "openid email profile",
  },
  reads: {
    sub: "finds the account, in a field that the plugin adds",
    email: "the address of a new account",
  },
  needs: "Payload 3 and the plugin `payload-oauth2`, which is not by Payload’s authors.",
  settings: [
    {
      in: "In `payload.config.ts`, among the `plugins`",
      language: "ts",
      text: `OAuth2Plugin({
  enabled: true,
  strategyName: "latchkey",
  serverURL: "{host}",
  clientId: "{client_id}",
  clientSecret: "{client_secret}",
  providerAuthorizationUrl: "{authorization}",
  tokenEndpoint: "{token}",
  scopes: ["openid", "email", "profile"],
  pkceEnabled: true,
  getUserInfo: async (token) => {
    const answer = await fetch("{userinfo}", { headers: { Authorization: "Bearer " + token } });
    const { sub, email } = await answer.json();
    return { sub, email };
  },
  successRedirect: () => "/admin",
  failureRedirect: () => "/admin/login",
}),`,
    },
    {
      in: "A component for `admin.components.beforeLogin`, which stands above the form of the sign-in page",
      language: "tsx",
      text: '<a href="/api/users/oauth/authorize">Continue with Latchkey</a>',
    },
  ],
  traps: [
    {
      see: '`The collection with the slug "users" was not found.`',
      do: "the people who administer are in another collection: name it in `authCollection`, and register the redirect URI that contains its name: `npx latchkey client update {client_id} --redirect-uri URI`",
    },
    {
      see: "`No sub found in provider user info`",
      do: "`getUserInfo` must return `sub`",
    },
    {
      see: "somebody who has an account with a password comes back to the sign-in page",
      do: "the plugin finds accounts by `sub`, and could only make a second one with the same address: `useEmailAsIdentity: true` makes it find them by address",
    },
    {
      see: "people get in although nobody invited them",
      do: 'the plugin makes an account for everybody who signs in. `onUserNotFoundBehavior: "error"` stops that; or admit only a group at Latchkey: `npx latchkey client update {client_id} --only-group GROUP`',
    },
  ],
  sources: [
    {
      url: "https://www.npmjs.com/package/payload-oauth2/v/1.0.21",
      for: "redirect URI, settings, PKCE, accounts, errors",
    },
    {
      url: "https://www.npmjs.com/package/payload/v/3.90.2",
      for: "where the link stands",
    },
  ],
  proof: { by: "documentation", on: "2026-11-29", of: "the plugin payload-oauth2 and of Payload itself" },
};
