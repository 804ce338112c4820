import type { Application } from "../application.ts";

export const strapi: Application = {
  name: "strapi",
  label: "Strapi",
  is: "a content management system that applications read by its API",
  category: "teams",
  connection: { kind: "proxy", publicPaths: ["/api/*", "/uploads/*"] },
  reads: {},
  settings: [{ in: "In `config/server.js`, among the properties", language: "js", text: 'url: "{host}",' }],
  traps: [
    {
      see: "its own sign-in page after Latchkey’s",
      do: "this cannot be changed in the Community Edition. Single sign-on for its administration needs the Enterprise edition or the SSO add-on; the redirect URI of a Passport strategy in `config/admin.js` is then `{host}/admin/connect/UID`",
    },
    {
      see: "an application that reads content gets 401",
      do: "it calls another path, that of `api.rest.prefix` or `/graphql`. Open it: `npx latchkey client update {client_id} --add-path '/graphql/* public'`",
    },
    {
      see: "everybody can read the content",
      do: "`/api` must stay open for the applications that read it; Strapi itself decides what it shows to whom",
    },
  ],
  sources: [
    {
      url: "https://github.com/strapi/documentation/blob/0c8fe2fb0162/docusaurus/docs/cms/configurations/guides/configure-sso.md",
      for: "single sign-on, where it is and its address",
    },
    {
      url: "https://www.npmjs.com/package/@strapi/core/v/5.54.0",
      for: "`/api` and the setting of its address, `url`",
    },
    {
      url: "https://www.npmjs.com/package/@strapi/provider-upload-local/v/5.54.0",
      for: "the folder of uploads",
    },
  ],
  proof: { by: "documentation", on: "2026-11-29" },
};
