import type { Application } from "../application.ts";

export const redmine: Application = {
  name: "redmine",
  label: "Redmine",
  is: "manages projects, with issues, wikis and time tracking",
  category: "business",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oauth2callback"],
    pkce: "always",
    scope: "openid profile email",
  },
  reads: {
    email: "finds the account",
    preferred_username: "the login of a new account",
    name: "the first and the last name of a new account",
  },
  needs: "The plugin *redmine_oauth* by Kontron.",
  settings: [
    {
      in: "Administration → Plugins, the settings of the plugin",
      fields: {
        Provider: "Custom",
        "Provider name": "Latchkey",
        Site: "{issuer}",
        "Client ID": "{client_id}",
        "Client secret": "{client_secret}",
        "Auth endpoint": "{authorization}",
        "Token endpoint": "{token}",
        "Profile endpoint": "{userinfo}",
        "Logout endpoint": "{logout}",
        "OAuth scope": "openid profile email",
        "UID field": "preferred_username",
        "Email field": "email",
        "Provider's firstname field": "given_name",
        "Provider's lastname field": "family_name",
      },
    },
  ],
  signOut: "With *OAuth logout*, signing out also leads to the *Logout endpoint*.",
  traps: [
    {
      see: "`No verified email provided, check your settings on OAuth provider site.`",
      do: "the account at Latchkey has no address, or the scope `email` is missing",
    },
    {
      see: "the sign-in page of Redmine again, with an error about user and password",
      do: "no account in Redmine has the address, and *Self-registration* lets nobody register; or *Validate user roles* is set, and the person lacks the role `user`",
    },
    {
      see: "everybody is an administrator, or nobody is",
      do: "*Validate user roles* names the claim that decides. If it is `groups`, which needs the scope of that name too, members of the group `user` may sign in, and members of `admin` administer",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "Redmine makes the redirect URI from the request: the proxy must pass on the host, and that people use https",
    },
    {
      see: "“The parameter `code_challenge` is missing.” at Latchkey",
      do: "an old release of the plugin does not send PKCE. Update it, or let Latchkey accept it without PKCE: `npx latchkey client update {client_id} --no-strict`",
    },
  ],
  sources: [
    {
      url: "https://github.com/kontron/redmine_oauth/blob/01245d5db454/README.md",
      for: "redirect URI, the page of the settings, accounts",
    },
    {
      url: "https://github.com/kontron/redmine_oauth/blob/0b54cef533e1/app/controllers/redmine_oauth_controller.rb",
      for: "PKCE, claims, new accounts, roles",
    },
    {
      url: "https://github.com/kontron/redmine_oauth/blob/3665911f8abc/config/locales/en.yml",
      for: "names of the fields, an error",
    },
  ],
  proof: { by: "documentation", on: "2026-11-29", of: "the plugin redmine_oauth" },
};
