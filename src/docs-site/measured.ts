import type { Token, Tokens } from "marked";
import { plainText } from "./markdown.ts";

/** A figure of a table, as it is written there: `3,133 (2,200–4,968)`. */
export interface Measured {
  readonly written: string;
  readonly value: number;
  /** The lowest and the highest of several measurements. */
  readonly range?: readonly [low: number, high: number];
}

/** A row of a table under its first column. */
export interface MeasuredRow {
  readonly name: string;
  readonly measured: Measured;
}

/** One column of a table, what stands above the table, and what measured it. */
export interface MeasuredColumn {
  readonly header: string;
  readonly lead: string;
  readonly rows: readonly MeasuredRow[];
  /** The command, and the date. */
  readonly command: string;
  readonly date: string;
}

/** A heading, and what stands below it until the next. */
interface Part {
  readonly heading: string;
  readonly tokens: readonly Token[];
  /** The last sentence above that says what measured it, and when. */
  readonly command: string;
  readonly date: string;
}

const measuredBy = /^Measured on (\d{4}-\d{2}-\d{2}) by `([^`]+)`/;

/** Cuts a document with measurements into its parts. */
export function partsOf(tokens: readonly Token[]): readonly Part[] {
  const parts: { heading: string; tokens: Token[]; command: string; date: string }[] = [];
  let [date, command] = ["", ""];
  for (const token of tokens) {
    const said = token.type === "paragraph" ? measuredBy.exec(token.raw) : null;
    if (said !== null) [, date = "", command = ""] = said;
    if (token.type === "heading") {
      parts.push({ heading: plainText(token.tokens ?? []), tokens: [], command, date });
      continue;
    }
    const part = parts.at(-1);
    part?.tokens.push(token);
    if (part !== undefined) Object.assign(part, { command, date });
  }
  return parts;
}

/** The first table below a heading. Throws where there is none, so that a figure without its source is noticed. */
export function tableUnder(parts: readonly Part[], heading: string): { part: Part; table: Tokens.Table } {
  const part = parts.find((one) => one.heading === heading);
  const table = part?.tokens.find((token): token is Tokens.Table => token.type === "table");
  if (part === undefined || table === undefined)
    throw new Error(`The document with the measurements has no table under “${heading}”.`);
  return { part, table };
}

/** One column of that table, named by how its header begins, with the rows that have a figure in it. */
export function columnUnder(parts: readonly Part[], heading: string, column: string): MeasuredColumn {
  const { part, table } = tableUnder(parts, heading);
  const at = table.header.findIndex((cell) => plainText(cell.tokens).startsWith(column));
  const header = table.header[at];
  if (header === undefined) throw new Error(`The table under “${heading}” has no column “${column}”.`);
  const rows = table.rows.flatMap((row) => {
    const measured = readMeasured(plainText(row[at]?.tokens ?? []));
    return measured === undefined ? [] : { name: plainText(row[0]?.tokens ?? []), measured };
  });
  const lead = part.tokens.find((token) => token.type === "paragraph" && !measuredBy.test(token.raw));
  const { command, date } = part;
  return {
    header: plainText(header.tokens),
    lead: lead === undefined ? "" : plainText([lead]),
    rows,
    command,
    date,
  };
}

const written = /^([\d,.]+)(?: \(([\d,.]+)–([\d,.]+)\))?$/;

function readMeasured(text: string): Measured | undefined {
  const [, value, low, high] = written.exec(text) ?? [];
  if (value === undefined) return undefined;
  const range =
    low === undefined || high === undefined ? {} : { range: [numberOf(low), numberOf(high)] as const };
  return { written: text, value: numberOf(value), ...range };
}

function numberOf(text: string): number {
  return Number(text.replaceAll(",", ""));
}
