import type { Application } from "../application.ts";

export const weblate: Application = {
  name: "weblate",
  label: "Weblate",
  is: "translation of software by many people",
  category: "code",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/accounts/complete/oidc/"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: {
    preferred_username: "the username, by `WEBLATE_SOCIAL_AUTH_OIDC_USERNAME_KEY`",
    name: "the full name",
    email: "the address; Weblate asks for one if there is none",
  },
  settings: [
    {
      in: "In the environment of the official image (4.13 or newer)",
      language: "sh",
      text: `WEBLATE_SOCIAL_AUTH_OIDC_OIDC_ENDPOINT={issuer}
WEBLATE_SOCIAL_AUTH_OIDC_KEY={client_id}
WEBLATE_SOCIAL_AUTH_OIDC_SECRET={client_secret}
WEBLATE_SOCIAL_AUTH_OIDC_USERNAME_KEY=preferred_username`,
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey",
      do: "the slash at the end belongs to the redirect URI. If it starts with `http:`, set `WEBLATE_ENABLE_HTTPS=1`",
    },
    {
      see: "nobody new gets in",
      do: "`WEBLATE_REGISTRATION_OPEN` is off; `WEBLATE_REGISTRATION_ALLOW_BACKENDS=oidc` opens it for Latchkey alone",
    },
    {
      see: "somebody had an account with the same address",
      do: "Weblate joins the two by the address, so only people whose address is confirmed should get in",
    },
  ],
  sources: [
    {
      url: "https://github.com/WeblateOrg/weblate/blob/00935da36123/docs/admin/install/docker.rst",
      for: "settings of the image and their version",
    },
    {
      url: "https://github.com/WeblateOrg/weblate/blob/00472923ea35/docs/admin/auth.rst",
      for: "the pattern of redirect URIs, HTTPS",
    },
    { for: "the redirect URI with `oidc` in it" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
