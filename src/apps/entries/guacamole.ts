import type { Application } from "../application.ts";

export const guacamole: Application = {
  name: "guacamole",
  label: "Apache Guacamole",
  is: "remote desktops and terminals in the browser",
  category: "infrastructure",
  connection: { kind: "header" },
  reads: { "Remote-User": "the username, by `http-auth-header`" },
  needs:
    "The extension `guacamole-auth-header` has to be in `GUACAMOLE_HOME/extensions`, beside one that knows the connections, such as the one for databases. Its extension for OpenID Connect uses the implicit flow, which puts tokens into addresses and which Latchkey does not have.",
  settings: [
    {
      in: "In `guacamole.properties`, then restart the servlet container",
      language: "properties",
      text: "http-auth-header: Remote-User",
    },
  ],
  traps: [
    {
      see: "people sign in and see no connection",
      do: "the extension says who is there, and nothing else: give the account of that name its connections in the database",
    },
    {
      see: "anybody who reaches its port is whoever they like",
      do: "Guacamole believes the header from every caller: only the proxy may reach it",
    },
    {
      see: "`response_type` is not supported, with its extension for OpenID Connect",
      do: "use this way instead",
    },
  ],
  sources: [
    {
      url: "https://github.com/apache/guacamole-manual/blob/1966c423b48a/src/header-auth.md",
      for: "the extension, the header and its setting",
    },
    {
      url: "https://github.com/apache/guacamole-manual/blob/3a31470824e1/src/openid-auth.md",
      for: "the implicit flow of the other extension",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28", version: "1.6" },
};
