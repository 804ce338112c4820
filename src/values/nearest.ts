/** Finds the candidate that a typo most likely meant; undefined if none is close enough. */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(text.length / 4)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(text.slice(0, 100), candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Levenshtein's distance: how many single characters must be inserted, removed or changed. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let line = 1; line <= left.length; line++) {
    const next = [line];
    for (let column = 1; column <= right.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (left[line - 1] === right[column - 1] ? 0 : 1);
      const removed = (row[column] ?? 0) + 1;
      const inserted = (next[column - 1] ?? 0) + 1;
      next.push(Math.min(replaced, removed, inserted));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
