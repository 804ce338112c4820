import type { Application } from "../application.ts";

export const snipeIt: Application = {
  name: "snipe-it",
  label: "Snipe-IT",
  is: "the machines, licences and keys of a company, and who has them",
  category: "business",
  connection: { kind: "header", publicPaths: ["/api/*"] },
  reads: {
    "Remote-User":
      "the user of that name, who has to be there, once the web server passes it on as `REMOTE_USER`",
  },
  settings: [
    {
      in: "In the settings of the administrator. These are the names under which it keeps them",
      fields: {
        login_remote_user_enabled: "on",
        login_remote_user_header_name: "empty: Snipe-IT reads REMOTE_USER then",
        login_remote_user_custom_logout_url: "{host}/.latchkey/sign-out",
      },
    },
    {
      in: "In the configuration of Apache for Snipe-IT, which reads `REMOTE_USER` and no header",
      language: "apache",
      text: `SetEnvIf Remote-User "(.+)" REMOTE_USER=$1`,
    },
  ],
  signOut: "Snipe-IT leads to `{host}/.latchkey/sign-out`, by `login_remote_user_custom_logout_url`.",
  traps: [
    {
      see: "the name of a header is refused in the settings",
      do: "newer versions take none that begins with `HTTP_`, because visitors could send it: let the web server turn the header into `REMOTE_USER`",
    },
    {
      see: "its own form for a password after the one of Latchkey",
      do: "`REMOTE_USER` is empty, or no user of Snipe-IT has this username: make one with the same name",
    },
    {
      see: "anybody who reaches the port is whoever they say they are",
      do: "Apache turns the header of everybody into a name: it must listen where only the proxy reaches it",
    },
  ],
  sources: [
    {
      url: "https://github.com/snipe/snipe-it/blob/03cec1c103c5/app/Http/Controllers/Auth/LoginController.php",
      for: "where sign-out leads",
    },
    { for: "which variable is read, which names are refused, and the line for Apache" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
