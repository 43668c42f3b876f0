import type { Aligned, Cell } from './aligned.ts';
import { countChance, divergenceChance, oneSidedChance, shareChance } from './chance.ts';
import { distinctOf, mergedCounts, type ValueCounts } from './value-counts.ts';

/** How large a difference is, and how large chance alone would show it; sizes are the values it was taken over. */
export type Effect<V = never> = {
  /** Undefined where one side has nothing to compare: that is not zero, and holds nothing. */
  readonly effect: number | V | undefined;
  readonly chance: number | V;
  /** By how much the effect may be off because not every value was counted, one time in a thousand; 0 where each was. */
  readonly error: number | V;
  readonly before: number;
  readonly after: number;
};

/** |share after − share before| of all rows; `rise` takes an increase only. */
export function shareEffect(
  before: { readonly count: number; readonly of: number },
  after: { readonly count: number; readonly of: number },
  rise = false,
): Effect {
  const sizes = { before: before.of, after: after.of };
  if (before.of === 0 || after.of === 0) return nothing(before.of, after.of);
  // Over one denominator, so that equal proportions are equal.
  const difference = (after.count * before.of - before.count * after.of) / (before.of * after.of);
  const pooled = (before.count + after.count) / (before.of + after.of);
  return {
    ...sizes,
    effect: rise ? Math.max(0, difference) : Math.abs(difference),
    chance: shareChance(pooled, before.of, after.of),
    error: 0,
  };
}

/** Jensen–Shannon, logarithm to base 2: 0 (same proportions, at any size) … 1 (nothing in common). */
export function divergenceEffect(sides: Aligned): Effect {
  const { before, after } = sides;
  if (before === 0 || after === 0) return nothing(before, after);
  const { sum, error } = estimate(sides, (p, q) => {
    const mean = (p + q) / 2;
    return (part(p, mean) + part(q, mean)) / 2;
  });
  return {
    before,
    after,
    effect: Math.min(1, Math.max(0, sum)),
    chance: divergenceChance(categoriesIn(sides), before, after),
    error,
  };
}

/** Hellinger: 0 … 1, the square root of half the squared distance of the roots of the shares. */
export function hellingerEffect(sides: Aligned): Effect {
  const { before, after } = sides;
  if (before === 0 || after === 0) return nothing(before, after);
  const { sum, error } = estimate(sides, (p, q) => (Math.sqrt(p) - Math.sqrt(q)) ** 2 / 2);
  const effect = Math.sqrt(Math.min(1, sum));
  // Its square is below the divergence in nats, and so is what chance shows of it.
  const chance = Math.sqrt(divergenceChance(categoriesIn(sides), before, after) * Math.LN2);
  return { before, after, effect, chance, error: Math.sqrt(sum + error) - Math.sqrt(sum) };
}

/** The greatest difference of the share of one category, 0 … 1. */
export function largestEffect({ cells, before, after }: Aligned): Effect {
  if (before === 0 || after === 0) return nothing(before, after);
  let [effect, pooled, rest] = [0, 0, 0];
  for (const cell of cells) {
    const difference = Math.abs(cell.after * before - cell.before * after) / (before * after);
    if (difference > effect) [effect, pooled] = [difference, (cell.before + cell.after) / (before + after)];
    if (cell.weight > 1) rest = Math.max(rest, cell.before / before, cell.after / after);
  }
  return { before, after, effect, chance: shareChance(pooled, before, after), error: rest };
}

/**
 * Population stability index, Σ (q − p) ln (q / p), as it is used: a share that is 0 on one side counts as one in ten
 * thousand, or it would be infinite. That is the same at any size; what is on one side alone is counted by measures of its own.
 */
export function stabilityEffect(sides: Aligned): Effect {
  const { before, after } = sides;
  if (before === 0 || after === 0) return nothing(before, after);
  const { sum, error } = estimate(sides, (p, q) => {
    const [was, is] = [Math.max(p, LEAST_SHARE), Math.max(q, LEAST_SHARE)];
    return (is - was) * Math.log(is / was);
  });
  const chance = 8 * Math.LN2 * divergenceChance(categoriesIn(sides), before, after);
  return { before, after, effect: Math.max(0, sum), chance, error };
}

const LEAST_SHARE = 1e-4;

