import type { Application } from "../application.ts";

export const uptimeKuma: Application = {
  name: "uptime-kuma",
  label: "Uptime Kuma",
  is: "checks whether your services answer, with status pages",
  category: "monitoring",
  connection: {
    kind: "proxy",
    publicPaths: ["/status/*", "/api/status-page/*", "/api/push/*", "/api/badge/*", "/assets/*", "/upload/*"],
  },
  reads: {},
  settings: [
    {
      in: "Settings → Security → Advanced",
      fields: { "Disable Auth": "press it, and confirm with the password" },
    },
  ],
  traps: [
    {
      see: "a page for its own password after the one of Latchkey",
      do: "Uptime Kuma has one account and knows no header: *Disable Auth* leaves the decision to the proxy alone",
    },
    {
      see: "a page that never fills",
      do: "everything comes over a WebSocket: the proxy must pass `Upgrade` and `Connection` on, as the printed files do",
    },
    {
      see: "anybody who reaches the port administers",
      do: "with *Disable Auth* nothing else guards it: publish no port of the container",
    },
  ],
  sources: [
    {
      url: "https://github.com/louislam/uptime-kuma-wiki/blob/082cb2c54ca7/Reverse-Proxy.md",
      for: "the WebSocket behind a proxy",
    },
    {
      url: "https://github.com/louislam/uptime-kuma/blob/00ec270b0a71/server/routers/status-page-router.js",
      for: "paths of the status pages",
    },
    { for: "the setting, and the other open paths" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
