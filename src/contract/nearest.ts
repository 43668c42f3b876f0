import { LIMITS } from '../base/limits.ts';

/** The candidate a slip of the hand away from the word, or an empty text when none is near. */
export function nearest(word: string, candidates: Iterable<string>): string {
  let best = '';
  // More than two letters in five wrong is another word, not a slip.
  let bestDistance = Math.max(1, Math.floor(Math.min(word.length, LIMITS.name_chars_max) * 0.4)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(
      word.slice(0, LIMITS.name_chars_max),
      candidate.slice(0, LIMITS.name_chars_max),
    );
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment), letter case aside. */
function editDistance(left: string, right: string): number {
  const [a, b] = [left.toLowerCase(), right.toLowerCase()];
  let [before, above] = [[] as number[], Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(above[column]! + 1, current[column - 1]! + 1, above[column - 1]! + (same ? 0 : 1));
      if (a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1] && row > 1 && column > 1)
        cost = Math.min(cost, before[column - 2]! + 1);
      current.push(cost);
    }
    [before, above] = [above, current];
  }
  return above[b.length]!;
}
