import type { Application } from "../application.ts";

export const metabase: Application = {
  name: "metabase",
  label: "Metabase",
  is: "questions and dashboards over databases",
  category: "data",
  connection: {
    kind: "proxy",
    publicPaths: ["/public/*", "/api/public/*", "/embed/*", "/api/embed/*", "/app/*", "/api/health"],
  },
  reads: {},
  settings: [{ in: "In the environment", language: "sh", text: "MB_SITE_URL={host}" }],
  traps: [
    {
      see: "its own sign-in page after the one of Latchkey",
      do: "that stays in the open edition, which reads no header",
    },
    {
      see: "*OIDC* is in the documentation and not in the settings",
      do: "it is a part of the paid plans. There the key `latchkey` in Admin → Settings → Authentication → OIDC makes the redirect URI `{host}/auth/sso/latchkey/callback`: register a client with it by `--redirect-uri`",
    },
    {
      see: "an error 500 with OIDC in a paid plan",
      do: "`MB_ENCRYPTION_SECRET_KEY` is missing, of at least 16 characters. Once set, it must stay",
    },
    {
      see: "`OIDC discovery succeeded, but credentials could not be verified`",
      do: "Metabase tries the grant of a machine, which a client for people does not have: this says nothing about the sign-in",
    },
    {
      see: "a program with an API key gets 401 from Latchkey",
      do: "add `'/api/* public'` to the rules, with all of them in `npx latchkey client update {client_id} --path`: Metabase asks for the key there, and the pages alone stay behind Latchkey",
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
