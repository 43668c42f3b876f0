/**
 * Jensen–Shannon divergence of two lists of counts, place by place, logarithm to base 2.
 *
 * @returns 0 (same proportions, at any size) … 1 (nothing in common); undefined when a side counts nothing, as a
 *          distance from nothing is not zero
 */
export function jensenShannon(before: readonly number[], after: readonly number[]): number | undefined {
  if (before.length !== after.length) throw new RangeError('both sides count the same places');
  const [left, right] = [total(before), total(after)];
  if (left === 0 || right === 0) return undefined;
  let divergence = 0;
  for (const [place, count] of before.entries()) {
    const other = after[place]!;
    // Equal proportions are compared as products: divided first, 200/600 and 100/300 might differ in the last bit.
    if (count * right === other * left) continue;
    const [p, q] = [count / left, other / right];
    divergence += (part(p, (p + q) / 2) + part(q, (p + q) / 2)) / 2;
  }
  return Math.min(1, Math.max(0, divergence));
}

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

const part = (share: number, mean: number): number => (share === 0 ? 0 : share * Math.log2(share / mean));
