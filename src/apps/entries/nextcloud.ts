import type { Application } from "../application.ts";

export const nextcloud: Application = {
  name: "nextcloud",
  label: "Nextcloud",
  is: "files, calendars and contacts of your own",
  category: "files",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/apps/user_oidc/code"],
    postLogoutRedirectUris: ["{host}/"],
    backchannelLogoutUri: "{host}/apps/user_oidc/backchannel-logout/latchkey",
    pkce: "unknown",
    scope: "openid email profile groups",
  },
  reads: {
    preferred_username: "the user id, by `--mapping-uid`",
    name: "the name that is shown",
    email: "the address",
    groups: "the groups, with group provisioning",
  },
  needs:
    "The app *OpenID Connect user backend* (`user_oidc`) has to be installed: `occ app:install user_oidc`.",
  settings: [
    {
      in: "On the server, as the user of the web server",
      language: "sh",
      text: `php occ user_oidc:provider latchkey \\
  --clientid="{client_id}" --clientsecret="{client_secret}" \\
  --discoveryuri="{discovery}" \\
  --scope="openid email profile groups" \\
  --unique-uid=0 --mapping-uid=preferred_username \\
  --group-provisioning=1`,
    },
  ],
  signOut: "Signing out at Latchkey ends the session here, by back-channel logout.",
  traps: [
    {
      see: "“This link does not work” at Latchkey, with `/index.php/` in the redirect URI",
      do: "Nextcloud runs without pretty addresses: add that URI with `npx latchkey client update {client_id} --redirect-uri URI`, or set `htaccess.RewriteBase`",
    },
    {
      see: "somebody who has an account gets a second one with a long name",
      do: "without `--unique-uid=0` the user id is a digest. Set it before the first sign-in",
    },
    {
      see: "nobody new may enter",
      do: "`disable_account_creation` is set in `config.php`, or the person is in no group of `--group-whitelist-regex`",
    },
    {
      see: "an error about an address of your own network",
      do: "Nextcloud does not call such addresses: `'allow_local_remote_servers' => true` in `config.php`",
    },
  ],
  sources: [
    {
      url: "https://github.com/nextcloud/user_oidc/blob/ff6175f0be95/README.md",
      for: "the command, groups, who may enter",
    },
    {
      for: "the redirect URI, the address for back-channel logout, the digest as user id, and addresses of the own network",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28", of: "the app user_oidc" },
};
