/** One line of a CSV file (RFC 4180 §2), without its end. Nothing stands for an empty cell. */
export function csvLineOf(cells: readonly (string | null | undefined)[]): string {
  return cells.map((text) => cellOf(text ?? "")).join(",");
}

/**
 * Spreadsheets run a cell that begins like a formula. An apostrophe makes it text, also after a semicolon, at which some locales begin a
 * new cell in spite of the quotes.
 */
function cellOf(text: string): string {
  const safe = text.replace(/(^|;)(?=\s*[=+\-@\t\r])/g, "$1'");
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
