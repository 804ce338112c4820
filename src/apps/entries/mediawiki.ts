import type { Application } from "../application.ts";

export const mediawiki: Application = {
  name: "mediawiki",
  label: "MediaWiki",
  is: "the wiki of Wikipedia",
  category: "documents",
  connection: {
    kind: "openid",
    redirectUris: [
      "{host}/index.php/Special:PluggableAuthLogin",
      "{host}/index.php?title=Special:PluggableAuthLogin",
      "{host}/wiki/Special:PluggableAuthLogin",
    ],
    pkce: "unknown",
    scope: "openid profile email",
  },
  needs: "The extensions PluggableAuth and OpenIDConnect.",
  reads: {
    sub: "with the issuer, whose account it is",
    preferred_username: "the username of a new account",
    name: "the real name",
    email: "the address",
  },
  settings: [
    {
      in: "In `LocalSettings.php`",
      language: "php",
      text: `wfLoadExtension( 'PluggableAuth' );
wfLoadExtension( 'OpenIDConnect' );
$wgGroupPermissions['*']['autocreateaccount'] = true;
$wgPluggableAuth_Config['Latchkey'] = [
    'plugin' => 'OpenIDConnect',
    'data' => [
        'providerURL' => '{issuer}',
        'clientID' => '{client_id}',
        'clientsecret' => '{client_secret}',
    ],
];`,
    },
  ],
  signOut:
    "With `$wgOpenIDConnect_SingleLogout = true;` signing out leads to Latchkey as well, and back to the page somebody was on. Such an address must be registered as a post-logout redirect URI; MediaWiki’s depends on the page, so Latchkey stays on its own page otherwise.",
  traps: [
    {
      see: "“This link does not work” at Latchkey",
      do: "the redirect URI is the full address of `Special:PluggableAuthLogin`, which depends on `$wgArticlePath` and on the language of the wiki. Register the one in the error",
    },
    {
      see: "a second account with a number behind the name",
      do: "the username was taken. `$wgOpenIDConnect_MigrateUsersByUserName` or `…ByEmail` joins accounts that exist; they trust the name or the address, so take them off again afterwards",
    },
    {
      see: "the account cannot be made",
      do: "`autocreateaccount` is missing",
    },
  ],
  sources: [
    {
      url: "https://github.com/wikimedia/mediawiki-extensions-OpenIDConnect/blob/1287fd41516d/includes/OpenIDConnect.php",
      for: "redirect URI, scopes, claims, settings, accounts that exist already, signing out",
    },
    { for: "`$wgPluggableAuth_Config`, `autocreateaccount`, the forms of the redirect URI" },
  ],
  proof: { by: "documentation", on: "2026-11-28", of: "the extension OpenIDConnect" },
};
