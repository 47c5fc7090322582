/** Finds the known word that is nearest to a mistyped one. */
export function nearest(word: string, known: Iterable<string>): string | null {
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: string | null = null;
  let bestDistance = limit + 1;
  for (const candidate of known) {
    const isBeginning = word.length >= 2 && candidate.startsWith(word);
    const found = isBeginning ? Math.min(1, limit) : distance(word, candidate);
    if (found < bestDistance) [best, bestDistance] = [candidate, found];
  }
  return best;
}

/** Damerau-Levenshtein: insertions, deletions, replacements and swapped neighbors. */
export function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      let cost = Math.min(replaced, at(last, column) + 1, at(current, column - 1) + 1);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      }
      current.push(cost);
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
