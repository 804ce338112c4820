import type { Machine } from "./machine.ts";
import type { Spread } from "./statistics.ts";

/** A table of finished texts; the first column is the target's name. */
export interface Table {
  readonly title: string;
  /** The exact work, for readers who see only the table. */
  readonly explanation: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A figure that was promised. */
export interface Goal {
  readonly what: string;
  readonly wanted: string;
  readonly measured: string;
  readonly isMet: boolean;
}

/** One kind of measurement, ready to print; `figures` is what goes into the JSON file. */
export interface Section {
  readonly key: string;
  readonly tables: readonly Table[];
  readonly goals: readonly Goal[];
  readonly figures: unknown;
}

const missing = "–";

/** A number with so many digits after the point, thousands apart; a dash where nothing could be measured. */
export function figure(value: number | undefined, digits: number): string {
  if (value === undefined || Number.isNaN(value)) return missing;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The median with its range: `8,107 (7,900–8,300)`. */
export function range(spread: Spread, digits: number): string {
  if (Number.isNaN(spread.median)) return missing;
  return `${figure(spread.median, digits)} (${figure(spread.min, digits)}–${figure(spread.max, digits)})`;
}

/** A share of one in percent. */
export function percent(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? missing : `${figure(value * 100, 0)} %`;
}

function machineLines(machine: Machine): readonly string[] {
  return [
    `${machine.cpu}, ${machine.cores} cores; ${machine.system}; Node ${machine.node}`,
    `${machine.filesystem}, fdatasync of 4 KiB ${figure(machine.fdatasyncMicroseconds, 0)} µs (median of 200)`,
    `${machine.pinning}; load before the run ${figure(machine.loadBefore, 1)}`,
  ];
}

function goalTable(sections: readonly Section[]): Table {
  const goals = sections.flatMap((section) => section.goals);
  return {
    title: "Goals",
    explanation: "",
    columns: ["what", "goal", "measured", ""],
    rows: goals.map((goal) => [goal.what, goal.wanted, goal.measured, goal.isMet ? "met" : "MISSED"]),
  };
}

/** Tables of the same title become one. */
function joined(tables: readonly Table[]): readonly Table[] {
  return [...Map.groupBy(tables, ({ title }) => title).values()].flatMap((alike) =>
    alike.slice(0, 1).map((first) => ({ ...first, rows: alike.flatMap(({ rows }) => rows) })),
  );
}

function allTables(sections: readonly Section[]): readonly Table[] {
  const tables = joined(sections.flatMap((section) => section.tables));
  return sections.some((section) => section.goals.length > 0) ? [...tables, goalTable(sections)] : tables;
}

/** The report for a terminal. */
export function asText(machine: Machine, sections: readonly Section[]): string {
  const blocks = allTables(sections).map(({ title, explanation, columns, rows }) =>
    [title, ...(explanation === "" ? [] : [explanation]), ...aligned([columns, ...rows])].join("\n"),
  );
  return `${[machineLines(machine).join("\n"), ...blocks].join("\n\n")}\n`;
}

/** The report as Markdown. */
export function asMarkdown(machine: Machine, sections: readonly Section[]): string {
  const blocks = allTables(sections).map(({ title, explanation, columns, rows }) =>
    [
      `## ${title}\n`,
      ...(explanation === "" ? [] : [`${explanation}\n`]),
      markdownRow(columns),
      markdownRow(columns.map((_, index) => (index === 0 ? "---" : "--:"))),
      ...rows.map(markdownRow),
    ].join("\n"),
  );
  const facts = machineLines(machine).map((line) => `- ${line}`);
  return `${[facts.join("\n"), ...blocks].join("\n\n")}\n`;
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** The first column flush left, the others flush right. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
}
