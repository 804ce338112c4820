import { writeCosts } from "../test/http/support/write-costs.ts";

/** The table of docs/durable-writes.md, as the tests hold it. */
export function writeCostsTable(): string {
  const rows = Object.entries(writeCosts).map(
    ([cause, { durable, relaxed, written }]) => `| ${[cause, durable, relaxed, written].join(" | ")} |`,
  );
  return ["| What happens | Durable | Relaxed | What is written |", "|---|---|---|---|", ...rows].join("\n");
}
