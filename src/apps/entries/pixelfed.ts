import type { Application } from "../application.ts";

export const pixelfed: Application = {
  name: "pixelfed",
  label: "Pixelfed",
  is: "photos in the Fediverse",
  category: "teams",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/oidc/callback"],
    pkce: "never",
    scope: "openid profile email",
  },
  reads: {
    sub: "finds the account",
    preferred_username: "the username of a new account, of 2 to 30 letters",
    name: "the name that is shown, of at most 30 letters",
    email: "the address of a new account",
  },
  settings: [
    {
      in: "In `.env`",
      language: "sh",
      text: `PF_OIDC_ENABLED=true
PF_OIDC_CLIENT_ID={client_id}
PF_OIDC_CLIENT_SECRET={client_secret}
PF_OIDC_SCOPES="openid profile email"
PF_OIDC_AUTHORIZE_URL={authorization}
PF_OIDC_TOKEN_URL={token}
PF_OIDC_PROFILE_URL={userinfo}
PF_OIDC_USERNAME_FIELD=preferred_username
PF_OIDC_FIELD_ID=sub`,
    },
  ],
  traps: [
    {
      see: "404 at `/auth/oidc/start`",
      do: "`PF_OIDC_ENABLED` is not read yet: `php artisan config:cache`",
    },
    {
      see: "somebody who has an account in Pixelfed is refused",
      do: "the address or the username is taken. Pixelfed makes an account at the first sign-in and links none that is there",
    },
    {
      see: "`invalid state`",
      do: "the sign-in was started in another browser, or the page was open for too long: begin again",
    },
  ],
  sources: [
    {
      url: "https://github.com/pixelfed/pixelfed/blob/00af376fb5e0/app/Services/UserOidcService.php",
      for: "redirect URI, that no PKCE is sent",
    },
    {
      url: "https://github.com/pixelfed/pixelfed/blob/00af376fb5e0/app/Http/Controllers/RemoteOidcController.php",
      for: "claims, what a new account needs, `invalid state`",
    },
    { for: "the names of the variables and the path that begins a sign-in" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
