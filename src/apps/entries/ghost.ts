import type { Application } from "../application.ts";

export const ghost: Application = {
  name: "ghost",
  label: "Ghost",
  is: "a site for articles and newsletters, with members",
  category: "teams",
  connection: {
    kind: "proxy",
    publicPaths: ["/ghost/api/content/*", "/ghost/auth-frame/*", "/ghost/.well-known/*"],
    guardedPaths: ["/ghost/*"],
  },
  reads: {},
  settings: [{ in: "In the environment", language: "sh", text: "url={host}" }],
  traps: [
    {
      see: "its own sign-in page after Latchkey’s",
      do: "this cannot be changed: no way was found to tell Ghost who signed in. Its staff keep their accounts, and strangers no longer reach the form",
    },
    {
      see: "an integration with an Admin API key gets 401 from Latchkey",
      do: "Ghost itself asks for the key there, or for the password of its staff. Open it: `npx latchkey client update {client_id} --add-path '/ghost/api/admin/* public'`",
    },
    {
      see: "403 for an odd address of the site, such as one with two slashes in a row",
      do: "where an application has rules for paths, Latchkey refuses every path that two programs could read differently, open or not",
    },
    {
      see: "members cannot sign in to the site",
      do: "Latchkey has no part in it: the site and `/members` are open",
    },
  ],
  sources: [
    {
      url: "https://github.com/TryGhost/Ghost/blob/10a027899bfb/ghost/core/core/server/web/parent/backend.js",
      for: "what lies below `/ghost`",
    },
    {
      url: "https://github.com/TryGhost/Ghost/blob/00f1c8629c15/ghost/core/core/server/web/admin/app.js",
      for: "the frame that every reader of comments loads",
    },
    {
      url: "https://github.com/TryGhost/Ghost/blob/211116260e97/ghost/core/core/server/web/api/app.js",
      for: "the two APIs",
    },
    {
      url: "https://github.com/TryGhost/Ghost/blob/1d5b5cb5ec78/ghost/core/core/server/web/parent/frontend.js",
      for: "where members are",
    },
    { for: "the setting" },
  ],
  proof: { by: "documentation", on: "2026-11-29" },
};
