import type { Application } from "../application.ts";

export const owncloud: Application = {
  name: "owncloud",
  label: "ownCloud Server",
  is: "files of your own, version 10",
  category: "files",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/index.php/apps/openidconnect/redirect"],
    postLogoutRedirectUris: ["{host}/"],
    pkce: "unknown",
    mayRefresh: true,
    scope: "openid profile email offline_access",
  },
  reads: {
    email: "finds the account, or *search-attribute* another claim",
    given_name: "the name that is shown, by `display-name-claim`",
  },
  needs: "The app *OpenID Connect* has to be enabled, and a distributed cache such as Redis set up.",
  settings: [
    {
      in: "In `config.php`",
      language: "php",
      text: `'openid-connect' => [
  'provider-url' => '{issuer}',
  'client-id' => '{client_id}',
  'client-secret' => '{client_secret}',
  'loginButtonName' => 'Latchkey',
  'scopes' => ['openid', 'profile', 'email', 'offline_access'],
  'mode' => 'email',
  'search-attribute' => 'email',
  'post_logout_redirect_uri' => '{host}/',
  'auto-provision' => [
    'enabled' => true,
    'email-claim' => 'email',
    'display-name-claim' => 'name',
  ],
],`,
    },
  ],
  traps: [
    {
      see: "an error about a token that is no JWT",
      do: "access tokens of Latchkey are opaque where no API is named: leave `use-access-token-payload-for-user-info` at false, so that userinfo is asked",
    },
    {
      see: "people without an account are refused",
      do: "accounts are made with `auto-provision` alone",
    },
    {
      see: "the applications for computers and phones still want a password",
      do: "they ask the server for its discovery document: let the web server send `/.well-known/openid-configuration` to `/index.php/apps/openidconnect/config`",
    },
  ],
  sources: [
    {
      url: "https://github.com/owncloud/openidconnect/blob/008f54f15c5c/README.md",
      for: "redirect URI, settings, accounts, cache, clients",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28", of: "the app OpenID Connect for ownCloud Server 10" },
};
