import type { Application } from "../application.ts";

export const openproject: Application = {
  name: "openproject",
  label: "OpenProject",
  is: "plans projects, with tasks, times and costs",
  category: "business",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/latchkey/callback"],
    backchannelLogoutUri: "{host}/auth/latchkey/backchannel-logout",
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: {
    preferred_username: "the login, by the attribute map",
    email: "the address",
    name: "the name that is shown",
  },
  needs: "Providers of your own are a part of its Enterprise edition.",
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `OPENPROJECT_OPENID__CONNECT_LATCHKEY_DISPLAY__NAME="Latchkey"
OPENPROJECT_OPENID__CONNECT_LATCHKEY_HOST="{issuer_host}"
OPENPROJECT_OPENID__CONNECT_LATCHKEY_IDENTIFIER="{client_id}"
OPENPROJECT_OPENID__CONNECT_LATCHKEY_SECRET="{client_secret}"
OPENPROJECT_OPENID__CONNECT_LATCHKEY_ISSUER="{issuer}"
OPENPROJECT_OPENID__CONNECT_LATCHKEY_AUTHORIZATION__ENDPOINT="{authorization}"
OPENPROJECT_OPENID__CONNECT_LATCHKEY_TOKEN__ENDPOINT="{token}"
OPENPROJECT_OPENID__CONNECT_LATCHKEY_USERINFO__ENDPOINT="{userinfo}"
OPENPROJECT_OPENID__CONNECT_LATCHKEY_END__SESSION__ENDPOINT="{logout}"
OPENPROJECT_OPENID__CONNECT_LATCHKEY_ATTRIBUTE__MAP_LOGIN="preferred_username"`,
    },
  ],
  signOut:
    "Signing out at Latchkey ends the session here, by back-channel logout, as long as OpenProject keeps its sessions in the database, which is its default.",
  traps: [
    {
      see: "a form that says that a user already exists",
      do: "`Setting.oauth_allow_remapping_of_existing_users = true` in its console joins people who had a password",
    },
    {
      see: "a setting has no effect",
      do: "underscores within a name are written twice, as in `TOKEN__ENDPOINT`",
    },
    {
      see: "no button on the sign-in page",
      do: "the Enterprise edition is not activated",
    },
  ],
  sources: [
    {
      url: "https://github.com/opf/openproject/blob/1ab381e67181/docs/installation-and-operations/misc/custom-openid-connect-providers/README.md",
      for: "redirect URI, settings, back-channel logout, accounts",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
