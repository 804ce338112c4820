import type { Application } from "../application.ts";

export const checkmk: Application = {
  name: "checkmk",
  label: "Checkmk",
  is: "watches servers, networks and services",
  category: "monitoring",
  connection: { kind: "header" },
  reads: { "Remote-User": "the user of that name, who has to be there" },
  settings: [
    {
      in: "Setup → Global settings → User interface → Authenticate users by incoming HTTP requests",
      fields: { "HTTP request header variable": "Remote-User" },
    },
  ],
  traps: [
    {
      see: "agents cannot register, and programs that use the API are refused",
      do: "they have secrets of their own. Open their paths, with the name of your site: `npx latchkey client update {client_id} --add-path '/SITE/check_mk/api/* public' --add-path '/SITE/check_mk/register_agent.py public'`",
    },
    {
      see: "anybody who reaches the port is whoever they say they are",
      do: "Checkmk believes the header of everybody: its web server must listen where only the proxy reaches it",
    },
    {
      see: "its own page for signing in after the one of Latchkey",
      do: "no user of Checkmk has this username: make one with the same name",
    },
  ],
  sources: [
    {
      url: "https://github.com/Checkmk/checkmk-docs/blob/03d7916b5633/src/onprem/en/saml.asciidoc",
      for: "that a header can name the user, and the paths that programs call",
    },
    { for: "the names of the setting" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
