import { LIMITS } from '../../base/limits.ts';

/** What a column holds that can be put in order; all of one kind. */
export type Amount = number | bigint;

export type BinEdges = {
  readonly scale: 'linear' | 'logarithmic';
  /** Ascending, one more than there are bins. A bin holds what is not below its first edge and below its second; the last one's second belongs to it. */
  readonly edges: readonly Amount[];
};

/** How far apart edges may be, beside 1, 2 and 5 times a power of ten; ascending. */
export type Ladder = readonly bigint[];

/**
 * Edges that a person can read, shared by both sides: multiples of 1, 2 or 5 times a power of ten, or of what the ladder has.
 * Of bigints they are exact; of doubles each is the double that its decimal reads as.
 *
 * @param least, most  of both sides
 * @param median  the lower one of the two sides: where half of a side would stand in the first hundredth, edges grow
 * @param bins  at most so many
 */
export function binEdges(
  { least, most, median }: { readonly least: Amount; readonly most: Amount; readonly median: Amount },
  bins: number,
  ladder: Ladder = [],
): BinEdges {
  if (least === most) return { scale: 'linear', edges: [least, most] };
  if (ladder.length === 0 && least >= 0 && most > 0 && Number(median) * CROWDED < Number(most)) {
    const edges = growing(least, most);
    if (edges.length > 2) return { scale: 'logarithmic', edges };
  }
  if (typeof least === 'bigint' || typeof most === 'bigint')
    return { scale: 'linear', edges: whole(BigInt(least), BigInt(most), bins, ladder) };
  return { scale: 'linear', edges: fractional(least, most, bins) };
}

const CROWDED = 100;

function whole(least: bigint, most: bigint, bins: number, ladder: Ladder): readonly bigint[] {
  const enough = (step: bigint): boolean => floor(most, step) - floor(least, step) < BigInt(bins);
  const step = ladder.find(enough) ?? roundStep(ladder.at(-1) ?? 1n, enough);
  const first = floor(least, step);
  const count = Number(floor(most, step) - first) + 1;
  return Array.from({ length: count + 1 }, (_, at) => (first + BigInt(at)) * step);
}

function roundStep(unit: bigint, enough: (step: bigint) => boolean): bigint {
  for (let power = unit; ; power *= 10n)
    for (const digit of [1n, 2n, 5n]) if (enough(digit * power)) return digit * power;
}

const floor = (value: bigint, step: bigint): bigint => {
  const quotient = value / step;
  return value < 0n && quotient * step !== value ? quotient - 1n : quotient;
};

function fractional(least: number, most: number, bins: number): readonly number[] {
  // Halves, as the distance of two doubles need not be one.
  const width = most / bins - least / bins;
  const exponent = Math.floor(Math.log10(width));
  const steps = [1, 2, 5, 10, 20].map(digit => ({ digit, exponent }));
  for (const step of steps) {
    const first = floorOf(least, step);
    if (first === undefined) break;
    const edges = [at(first, step)];
    for (let index = 1; edges.at(-1)! <= most && index <= bins + 1; index++)
      edges.push(at(first + index, step));
    if (edges.at(-1)! > most && edges.length <= bins + 1) return rising(edges);
  }
  return [least, most];
}

type Step = { readonly digit: number; readonly exponent: number };

/** The decimal, read as every reader reads it: 0.3, and not three times 0.1. */
const at = (index: number, { digit, exponent }: Step): number => Number(`${index * digit}e${exponent}`);

/** Undefined where the steps are so many that no double counts them. */
function floorOf(value: number, step: Step): number | undefined {
  let index = Math.floor(value / at(1, step));
  if (!(Math.abs(index) < INDEX_MAX)) return undefined;
  while (at(index, step) > value) index--;
  while (at(index + 1, step) <= value) index++;
  return index;
}

const INDEX_MAX = 1e14;

/** From a power of ten to the next in three steps where there is room for them, with a bin for what is below the first. */
function growing(least: Amount, most: Amount): readonly Amount[] {
  const bins = LIMITS.plot_bins_max;
  const isWhole = typeof most === 'bigint';
  const top = tens(most) + 1;
  const bottom = least > 0 ? tens(least) : Math.max(isWhole ? 0 : -324, top - Math.floor(bins / 3));
  const decades = top - bottom;
  const digits = decades * 3 < bins ? [1, 2, 5] : [1];
  const every = Math.ceil(decades / Math.max(1, bins - 2));
  const edges: Amount[] = least > 0 ? [] : [isWhole ? 0n : 0];
  for (let decade = bottom; !(edges.at(-1)! > most); decade += every)
    for (const digit of digits)
      edges.push(isWhole ? BigInt(digit) * 10n ** BigInt(decade) : Number(`${digit}e${decade}`));
  const from = edges.findLastIndex(edge => edge <= least);
  return rising(edges.slice(Math.max(0, from), edges.findIndex(edge => edge > most) + 1));
}

/** The power of ten that is not above it. */
const tens = (value: Amount): number =>
  typeof value === 'bigint' ? String(value).length - 1 : Number(value.toExponential().split('e')[1]);

/** Neighbours that no double tells apart are one. */
export const rising = <A extends Amount>(edges: readonly A[]): readonly A[] =>
  edges.filter((edge, index) => index === 0 || edge > edges[index - 1]!);

/** As many as a person can tell apart, and few values fill few. */
export const binsFor = (values: number): number =>
  Math.min(LIMITS.plot_bins_max, Math.max(BINS_MIN, Math.ceil(2 * Math.cbrt(values))));

const BINS_MIN = 8;