/** The share of one side whose category the other does not have: counted before any distance, which may drop them. */
export function oneSidedEffect({ cells, before, after }: Aligned, only: 'before' | 'after'): Effect {
  if (before === 0 || after === 0) return nothing(before, after);
  const other = only === 'before' ? 'after' : 'before';
  const size = only === 'before' ? before : after;
  let [sum, spread] = [0, 0];
  for (const cell of cells) {
    if (cell[other] > 0) continue;
    sum += cell.weight * cell[only];
    spread += cell.weight * (cell.weight - 1) * cell[only] ** 2;
  }
  return {
    before,
    after,
    effect: Math.min(1, sum / size),
    chance: oneSidedChance(before, after),
    error: (Z * Math.sqrt(spread)) / size,
  };
}

/**
 * The change of the number of distinct values, as a share of the larger. A larger sample has more of them: it is counted
 * as it would stand in a draw of the smaller one's size.
 */
export function distinctEffect(before: Counted, after: Counted): Effect {
  const [n, m] = [before.values, after.values];
  if (n === 0 || m === 0) return nothing(n, m);
  const [large, small] = n >= m ? [before, after] : [after, before];
  const [was, is] = [distinctOf(before.counts), distinctOf(after.counts)];
  const [drawn, least] = [
    distinctInDraw(large.counts, large.values, small.values),
    distinctOf(small.counts).count,
  ];
  const effect = Math.min(change(was.count, is.count), change(drawn, least));
  const error = was.error / Math.max(1, was.count) + is.error / Math.max(1, is.count);
  const chance = countChance(2 * varianceOfDistinct(before, after)) / Math.max(drawn, least, 1);
  return { before: n, after: m, effect, chance, error };
}

type Counted = { readonly counts: ValueCounts; readonly values: number };

/**
 * Of how many distinct values stand in a sample of the smaller one's size, were both of one population. Of values that are
 * there or not each by itself it is what a second sample of that size would bring beside the first (Σ e⁻ⁿᵖ (1 − e⁻ⁿᵖ),
 * which is the difference of the two expected numbers); draws from both together tell it without bias.
 */
function varianceOfDistinct(before: Counted, after: Counted): number {
  const all = mergedCounts([before.counts, after.counts]);
  const rows = before.values + after.values;
  const size = Math.min(before.values, after.values);
  return distinctInDraw(all, rows, 2 * size) - distinctInDraw(all, rows, size);
}

const change = (a: number, b: number): number => Math.abs(a - b) / Math.max(a, b, 1);

/** Expected number of distinct values in `draw` rows drawn without replacement from `rows`. */
function distinctInDraw({ counted, level }: ValueCounts, rows: number, draw: number): number {
  if (rows === draw) return counted.length * 2 ** level;
  const valuesOfCount = new Map<number, number>();
  for (const { count } of counted) valuesOfCount.set(count, (valuesOfCount.get(count) ?? 0) + 1);
  let expected = 0;
  for (const [count, values] of valuesOfCount) {
    let missed = 1;
    for (let i = 0; i < count && missed > 1e-100; i++) missed *= Math.max(0, rows - draw - i) / (rows - i);
    expected += values * (1 - missed);
  }
  return expected * 2 ** level;
}

/** Nothing beside nothing is the same; nothing beside something can't be compared. */
export const nothing = (before: number, after: number): Effect => ({
  before,
  after,
  effect: before === after ? 0 : undefined,
  chance: 0,
  error: 0,
});

/** What a sum over all categories is, and how far that may be off where some stand for others. */
function estimate(
  { cells, before, after }: Aligned,
  term: (p: number, q: number) => number,
): { readonly sum: number; readonly error: number } {
  let [sum, spread] = [0, 0];
  for (const cell of cells) {
    // Equal proportions are compared as products: divided first, 200/600 and 100/300 might differ in the last bit.
    if (cell.before * after === cell.after * before) continue;
    const own = term(cell.before / before, cell.after / after);
    sum += cell.weight * own;
    spread += cell.weight * (cell.weight - 1) * own ** 2;
  }
  return { sum, error: Z * Math.sqrt(spread) };
}

const categoriesIn = ({ cells }: Aligned): number => cells.reduce((all, { weight }: Cell) => all + weight, 0);

const part = (share: number, mean: number): number => (share === 0 ? 0 : share * Math.log2(share / mean));

/** Standard normal, one in a thousand, both tails. */
const Z = 3.29;
