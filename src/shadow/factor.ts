import { distanceChance } from './chance.ts';
import { distance } from './distances.ts';
import { quantileOf, type Ranks, rankError, sizeOfRanks } from './ranks.ts';

/**
 * One factor between two distributions whose rows nobody can pair: their quantiles have one ratio, and multiplied by it the one
 * becomes the other, as it does by no shift.
 */
export type Factor = {
  /** after = before × times */
  readonly times: number;
  /** A factor between two units in use that leaves no more than chance explains, as 1000 or 1/3.6; undefined where there is none. */
  readonly near: number | undefined;
};

/** Fewer values on a side tell no factor from chance. */
const LEAST_VALUES = 30;
const COMPARED = [50, 100, 250, 400, 500, 600, 750, 900, 950] as const;
/** Closer to 1 it is drift: no two units in use are so near. */
const LEAST_CHANGE = 0.05;
/** How far apart distributions may be once a factor of no unit is undone, besides what chance and the sketches explain. */
const SAME = 0.05;
/** How far from the middle ratio a factor is looked for, as a logarithm. */
const NEARBY = 0.25;

/**
 * @param before, after  both in the unit that values have after the change, as the units say
 * @param likely  factors that are thought of before any other
 */
export function factorBetween(
  before: Ranks<number>,
  after: Ranks<number>,
  likely: readonly number[] = [],
): Factor | undefined {
  const [n, m] = [sizeOfRanks(before), sizeOfRanks(after)];
  if (n < LEAST_VALUES || m < LEAST_VALUES) return undefined;
  const middle = ratioOf(before, after);
  if (middle === undefined) return undefined;
  const explained = distanceChance(n, m) + rankError(before) / n + rankError(after) / m;
  const leftBy = (times: number): number => distance(mapped(before, times, 0), after);
  // The median of few or skewed values is off by more than two units may be apart: what is left once it is undone decides.
  const near = [...likely, ...KNOWN].find(
    known => Math.abs(Math.log(middle / known)) < NEARBY && leftBy(known) <= explained,
  );
  const left = leftBy(near ?? middle);
  const apart = distance(before, after);
  if (left > SAME + explained || apart < 2 * left + explained) return undefined;
  // A narrow distribution that moved fits a factor as well as a shift, and is called neither.
  const shift = quantileOf(after, 500) - quantileOf(before, 500);
  if (distance(mapped(before, 1, shift), after) < 2 * left + explained) return undefined;
  return { times: middle, near };
}

/** The middle one of the ratios of quantiles; undefined where there are too few, or it is too near 1. */
function ratioOf(before: Ranks<number>, after: Ranks<number>): number | undefined {
  const pairs = COMPARED.map(at => [quantileOf(before, at), quantileOf(after, at)] as const).filter(
    ([was, is]) => was !== 0 && is !== 0 && Math.sign(was) === Math.sign(is),
  );
  // One number that became another, or two, have a ratio by accident.
  if (new Set(pairs.map(([was]) => was)).size < 4) return undefined;
  const ratios = pairs.map(([was, is]) => is / was).sort((a, b) => a - b);
  const middle = ratios[ratios.length >> 1]!;
  return Math.abs(middle - 1) < LEAST_CHANGE || !Number.isFinite(middle) || middle === 0 ? undefined : middle;
}

/** value × times + more, of each; `times` is above 0. */
export const mapped = (ranks: Ranks<number>, times: number, more: number): Ranks<number> =>
  times === 1 && more === 0 ? ranks : { ...ranks, at: ranks.at.map(value => value * times + more) };

/** Between units of time, length, mass, speed, angle, money and share, each of them and its inverse. */
const BETWEEN_UNITS: readonly number[] = [
  10, 60, 100, 1_000, 3_600, 86_400, 1_440, 24, 7, 1e6, 1e9, 1_024, 1_048_576, 3.6, 2.54, 25.4, 0.3048,
  0.9144, 1.609344, 1.852, 0.514444, 0.45359237, 0.44704, 28.349523, 3.785411784, 4.184, 57.29577951308232,
  1.8, 12, 16, 4.4482216, 6.894757, 1.01325, 133.322,
];
const KNOWN: readonly number[] = BETWEEN_UNITS.flatMap(times => [times, 1 / times]);
