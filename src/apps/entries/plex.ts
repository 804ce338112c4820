import type { Application } from "../application.ts";

export const plex: Application = {
  name: "plex",
  label: "Plex",
  is: "films, series and music for televisions, phones and browsers",
  category: "files",
  connection: { kind: "proxy", guardedPaths: ["/web/*"] },
  reads: {},
  settings: [
    {
      in: "Settings → Network",
      fields: { "Custom server access URLs": "{host}:443" },
    },
  ],
  traps: [
    {
      see: "its own sign-in page after Latchkey’s",
      do: "this cannot be changed: Plex has only its own accounts, and knows neither OpenID Connect nor headers",
    },
    {
      see: "televisions and phones play without Latchkey",
      do: "they send `X-Plex-Token` and cannot open a sign-in page. Latchkey guards only the web page at `/web`, and Plex guards the rest with its own accounts",
    },
    {
      see: "players do not find the server",
      do: "*Custom server access URLs* lacks the port, which has to be there even if it is 443, or a path other than `/web` was closed",
    },
    {
      see: "the page does not show what happens on the server",
      do: "this arrives over a WebSocket at `/:/websockets/notifications`: the proxy must pass on `Upgrade` and `Connection`, as the printed files do",
    },
  ],
  sources: [
    {
      url: "https://github.com/linuxserver/reverse-proxy-confs/blob/0528b56e1265/plex.subdomain.conf.sample",
      for: "the address with its port, and headers, as people who publish container images of Plex have them",
      isByOthers: true,
    },
    {
      url: "https://pypi.org/project/PlexAPI/4.18.3/",
      for: "the token that players send, the WebSocket",
      isByOthers: true,
    },
    { for: "the path of the web page" },
  ],
  proof: { by: "documentation", on: "2026-11-29" },
};
