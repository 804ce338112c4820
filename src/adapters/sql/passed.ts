/** The clocks of two nodes may be so far apart (ADR 0026). */
const skewSeconds = 60;

/** The SQL of a condition: the instant in the column is not after `:now`, or further ahead than anything waits for. */
export function hasPassed(column: string, longestSeconds: number): string {
  return `(${column} <= :now OR ${column} > :now + ${(longestSeconds + skewSeconds) * 1_000})`;
}
