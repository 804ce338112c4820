import type { Application } from "../application.ts";

export const alertmanager: Application = {
  name: "alertmanager",
  label: "Alertmanager",
  is: "passes on the alerts of Prometheus",
  category: "monitoring",
  connection: { kind: "proxy", publicPaths: ["/-/healthy", "/-/ready"] },
  reads: {},
  settings: [
    {
      in: "On the command line, so that people reach it through the proxy alone",
      language: "sh",
      text: `--web.listen-address=127.0.0.1:9093
--web.external-url={host}/`,
    },
  ],
  traps: [
    {
      see: "alerts do not arrive any more",
      do: "Prometheus sends them as a program: name Alertmanager’s own address in `alerting`, not the one behind the proxy",
    },
    {
      see: "everybody who may open it silences alerts",
      do: "it knows no people and no rights: let in only the group that may",
    },
  ],
  sources: [
    {
      url: "https://github.com/prometheus/docs/blob/004b1b6ad984/content/docs/operating/security.md",
      for: "that whoever reaches it may do everything",
    },
    { for: "the two addresses on the command line and the paths for health" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
