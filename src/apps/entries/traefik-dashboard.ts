import type { Application } from "../application.ts";

export const traefikDashboard: Application = {
  name: "traefik-dashboard",
  label: "Traefik’s dashboard",
  is: "the routes and services of the proxy Traefik",
  category: "infrastructure",
  connection: { kind: "proxy" },
  reads: {},
  settings: [
    {
      in: "In the static configuration",
      language: "yaml",
      text: `api:
  dashboard: true`,
    },
    {
      in: "In the dynamic configuration, with the middleware that `client show --proxy traefik` prints",
      language: "yaml",
      text: `http:
  routers:
    dashboard:
      rule: Host(\`{hostname}\`)
      service: api@internal
      middlewares: [latchkey]`,
    },
  ],
  traps: [
    {
      see: "`404 page not found`",
      do: "the path is `/dashboard/`, with the slash at its end, and the rule has to match `/api` as well",
    },
    {
      see: "the dashboard answers on port 8080 without a sign-in",
      do: "`api.insecure` is on: turn it off",
    },
  ],
  sources: [
    {
      url: "https://github.com/traefik/traefik/blob/07ea3e6edb8e/docs/content/operations/dashboard.md",
      for: "rule, service, paths, the insecure mode",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
