import type { Application } from "../application.ts";

export const matrixAuthenticationService: Application = {
  name: "matrix-authentication-service",
  label: "Matrix Authentication Service",
  is: "the sign-in of a Matrix homeserver",
  category: "teams",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/upstream/callback/01KB4E7Q9XTC5H3YV8ZN2MRDFG"],
    backchannelLogoutUri: "{host}/upstream/backchannel-logout/01KB4E7Q9XTC5H3YV8ZN2MRDFG",
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: {
    preferred_username: "the local part of the Matrix id",
    name: "the name that is shown",
    email: "the address",
  },
  settings: [
    {
      in: "In `config.yaml`, then `mas-cli config sync`",
      language: "yaml",
      text: `upstream_oauth2:
  providers:
    - id: 01KB4E7Q9XTC5H3YV8ZN2MRDFG
      human_name: Latchkey
      issuer: "{issuer}"
      client_id: "{client_id}"
      client_secret: "{client_secret}"
      token_endpoint_auth_method: client_secret_basic
      scope: "openid profile email"
      on_backchannel_logout: logout_browser_only
      claims_imports:
        localpart:
          action: require
          template: "{{ user.preferred_username }}"
        displayname:
          action: suggest
          template: "{{ user.name }}"
        email:
          action: suggest
          template: "{{ user.email }}"`,
    },
  ],
  signOut:
    "Signing out at Latchkey ends the browser’s session here, by back-channel logout. `logout_all` would end the devices, too, also one that was signed in by a code from this browser.",
  traps: [
    {
      see: "somebody who has an account is refused at the first sign-in",
      do: "the name is taken and nothing joins the two: `on_conflict: add` below `localpart` does, if only you give out usernames",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "`id` is another one than in the registered redirect URI: the address ends in it",
    },
  ],
  sources: [
    {
      url: "https://github.com/element-hq/matrix-authentication-service/blob/0d10e148a7e0/docs/setup/sso.md",
      for: "redirect URI, back-channel logout, members, what is imported, conflicts",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
