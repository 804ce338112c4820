import type { Application } from "../application.ts";

export const prometheus: Application = {
  name: "prometheus",
  label: "Prometheus",
  is: "collects metrics and answers questions about them",
  category: "monitoring",
  connection: { kind: "proxy", publicPaths: ["/-/healthy", "/-/ready"] },
  reads: {},
  settings: [
    {
      in: "On the command line, so that it is reached through the proxy alone",
      language: "sh",
      text: `--web.listen-address=127.0.0.1:9090
--web.external-url={host}/`,
    },
  ],
  traps: [
    {
      see: "Grafana cannot read from it any more",
      do: "let Grafana ask it directly, at its own address and not through the proxy",
    },
    {
      see: "people change or end it with a request",
      do: "`--web.enable-admin-api` and `--web.enable-lifecycle` are off by default. Leave them off: it has no protection against forged requests",
    },
  ],
  sources: [
    {
      url: "https://github.com/prometheus/docs/blob/004b1b6ad984/content/docs/operating/security.md",
      for: "that it knows no people and recommends a proxy, the two switches, forged requests",
    },
    { for: "the two addresses on the command line and the paths for health" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
