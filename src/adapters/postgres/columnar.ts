import type { Cell } from "./statement.ts";

/** Rows turned into one array for each column, as `unnest` takes them. */
export function columnarOf<T>(
  items: readonly T[],
  columnsOf: (item: T) => readonly Cell[],
): readonly (readonly Cell[])[] {
  const rows = items.map(columnsOf);
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]));
}

/** The rows of one statement, an array of parameters for each column. */
interface RowSet<Column extends string> {
  readonly count: number;
  /** SQL: the rows as `asked`; their parameters come after the first `before` ones. */
  asked(before: number): string;
  /** The parameters; empty arrays if there is no row. */
  values(rows: readonly Readonly<Record<Column, Cell>>[]): readonly (readonly Cell[])[];
  /** SQL for this many rows, named `asked`, with a parameter for each cell. The database reads a few rows in half the time this way. */
  listed(rows: number): string;
  /** The parameters of `listed`. */
  cells(rows: readonly Readonly<Record<Column, Cell>>[]): readonly Cell[];
}

/** Rows with these columns, each with its type. */
export function rowSet<Column extends string>(types: Readonly<Record<Column, string>>): RowSet<Column> {
  const columns = Object.keys(types) as Column[];
  return {
    count: columns.length,
    asked: (before) => {
      const arrays = columns.map((column, index) => `$${before + index + 1}::${types[column]}[]`);
      return `unnest(${arrays.join(", ")}) AS asked (${columns.join(", ")})`;
    },
    values: (rows) => columns.map((column) => rows.map((row) => row[column])),
    listed: (rows) => {
      const parametersOf = (row: number) =>
        columns.map((column, index) => `$${row * columns.length + index + 1}::${types[column]}`).join(", ");
      const lines = Array.from({ length: rows }, (_, row) => `(${parametersOf(row)})`);
      return `(VALUES ${lines.join(", ")}) AS asked (${columns.join(", ")})`;
    },
    cells: (rows) => rows.flatMap((row) => columns.map((column) => row[column])),
  };
}
