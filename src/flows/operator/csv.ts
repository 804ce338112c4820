/** One line of a CSV file (RFC 4180 §2), without the line break. Undefined becomes an empty cell. */
export function csvLineOf(cells: readonly (string | null | undefined)[]): string {
  return cells.map((text) => cellOf(text ?? "")).join(",");
}

/**
 * Spreadsheets run a cell that begins like a formula, in full width too. An apostrophe makes it text. It is also put after a semicolon,
 * a tab and a line break, because some locales and some settings of the import begin a new cell there, quotes or not.
 */
function cellOf(text: string): string {
  const safe = text.replace(/(^|[;\t\r\n])(?=\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])/g, "$1'");
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
