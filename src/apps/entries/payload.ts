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
  needs: "Payload 3 and the plugin `payload-oauth2`, which is not by its authors.",
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
      in: "Before the form of the sign-in page, as a component in `admin.components.beforeLogin`",
      language: "tsx",
      text: '<a href="/api/users/oauth/authorize">Continue with Latchkey</a>',
    },
  ],
  traps: [
    {
      see: '`The collection with the slug "users" was not found.`',
      do: "the people of the administration are in another collection: name it in `authCollection`, and register the redirect URI with it: `npx latchkey client update {client_id} --redirect-uri URI`",
    },
    {
      see: "`No sub found in provider user info`",
      do: "`getUserInfo` must return `sub`",
    },
    {
      see: "somebody who has an account with a password comes back to the sign-in page",
      do: "the plugin looks for `sub` and would make a second account with the same address: `useEmailAsIdentity: true` finds accounts by address",
    },
    {
      see: "people whom nobody invited",
      do: 'the plugin makes accounts for all who come: `onUserNotFoundBehavior: "error"` stops that, and so do groups at Latchkey: `npx latchkey client update {client_id} --only-group GROUP`',
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
