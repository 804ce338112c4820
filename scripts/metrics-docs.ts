import { metricRows } from "../src/ops/metrics-table.ts";

/** The table of metrics in docs/metrics.md. */
export function metricsTable(): string {
  const rows = metricRows.map(({ name, type, labels, help }) => {
    const named = labels.map((label) => `\`${label}\``).join(", ");
    return `| \`${name}\` | ${type} | ${named} | ${help} |`;
  });
  return ["| Name | Type | Labels | What it is |", "|---|---|---|---|", ...rows].join("\n");
}
