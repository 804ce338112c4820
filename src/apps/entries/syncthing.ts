import type { Application } from "../application.ts";

export const syncthing: Application = {
  name: "syncthing",
  label: "Syncthing",
  is: "keeps folders of several machines the same",
  category: "files",
  connection: { kind: "proxy" },
  reads: {},
  settings: [
    {
      in: "Actions → Settings → GUI",
      fields: {
        "GUI Listen Address": "127.0.0.1:8384",
        "GUI Authentication User": "empty, if the proxy’s sign-in is enough",
      },
    },
  ],
  traps: [
    {
      see: "`Host check error`",
      do: "the proxy passes on the outer host: set the header `Host` to `localhost`, or turn `insecureSkipHostcheck` on",
    },
    {
      see: "the page stops for a minute and then fails",
      do: "its requests wait long for news: let the proxy wait, for example `proxy_read_timeout 600s`",
    },
  ],
  sources: [
    {
      url: "https://github.com/syncthing/docs/blob/000e0abfeceb/users/reverseproxy.rst",
      for: "the proxy in front of its pages and its time-outs",
    },
    { for: "the check of the host and the names of the fields" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
