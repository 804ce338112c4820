import type { Application } from "../application.ts";

export const metabase: Application = {
  name: "metabase",
  label: "Metabase",
  is: "charts and dashboards from databases",
  category: "data",
  connection: {
    kind: "proxy",
    publicPaths: ["/public/*", "/api/public/*", "/embed/*", "/api/embed/*", "/app/*", "/api/health"],
  },
  reads: {},
  settings: [{ in: "In the environment", language: "sh", text: "MB_SITE_URL={host}" }],
  traps: [
    {
      see: "its own sign-in page after Latchkey’s",
      do: "this cannot be changed in the open-source edition, which reads no header",
    },
    {
      see: "*OIDC* is in the documentation, but not in the settings",
      do: "it comes with the paid plans. With the key `latchkey` in Admin → Settings → Authentication → OIDC, the redirect URI is `{host}/auth/sso/latchkey/callback`: register another client, with `--openid` and this `--redirect-uri`",
    },
    {
      see: "an error 500 with OIDC in a paid plan",
      do: "`MB_ENCRYPTION_SECRET_KEY` is missing. It has at least 16 characters, and must not change once it is set",
    },
    {
      see: "`OIDC discovery succeeded, but credentials could not be verified`",
      do: "Metabase tries the client credentials grant, which a client for people may not use: this says nothing about the sign-in",
    },
    {
      see: "a program with an API key gets 401 from Latchkey",
      do: "Metabase asks for the key itself, so open the API: `npx latchkey client update {client_id} --add-path '/api/* public'`. Then only the pages are behind Latchkey",
    },
  ],
  sources: [
    {
      url: "https://github.com/metabase/metabase/blob/0180f81df703/src/metabase/server/routes.clj",
      for: "the paths of public and embedded dashboards",
    },
    {
      url: "https://github.com/metabase/metabase/blob/0fa46fa599f6/docs/people-and-groups/authenticating-with-oidc.md",
      for: "OpenID Connect in the paid plans",
    },
    {
      url: "https://github.com/metabase/metabase/blob/c17e8966fc90/docs/configuring-metabase/environment-variables.md",
      for: "`MB_SITE_URL`",
    },
  ],
  proof: { by: "documentation", on: "2026-11-29" },
};
