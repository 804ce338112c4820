import type { Application } from "../application.ts";

export const homeAssistant: Application = {
  name: "home-assistant",
  label: "Home Assistant",
  is: "automates a home",
  category: "home",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/oidc/callback"],
    isPublic: true,
    pkce: "always",
    scope: "openid profile groups",
  },
  reads: {
    preferred_username: "the username",
    name: "the name that is shown",
    groups: "`admins` administer, by `roles.admin`",
  },
  needs:
    "The integration [OpenID Connect](https://github.com/christiaangoossens/hass-oidc-auth) has to be installed. It is not a part of Home Assistant.",
  settings: [
    {
      in: "In `configuration.yaml`",
      language: "yaml",
      text: `auth_oidc:
  client_id: "{client_id}"
  discovery_url: "{discovery}"
  display_name: "Latchkey"
  roles:
    admin: "admins"`,
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey, with an `http:` redirect URI",
      do: "the proxy does not send `X-Forwarded-Proto`, or Home Assistant does not trust it (`http: use_x_forwarded_for`). If both are right: `features: force_https: true`",
    },
    {
      see: "everybody is refused",
      do: "`roles.user` names a group that nobody is in. Without it, everybody may enter",
    },
    {
      see: "`SSL: CERTIFICATE_VERIFY_FAILED`",
      do: "the certificate of Latchkey is from a private authority: name it in `network: tls_ca_path`",
    },
    {
      see: "somebody has a second user beside the one there was",
      do: "the integration makes new users. `features: automatic_user_linking` joins them by name; leave it on only while you need it",
    },
  ],
  sources: [
    {
      url: "https://github.com/christiaangoossens/hass-oidc-auth/blob/0b5d603618df/docs/configuration.md",
      for: "redirect URI, public client, PKCE, claims, roles, https, certificates",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28", of: "the integration OpenID Connect" },
};
