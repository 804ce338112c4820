import type { Application } from "../application.ts";

export const posthog: Application = {
  name: "posthog",
  label: "PostHog",
  is: "shows how people use a product, with recordings and feature flags",
  category: "data",
  connection: {
    kind: "proxy",
    publicPaths: [
      "/e/*",
      "/i/*",
      "/s/*",
      "/batch/*",
      "/capture/*",
      "/flags/*",
      "/array/*",
      "/static/*",
      "/api/web_experiments/*",
    ],
  },
  reads: {},
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `SITE_URL={host}
IS_BEHIND_PROXY=true`,
    },
  ],
  traps: [
    {
      see: "its own sign-in page after Latchkey’s",
      do: "this cannot be changed: on your own server, PostHog has sign-in by GitHub and GitLab, and by SAML in the paid plans, but not by OpenID Connect or a header",
    },
    {
      see: "no events arrive, or the browser says that `/flags` is blocked",
      do: "a library calls a path that is not open. Look in the browser for the request that got 401, and open its path, which is `/decide` for old libraries: `npx latchkey client update {client_id} --add-path '/decide/* public'`",
    },
    {
      see: "a program with a personal API key gets 401 from Latchkey",
      do: "open the part of `/api` that it calls in the same way: PostHog asks for the key there",
    },
  ],
  sources: [
    {
      url: "https://github.com/PostHog/posthog/blob/00cbfd237ce7/docker-compose.base.yml",
      for: "the paths that collect events and answer flags, the setting for proxies",
    },
    {
      url: "https://www.npmjs.com/package/posthog-js/v/1.449.2",
      for: "the paths that browsers call",
    },
    {
      url: "https://github.com/PostHog/posthog.com/blob/004bc66a394d/contents/docs/settings/sso.mdx",
      for: "`SITE_URL`, and the ways to sign in",
    },
  ],
  proof: { by: "documentation", on: "2026-11-29" },
};
