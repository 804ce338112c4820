import { instantOf } from "../values/time.ts";
import { shortTime } from "../values/words.ts";
import type { Terminal } from "./terminal.ts";

/** Lays rows out under headings, in columns of equal width. */
function tableLines(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => lengthOf(row[column] ?? ""))),
  );
  return [headings, ...rows].map((row) =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - lengthOf(cell)))
      .join("  ")
      .trimEnd(),
  );
}

/** Prints a table on stdout. On a terminal its headings stand out. */
export function printTable(
  terminal: Terminal,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const [heading = "", ...lines] = tableLines(headings, rows);
  terminal.printStrong(heading);
  lines.forEach(terminal.print);
}

/** Labelled values; the label of another line of the same value is empty. */
export type Details = readonly (readonly [label: string, value: string])[];

/** Lays out one labelled value per line; `labelled` makes several lines of several values. */
export function detailLines(details: Details): string[] {
  const width = Math.max(...details.map(([label]) => label.length)) + 2;
  return details.map(([label, value]) => `${label.padEnd(width)}${value}`);
}

/** Lists several values under one label, one per line; nothing where there are none. */
export function labelled(label: string, values: readonly string[]): [label: string, value: string][] {
  return values.map((value, index) => [index === 0 ? label : "", value]);
}

/** A time of a record, to the minute. */
export function shortTimeOf(time: string): string {
  return shortTime(instantOf(Date.parse(time)));
}

function lengthOf(text: string): number {
  return [...text].length;
}
