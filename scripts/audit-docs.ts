import { auditActs } from "../src/flows/audit.ts";

const titles: Readonly<Record<keyof typeof auditActs, string>> = {
  operators: "Acts of operators",
  installation: "The installation",
  people: "Acts of people on their own accounts",
  events: "What sign-ins and calls of clients lead to",
};

/** The tables of acts in docs/audit.md. */
export function auditActTables(): string {
  const groups = Object.entries(auditActs) as [keyof typeof auditActs, Readonly<Record<string, string>>][];
  return groups
    .map(([group, acts]) => {
      const rows = Object.entries(acts).map(([act, sentence]) => `| \`${act}\` | ${sentence} |`);
      return [`\n| ${titles[group]} | |`, "|---|---|", ...rows].join("\n");
    })
    .join("\n");
}
