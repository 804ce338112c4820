import type { Application } from "../application.ts";

export const homebox: Application = {
  name: "homebox",
  label: "HomeBox",
  is: "a list of the things in a household",
  category: "home",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/api/v1/users/login/oidc/callback"],
    pkce: "unknown",
    scope: "openid profile email groups",
  },
  reads: {
    email: "finds the account",
    name: "the name that is shown",
    groups: "who may enter, by `HBOX_OIDC_ALLOWED_GROUPS`",
  },
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `HBOX_OPTIONS_TRUST_PROXY=true
HBOX_OIDC_ENABLED=true
HBOX_OIDC_ISSUER_URL={issuer}
HBOX_OIDC_CLIENT_ID={client_id}
HBOX_OIDC_CLIENT_SECRET={client_secret}
HBOX_OIDC_SCOPE="openid profile email groups"
HBOX_OIDC_ALLOWED_GROUPS=family`,
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey, with an `http:` redirect URI",
      do: "`HBOX_OPTIONS_TRUST_PROXY=true` is missing",
    },
    {
      see: "discovery fails",
      do: "`HBOX_OIDC_ISSUER_URL` ends in a slash",
    },
    {
      see: "everybody is refused",
      do: "nobody is in a group of `HBOX_OIDC_ALLOWED_GROUPS`, or the scope `groups` is missing",
    },
  ],
  sources: [
    {
      url: "https://github.com/sysadminsmedia/homebox/blob/096b682f0a46/docs/en/configure/oidc.md",
      for: "redirect URI, settings, groups, proxy",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
