import type { Application } from "../application.ts";

export const synapse: Application = {
  name: "synapse",
  label: "Matrix Synapse",
  is: "a homeserver for Matrix",
  category: "teams",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/_synapse/client/oidc/callback"],
    backchannelLogoutUri: "{host}/_synapse/client/oidc/backchannel_logout",
    pkce: "always",
    scope: "openid profile email",
  },
  reads: {
    preferred_username: "the local part of the Matrix id",
    name: "the name that is shown",
    email: "the address",
  },
  needs:
    "Where Synapse was installed with `pip`, it has to be `matrix-synapse[oidc]`. The images and the Debian packages of matrix.org have what that adds.",
  settings: [
    {
      in: "In `homeserver.yaml`",
      language: "yaml",
      text: `public_baseurl: {host}/
oidc_providers:
  - idp_id: latchkey
    idp_name: Latchkey
    issuer: "{issuer}"
    client_id: "{client_id}"
    client_secret: "{client_secret}"
    scopes: ["openid", "profile", "email"]
    backchannel_logout_enabled: true
    user_mapping_provider:
      config:
        localpart_template: "{{ user.preferred_username }}"
        display_name_template: "{{ user.name }}"
        email_template: "{{ user.email }}"`,
    },
  ],
  signOut: "Signing out at Latchkey ends the sessions of Matrix that began with it, by back-channel logout.",
  traps: [
    {
      see: "`No module named 'authlib'` at the start",
      do: "`pip install 'matrix-synapse[oidc]'`",
    },
    {
      see: "somebody who has an account, such as `@kim:…`, gets a second one, `@kim1:…`",
      do: "the local part is taken: `allow_existing_users: true` joins the two, if only you give out usernames",
    },
    {
      see: "Synapse does not start, with an error about discovery",
      do: "it reads `{discovery}` at its start: is Latchkey there, and `issuer` its base URL?",
    },
  ],
  sources: [
    {
      url: "https://github.com/element-hq/synapse/blob/46f3eb082eff/docs/openid.md",
      for: "redirect URI, members, templates, back-channel logout",
    },
  ],
  proof: { by: "test", on: "2026-11-29", version: "1.163.2", test: "test/interop/apps/synapse.ts" },
};
