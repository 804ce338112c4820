/** SQL made of a table's columns, so that a statement need not repeat their list. A parameter is named as its column. */

/** The columns, each under a prefix if one is given: `accounts.id AS account_id`. */
export function columnList(columns: readonly string[], as?: { table: string; prefix: string }): string {
  return columns.map((column) => (as ? `${as.table}.${column} AS ${as.prefix}${column}` : column)).join(", ");
}

/** `INSERT INTO accounts (id, …) VALUES (:id, …)`. */
export function insertInto(table: string, columns: readonly string[]): string {
  const parameters = columns.map((column) => `:${column}`).join(", ");
  return `INSERT INTO ${table} (${columnList(columns)}) VALUES (${parameters})`;
}

/** `name = :name, …`, for an UPDATE. */
export function assignments(columns: readonly string[]): string {
  return columns.map((column) => `${column} = :${column}`).join(", ");
}
