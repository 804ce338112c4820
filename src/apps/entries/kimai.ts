import type { Application } from "../application.ts";

export const kimai: Application = {
  name: "kimai",
  label: "Kimai",
  is: "tracks working time, also for invoices",
  category: "business",
  connection: { kind: "proxy", publicPaths: ["/api/*"] },
  reads: {},
  settings: [{ in: "In the environment", language: "sh", text: "TRUSTED_PROXIES=ADDRESS_OF_THE_PROXY" }],
  traps: [
    {
      see: "its own sign-in page after Latchkey’s",
      do: "this cannot be changed: Kimai knows LDAP and SAML, and reads no header. OpenID Connect was proposed in 2026; no release with it was found",
    },
    {
      see: "an app on a phone, or another program, is refused",
      do: "it calls `/api`, which is open: Kimai itself asks there for a token, which people make in their profile",
    },
    {
      see: "links with http: in its pages",
      do: "Kimai does not trust the proxy: `TRUSTED_PROXIES` lacks its address",
    },
  ],
  sources: [
    {
      url: "https://github.com/kimai/www.kimai.org/blob/172a0ce924a9/_documentation/rest-api.md",
      for: "the API and its tokens",
    },
    {
      url: "https://github.com/kimai/kimai/pull/5865",
      for: "OpenID Connect as a proposal",
    },
    {
      url: "https://github.com/kimai/www.kimai.org/blob/75546f668670/_documentation/saml.md",
      for: "SAML",
    },
    {
      url: "https://github.com/kimai/www.kimai.org/blob/0032d87b6446/_documentation/ldap.md",
      for: "LDAP",
    },
    {
      url: "https://github.com/kimai/kimai/blob/023fef6a70ea/.env.dist",
      for: "`TRUSTED_PROXIES`",
    },
  ],
  proof: { by: "documentation", on: "2026-11-29" },
};
