import type { Application } from "../application.ts";

export const calibreWeb: Application = {
  name: "calibre-web",
  label: "Calibre-Web",
  is: "the books of a Calibre library in the browser",
  category: "files",
  connection: { kind: "header", publicPaths: ["/opds/*", "/kobo/*"] },
  reads: { "Remote-User": "the account of that name, which has to be there" },
  settings: [
    {
      in: "Admin → Edit Basic Configuration → Feature Configuration",
      fields: { "Allow Reverse Proxy Authentication": "on", "Reverse Proxy Header Name": "Remote-User" },
    },
  ],
  traps: [
    {
      see: "its own sign-in page after the one of Latchkey",
      do: "no account of Calibre-Web has this username: make one with the same name",
    },
    {
      see: "readers and Kobo devices cannot fetch books any more",
      do: "they know passwords alone: leave `/opds` and `/kobo` open, where Calibre-Web asks by itself",
    },
  ],
  sources: [
    {
      url: "https://github.com/janeczku/calibre-web/blob/0073a5cbcd38/cps/config_sql.py",
      for: "the two settings",
    },
    { for: "the names of the fields, and that accounts are not made" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
