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
      fields: {
        "Allow Reverse Proxy Authentication": "on",
        "Reverse Proxy Header Name": "Remote-User",
        "Reverse Proxy Trusted IPs/CIDRs (Comma Separated)": "127.0.0.1",
      },
    },
  ],
  traps: [
    {
      see: "its own sign-in page after Latchkey’s",
      do: "no account of Calibre-Web has this username: make one with the same name. Or the address of the proxy, as Calibre-Web sees it, is not among the trusted ones, which 0.6.27 requires",
    },
    {
      see: "readers and Kobo devices cannot fetch books any more",
      do: "they know passwords alone: leave `/opds` and `/kobo` open, where Calibre-Web asks by itself",
    },
  ],
  sources: [
    {
      url: "https://pypi.org/project/calibreweb/0.6.27/",
      for: "the names of the fields, and that accounts are not made, in the source of the package",
    },
  ],
  proof: { by: "test", on: "2026-11-28", version: "0.6.27", test: "test/interop/apps/calibre-web.ts" },
};
