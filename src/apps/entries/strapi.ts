import type { Application } from "../application.ts";

export const strapi: Application = {
  name: "strapi",
  label: "Strapi",
  is: "a content management system whose content comes by an API",
  category: "teams",
  connection: { kind: "proxy", publicPaths: ["/api/*", "/uploads/*"] },
  reads: {},
  settings: [{ in: "In `config/server.js`, among the properties", language: "js", text: 'url: "{host}",' }],
  traps: [
    {
      see: "its own sign-in page after the one of Latchkey",
      do: "that stays in the Community Edition. Single sign-on for its administration needs the edition Enterprise or the add-on SSO; then a Passport strategy in `config/admin.js` comes back to `{host}/admin/connect/UID`",
    },
    {
      see: "an application that reads content gets 401",
      do: "the API has another address: add that of `api.rest.prefix`, or `/graphql`, to the rules, with all of them in `npx latchkey client update {client_id} --path`",
    },
    {
      see: "content is there for everybody",
      do: "`/api` must stay open for the applications that read it, and Strapi itself decides there what it shows to whom",
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
