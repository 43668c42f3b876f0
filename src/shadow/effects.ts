import { jensenShannon } from '../base/divergence.ts';
import { distanceChance, distinctChance, divergenceChance, oneSidedChance, shareChance } from './chance.ts';
import type { Count } from './column.ts';
import { quantile } from './statistics.ts';

/** How large a difference is, and how large chance alone would show it; sizes are the values it was taken over. */
export type Effect<V = never> = {
  /** Undefined where one side has nothing to compare: that is not zero, and holds nothing. */
  readonly effect: number | V | undefined;
  readonly chance: number | V;
  readonly before: number;
  readonly after: number;
};

export type Counts = ReadonlyMap<string, Count>;

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
  };
}

export function divergenceEffect(before: Counts, after: Counts): Effect {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const [left, right] = [before, after].map(side => keys.map(key => side.get(key)?.count ?? 0));
  const [sizeBefore, sizeAfter] = [sum(left!), sum(right!)];
  const effect = jensenShannon(left!, right!);
  if (effect === undefined) return nothing(sizeBefore, sizeAfter);
  return {
    before: sizeBefore,
    after: sizeAfter,
    effect,
    chance: divergenceChance(keys.length, sizeBefore, sizeAfter),
  };
}

/** The share of `there` whose category `here` does not have: counted before any distance, which may drop them. */
export function oneSidedEffect(here: Counts, there: Counts): Effect {
  const [before, after] = [sizeOf(here), sizeOf(there)];
  if (before === 0 || after === 0) return nothing(before, after);
  let only = 0;
  for (const [key, { count }] of there) if (!here.has(key)) only += count;
  return { before, after, effect: only / after, chance: oneSidedChance(before, after) };
}

/** Kolmogorov–Smirnov: the greatest distance of the two cumulative shares, 0 … 1. */
export function distanceEffect(before: Float64Array, after: Float64Array): Effect {
  const [n, m] = [before.length, after.length];
  if (n === 0 || m === 0) return nothing(n, m);
  let [i, j, greatest] = [0, 0, 0];
  while (i < n && j < m) {
    const value = Math.min(before[i]!, after[j]!);
    while (i < n && before[i] === value) i++;
    while (j < m && after[j] === value) j++;
    greatest = Math.max(greatest, Math.abs(i * m - j * n));
  }
  return { before: n, after: m, effect: greatest / (n * m), chance: distanceChance(n, m) };
}

/** Thousandths at which quantiles are compared: the extremes are single rows, and single rows are chance. */
const COMPARED = [50, 250, 500, 750, 950] as const;

/**
 * The greatest move of a quantile, as a share of the distance from the 5th to the 95th percentile before the change; of
 * the larger magnitude where that distance is 0.
 */
export function quantileEffect(before: Float64Array, after: Float64Array): Effect {
  const [n, m] = [before.length, after.length];
  if (n === 0 || m === 0) return nothing(n, m);
  const width = quantile(before, 950) - quantile(before, 50);
  const distance = distanceChance(n, m);
  let [greatest, chance] = [0, 0];
  for (const at of COMPARED) {
    const [from, to] = [quantile(before, at), quantile(after, at)];
    if (from === to) continue;
    const scale = width > 0 ? width : Math.max(Math.abs(from), Math.abs(to));
    const move = Math.abs(to / scale - from / scale);
    if (move > greatest) [greatest, chance] = [move, bandOf(before, at, distance, scale)];
  }
  return { before: n, after: m, effect: greatest, chance };
}

/** How far a quantile may wander when every cumulative share may be off by `distance`. */
function bandOf(sorted: Float64Array, at: number, distance: number, scale: number): number {
  const [low, high] = [Math.max(0, at - 1000 * distance), Math.min(1000, at + 1000 * distance)];
  const middle = quantile(sorted, at) / scale;
  return Math.max(middle - quantile(sorted, low) / scale, quantile(sorted, high) / scale - middle);
}

/**
 * The change of the number of distinct values, as a share of the larger. A larger sample has more of them: it is counted
 * as it would stand in a draw of the smaller one's size.
 */
export function distinctEffect(before: Counts, after: Counts): Effect {
  const [n, m] = [sizeOf(before), sizeOf(after)];
  if (n === 0 || m === 0) return nothing(n, m);
  const [large, small] = n >= m ? [before, after] : [after, before];
  const expected = distinctInDraw(large, Math.max(n, m), Math.min(n, m));
  const drawn = change(expected, small.size);
  const effect = Math.min(change(before.size, after.size), drawn);
  return { before: n, after: m, effect, chance: distinctChance(small.size) };
}

const change = (a: number, b: number): number => Math.abs(a - b) / Math.max(a, b, 1);

/** Expected number of distinct values in `draw` rows drawn without replacement from `rows`. */
function distinctInDraw(counts: Counts, rows: number, draw: number): number {
  const valuesOfCount = new Map<number, number>();
  for (const { count } of counts.values()) valuesOfCount.set(count, (valuesOfCount.get(count) ?? 0) + 1);
  let expected = 0;
  for (const [count, values] of valuesOfCount) {
    let missed = 1;
    for (let i = 0; i < count && missed > 1e-12; i++) missed *= Math.max(0, rows - draw - i) / (rows - i);
    expected += values * (1 - missed);
  }
  return expected;
}

/** Nothing beside nothing is the same; nothing beside something can't be compared. */
const nothing = (before: number, after: number): Effect => ({
  before,
  after,
  effect: before === after ? 0 : undefined,
  chance: 0,
});

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

const sizeOf = (counts: Counts): number => {
  let size = 0;
  for (const { count } of counts.values()) size += count;
  return size;
};
