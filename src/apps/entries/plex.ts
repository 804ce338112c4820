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
      see: "Plex asks for a Plex account after Latchkey",
      do: "that stays: Plex knows no accounts but its own, and neither OpenID Connect nor headers",
    },
    {
      see: "televisions and phones play without Latchkey",
      do: "so it must be: they send `X-Plex-Token` and cannot open a sign-in page. Latchkey guards the web page at `/web` alone, and Plex guards the rest by its own accounts",
    },
    {
      see: "the players do not find the server",
      do: "*Custom server access URLs* lacks the port, also if it is 443, or another path than `/web` was closed",
    },
    {
      see: "the page shows nothing of what happens on the server",
      do: "it comes over a WebSocket at `/:/websockets/notifications`: the proxy must pass `Upgrade` and `Connection` on, as the printed files do",
    },
  ],
  sources: [
    {
      url: "https://github.com/linuxserver/reverse-proxy-confs/blob/0528b56e1265/plex.subdomain.conf.sample",
      for: "the address with its port, headers, from people who publish images of Plex",
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
