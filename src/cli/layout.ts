import { instantOf } from "../values/time.ts";
import { shortTime } from "../values/words.ts";
import type { Terminal } from "./terminal.ts";

/** Prints a table on stdout. On a terminal its headings stand out. */
export function printTable(
  terminal: Terminal,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  openTable(terminal, headings)(rows);
}

/**
 * Prints a table in parts, each of them when it is called with its rows. A column is as wide as its longest cell so far, and the
 * headings stand above the first part.
 */
export function openTable(
  terminal: Terminal,
  headings: readonly string[],
): (rows: readonly (readonly string[])[]) => void {
  let widths = headings.map(lengthOf);
  let isBegun = false;
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - lengthOf(cell)))
      .join("  ")
      .trimEnd();
  return (rows) => {
    widths = widths.map((width, column) =>
      rows.reduce((widest, row) => Math.max(widest, lengthOf(row[column] ?? "")), width),
    );
    if (!isBegun) terminal.printStrong(line(headings));
    isBegun = true;
    for (const row of rows) terminal.print(line(row));
  };
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
