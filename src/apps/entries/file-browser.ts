import type { Application } from "../application.ts";

export const fileBrowser: Application = {
  name: "file-browser",
  label: "File Browser",
  is: "a folder of a server in the browser",
  category: "files",
  connection: { kind: "header", publicPaths: ["/share/*", "/api/public/*", "/static/*"] },
  reads: { "Remote-User": "the username" },
  settings: [
    {
      in: "While it is stopped",
      language: "sh",
      text: "filebrowser config set --auth.method=proxy --auth.header=Remote-User",
    },
  ],
  traps: [
    {
      see: "anybody who reaches its port is whoever they like",
      do: "it believes the header blindly, as its documentation warns: only the proxy may reach it",
    },
    {
      see: "everybody is the same person",
      do: "`--auth.method=noauth` makes everybody the user with id 1. It has to be `proxy`",
    },
  ],
  sources: [
    {
      url: "https://github.com/filebrowser/filebrowser/blob/099dfb0ae8a7/www/docs/authentication.md",
      for: "the command, the warning, the other methods",
    },
    { for: "the paths of shares, which people without an account open" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
