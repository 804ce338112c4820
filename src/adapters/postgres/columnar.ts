import type { Value } from "./database.ts";

type Cell = Exclude<Value, readonly unknown[]>;

/** Rows turned into one array for each column, as `unnest` takes them. */
export function columnarOf<T>(
  items: readonly T[],
  columnsOf: (item: T) => readonly Cell[],
): readonly (readonly Cell[])[] {
  const rows = items.map(columnsOf);
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]));
}
