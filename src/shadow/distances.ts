import { distanceChance } from './chance.ts';
import { type Effect, nothing, stabilityEffect } from './effects.ts';
import { apart, comparePlaces, type Place } from './place.ts';
import { countUpTo, quantileOf, type Ranks, rankError, sizeOfRanks } from './ranks.ts';

/** Kolmogorov–Smirnov: the greatest distance of the two cumulative shares, 0 … 1. */
export function distanceEffect(before: Ranks, after: Ranks): Effect {
  const [n, m] = [sizeOfRanks(before), sizeOfRanks(after)];
  if (n === 0 || m === 0) return nothing(n, m);
  return {
    before: n,
    after: m,
    effect: distance(before, after),
    chance: distanceChance(n, m),
    error: errorOf(before, after),
  };
}

export function distance(before: Ranks, after: Ranks): number {
  const [n, m] = [sizeOfRanks(before), sizeOfRanks(after)];
  let greatest = 0;
  // Over one denominator, so that equal proportions are equal.
  for (const value of numbersOf(before, after))
    greatest = Math.max(greatest, Math.abs(countUpTo(before, value) * m - countUpTo(after, value) * n));
  return greatest / n / m;
}

const errorOf = (before: Ranks, after: Ranks): number =>
  rankError(before) / sizeOfRanks(before) + rankError(after) / sizeOfRanks(after);

const numbersOf = (before: Ranks, after: Ranks): Place[] =>
  [...new Set([...before.at, ...after.at])].sort(comparePlaces);

/** Thousandths at which quantiles are compared: the extremes are single rows, and single rows are chance. */
const COMPARED = [50, 250, 500, 750, 950] as const;

/**
 * The greatest move of a quantile, as a share of the distance from the 5th to the 95th percentile before the change; of
 * the larger magnitude where that distance is 0.
 */
export function quantileEffect(before: Ranks, after: Ranks): Effect {
  const [n, m] = [sizeOfRanks(before), sizeOfRanks(after)];
  if (n === 0 || m === 0) return nothing(n, m);
  const width = apart(quantileOf(before, 950), quantileOf(before, 50));
  const chanceOf = distanceChance(n, m);
  const errorShare = errorOf(before, after);
  let [greatest, chance, error] = [0, 0, 0];
  for (const at of COMPARED) {
    const [from, to] = [quantileOf(before, at), quantileOf(after, at)];
    if (from === to) continue;
    const scale = width > 0 ? width : Math.max(sizeOf(from), sizeOf(to));
    const move = Math.abs(apart(to, from, scale));
    if (move > greatest)
      [greatest, chance, error] = [
        move,
        bandOf(before, at, chanceOf, scale),
        bandOf(before, at, errorShare, scale),
      ];
  }
  return { before: n, after: m, effect: greatest, chance, error };
}

/** How far a quantile may wander when every cumulative share may be off by `distance`. */
function bandOf(ranks: Ranks, at: number, off: number, scale: number): number {
  if (off === 0) return 0;
  const [low, high] = [Math.max(0, at - 1000 * off), Math.min(1000, at + 1000 * off)];
  const middle = quantileOf(ranks, at);
  return Math.max(
    apart(middle, quantileOf(ranks, low), scale),
    apart(quantileOf(ranks, high), middle, scale),
  );
}

const sizeOf = (place: Place): number => Math.abs(Number(place));

/**
 * Wasserstein: how far a value moved on average, in standard deviations before the change; where those are 0, in the
 * larger magnitude of the two means.
 */
export function movedEffect(before: Ranks, after: Ranks): Effect {
  const [n, m] = [sizeOfRanks(before), sizeOfRanks(after)];
  if (n === 0 || m === 0) return nothing(n, m);
  const [was, is] = [momentsOf(before), momentsOf(after)];
  const scale = was.deviation > 0 ? was.deviation : Math.max(Math.abs(was.mean), Math.abs(is.mean));
  const numbers = numbersOf(before, after);
  const isStep = before.isExact && after.isExact;
  let [sum, last, previous] = [0, 0, numbers[0]!];
  for (const value of numbers) {
    const differs = Math.abs(countUpTo(before, value) / n - countUpTo(after, value) / m);
    const share = isStep ? last : (last + differs) / 2;
    // A deviation may be so small that what lies apart is endlessly many of them; of no share that is nothing.
    if (scale > 0 && share > 0) sum += share * Math.min(apart(value, previous, scale), MOST);
    [last, previous] = [differs, value];
  }
  const effect = scale === 0 ? 0 : Math.min(sum, MOST);
  const width = scale === 0 ? 0 : apart(numbers.at(-1)!, numbers[0]!, scale);
  const [chance, error] = [distanceChance(n, m), errorOf(before, after)].map(each =>
    scale === 0 || each === 0 ? 0 : each * width,
  );
  return { before: n, after: m, effect, chance: Math.min(chance!, MOST), error: Math.min(error!, MOST) };
}

const MOST = Number.MAX_VALUE;

/** Of the numbers as they are known: those between two of `at` stand in the middle. */
function momentsOf({ at, ...ranks }: Ranks): { readonly mean: number; readonly deviation: number } {
  const size = sizeOfRanks({ at, ...ranks });
  // Of bigints the least is taken off exactly first; doubles are divided by the largest, as their sum may be none.
  const origin = typeof at[0] === 'bigint' ? at[0] : 0;
  const ends = [at[0]!, at.at(-1)!].map(end => Math.abs(apart(end, origin)));
  const largest = Math.max(...ends) || 1;
  const offsets = at.map(value => apart(value, origin, largest));
  const places = offsets.map((value, place) => {
    const middle = ranks.isExact || place === 0 ? value : (value + offsets[place - 1]!) / 2;
    return [middle, ranks.upTo[place]! - (ranks.upTo[place - 1] ?? 0)] as const;
  });
  const mean = places.reduce((sum, [value, count]) => sum + (value * count) / size, 0);
  const variance = places.reduce((sum, [value, count]) => sum + ((value - mean) ** 2 * count) / size, 0);
  return { mean: Number(origin) + mean * largest, deviation: Math.sqrt(variance) * largest };
}

/** The stability index of numbers, in the ten parts of equal size that they had before the change. */
export function numberStabilityEffect(before: Ranks, after: Ranks): Effect {
  const [n, m] = [sizeOfRanks(before), sizeOfRanks(after)];
  if (n === 0 || m === 0) return nothing(n, m);
  const edges = [...new Set(Array.from({ length: 9 }, (_, part) => quantileOf(before, 100 * (part + 1))))];
  const inside = (ranks: Ranks): number[] => {
    const upTo = [...edges.map(edge => countUpTo(ranks, edge)), sizeOfRanks(ranks)];
    return upTo.map((count, part) => count - (upTo[part - 1] ?? 0));
  };
  const [was, is] = [inside(before), inside(after)];
  const cells = was.map((count, part) => ({ text: '', before: count, after: is[part]!, weight: 1 }));
  const { effect, chance } = stabilityEffect({ cells, before: n, after: m });
  return { before: n, after: m, effect, chance, error: was.length * errorOf(before, after) };
}
