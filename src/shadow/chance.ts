/**
 * How large an effect chance alone shows between two samples of one population, once in a thousand times.
 *
 * An effect is never scaled by them: the same proportions give 0 at any size, and a small shift stays small in a large
 * set. They only say when a set is too small to tell.
 */

/** Standard normal, one in a thousand, both tails. */
const Z = 3.29;
/** Standard normal, one in a thousand, upper tail. */
const Z_UPPER = 3.09;
/** Kolmogorov, one in a thousand. */
const KOLMOGOROV = 1.95;
/** −ln 0.001: what is expected this often and never seen is gone, but for one time in a thousand. */
const NEVER_SEEN = 6.91;

const inverse = (before: number, after: number): number => 1 / before + 1 / after;

/** Of the difference of two shares. @param share  over both samples together */
export const shareChance = (share: number, before: number, after: number): number =>
  Z * Math.sqrt(share * (1 - share) * inverse(before, after));

/** Of the Kolmogorov–Smirnov distance. */
export const distanceChance = (before: number, after: number): number =>
  KOLMOGOROV * Math.sqrt(inverse(before, after));

/** Of the share of categories that only one sample has. */
export const oneSidedChance = (before: number, after: number): number => NEVER_SEEN * inverse(before, after);

/**
 * Of the Jensen–Shannon divergence, base 2. It is at most half the triangular discrimination (Topsøe 2000), which between two
 * samples of one population is χ² times half of 1/n + 1/m; the quantile of χ² is that of Wilson and Hilferty.
 */
export function divergenceChance(categories: number, before: number, after: number): number {
  const freedom = categories - 1;
  if (freedom < 1) return 0;
  const spread = 2 / (9 * freedom);
  const quantile = freedom * (1 - spread + Z_UPPER * Math.sqrt(spread)) ** 3;
  return (quantile * inverse(before, after)) / 4;
}

/**
 * Of the difference of two counts, each of how many of many things are there at all. Such things are there or not no more
 * together than if each were by itself, so that Bennett's inequality holds for them; it knows that where next to nothing
 * is left to chance, next to nothing is explained by it.
 *
 * @param variance  of the difference, were each by itself
 */
export function countChance(variance: number): number {
  if (variance === 0) return 0;
  let [low, high] = [0, SURE + Math.sqrt(4 * SURE * variance)];
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (low + high) / 2;
    const ratio = middle / variance;
    if (variance * ((1 + ratio) * Math.log1p(ratio) - ratio) < SURE) low = middle;
    else high = middle;
  }
  return high;
}

/** −ln 0.0005: one in a thousand, both tails. */
const SURE = 7.6;
const BISECTIONS = 60;
