/** A middle value with the range it was taken from. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The value below which the share `fraction` of the sorted numbers lies (nearest rank); NaN without numbers. */
export function percentile(sorted: ArrayLike<number>, fraction: number): number {
  const rank = Math.ceil(fraction * sorted.length);
  return sorted[Math.max(0, rank - 1)] ?? Number.NaN;
}

/** Median, smallest and largest of the numbers; NaN for none. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  const lower = sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
  return { median: (lower + upper) / 2, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** All numbers of the arrays together, sorted. */
export function pooled(arrays: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(arrays.reduce((length, array) => length + array.length, 0));
  let offset = 0;
  for (const array of arrays) {
    all.set(array, offset);
    offset += array.length;
  }
  return all.sort();
}
