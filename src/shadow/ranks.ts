import { LIMITS } from '../base/limits.ts';
import { comparePlaces, nextBelow, type Place } from './place.ts';

/**
 * How many values of a column lie at or below each of some numbers: its distribution, exactly at these, and in between to
 * the rows that lie there. Of two parts of a data set they add up to those of the whole.
 */
export type Ranks<P extends Place = Place> = {
  /** Ascending; the first is the least value and the last the greatest. */
  readonly at: readonly P[];
  /** Values at or below each of them; the last counts all. */
  readonly upTo: readonly number[];
  /** Whether every value is one of `at`, so that nothing lies in between. */
  readonly isExact: boolean;
  /** Rows by which a count of `upTo` may be off: 0 unless ranks of parts were put together. */
  readonly error_rows: number;
  /** How far apart neighbours are where places are bigints; 1 where it is not said. */
  readonly grain?: bigint;
};

/** @param counts  of each value, ascending by value, each once */
export function exactRanks<P extends Place>(
  counts: readonly (readonly [value: P, count: number])[],
): Ranks<P> {
  let sum = 0;
  const upTo = counts.map(([, count]) => {
    sum += count;
    return sum;
  });
  return { at: counts.map(([value]) => value), upTo, isExact: true, error_rows: 0 };
}

export const ranksOfSorted = <P extends Place>(sorted: ArrayLike<P>): Ranks<P> => {
  const counts: [P, number][] = [];
  for (let place = 0; place < sorted.length; place++) {
    const last = counts.at(-1);
    // -0 is 0.
    const own = sorted[place]!;
    const value = own === 0 ? (0 as P) : own;
    if (last?.[0] === value) last[1]++;
    else counts.push([value, 1]);
  }
  return exactRanks(counts);
};

export const sizeOfRanks = ({ upTo }: Ranks): number => upTo.at(-1) ?? 0;

/** Rows by which the count at or below any number may be off. */
export function rankError(ranks: Ranks): number {
  if (ranks.isExact) return ranks.error_rows;
  let most = 0;
  for (let place = 1; place < ranks.at.length; place++)
    if (!isAtom(ranks, place)) most = Math.max(most, ranks.upTo[place]! - ranks.upTo[place - 1]!);
  return most + ranks.error_rows;
}

/** Whether no value can lie between a number and the one before it: then all that is counted there is that number. */
export function isAtom({ at, grain }: Ranks, place: number): boolean {
  if (place === 0) return true;
  const own = at[place]!;
  return (typeof own === 'bigint' ? own - (grain ?? 1n) : nextBelow(own)) === at[place - 1]!;
}

/** Values at or below a number; between two that are known it is taken to rise evenly. */
export function countUpTo(ranks: Ranks, value: Place): number {
  const place = lastAtOrBelow(ranks.at, value);
  if (place < 0) return 0;
  const [from, below] = [ranks.at[place]!, ranks.upTo[place]!];
  if (ranks.isExact || from === value || place + 1 === ranks.at.length) return below;
  const [to, above] = [ranks.at[place + 1]!, ranks.upTo[place + 1]!];
  // What is counted at a number that has its neighbour before it lies there, and not on the way.
  if (isAtom(ranks, place + 1)) return below;
  return below + (above - below) * shareOf(value, from, to);
}

/** Rows by which `countUpTo` may be off there. */
export function uncertainAt(ranks: Ranks, value: Place): number {
  const place = lastAtOrBelow(ranks.at, value);
  const isKnown =
    place < 0 ||
    ranks.isExact ||
    ranks.at[place] === value ||
    place + 1 === ranks.at.length ||
    isAtom(ranks, place + 1);
  return ranks.error_rows + (isKnown ? 0 : ranks.upTo[place + 1]! - ranks.upTo[place]!);
}

/** The least number that at least so many thousandths of the values do not exceed. */
export function quantileOf<P extends Place>(ranks: Ranks<P>, thousandths: number): P;
export function quantileOf(ranks: Ranks, thousandths: number): Place {
  const target = Math.max(1, Math.ceil((thousandths * sizeOfRanks(ranks)) / 1000));
  const place = firstReaching(ranks.upTo, target);
  const [to, above] = [ranks.at[place]!, ranks.upTo[place]!];
  if (ranks.isExact || place === 0 || isAtom(ranks, place)) return to;
  const [from, below] = [ranks.at[place - 1]!, ranks.upTo[place - 1]!];
  const share = (target - below) / (above - below);
  if (share >= 1) return to;
  return typeof from === 'bigint' && typeof to === 'bigint'
    ? from + ((to - from) * BigInt(target - below)) / BigInt(above - below)
    : Number(from) * (1 - share) + Number(to) * share;
}

/**
 * Of parts, as of the whole. What lay between two numbers of one part and not of another is not known, and counted so: all
 * parts at once leave less unknown than one after the other.
 */
export function mergedRanks<P extends Place>(parts: readonly Ranks<P>[]): Ranks<P> {
  const held = parts.filter(({ at }) => at.length > 0);
  const [first, ...others] = held;
  if (first === undefined) return { at: [], upTo: [], isExact: true, error_rows: 0 };
  if (others.length === 0) return first;
  if (held.length > MERGED_AT_ONCE)
    return mergedRanks(
      Array.from({ length: Math.ceil(held.length / MERGED_AT_ONCE) }, (_, group) =>
        mergedRanks(held.slice(group * MERGED_AT_ONCE, (group + 1) * MERGED_AT_ONCE)),
      ),
    );
  const at = [...new Set(held.flatMap(part => part.at))].sort(comparePlaces);
  const isExact = held.every(part => part.isExact);
  let [error_rows, last] = [0, 0];
  const upTo = at.map(value => {
    let [count, uncertain] = [0, 0];
    for (const part of held) {
      count += countUpTo(part, value);
      uncertain += uncertainAt(part, value);
    }
    error_rows = Math.max(error_rows, uncertain);
    last = Math.max(last, Math.round(count));
    return last;
  });
  // A count is a whole number, and was rounded to one.
  return slimmed({ at, upTo, isExact, error_rows: error_rows === 0 ? 0 : error_rows + 1 });
}

/** Of each so many numbers are looked up in all others. */
const MERGED_AT_ONCE = 16;

/** With no more numbers than may be kept: those where many values lie, and the ends. */
export function slimmed<P extends Place>(ranks: Ranks<P>): Ranks<P> {
  const { at, upTo } = ranks;
  if (at.length <= LIMITS.shadow_cuts_max) return ranks;
  const step = (2 * sizeOfRanks(ranks)) / LIMITS.shadow_cuts_max;
  const numbers: P[] = [at[0]!];
  const counts: number[] = [upTo[0]!];
  const keep = (place: number): void => {
    if (numbers.at(-1) === at[place]!) return;
    numbers.push(at[place]!);
    counts.push(upTo[place]!);
  };
  for (let place = 1; place < at.length; place++) {
    const own = upTo[place]! - upTo[place - 1]!;
    if (upTo[place]! - counts.at(-1)! <= step && place + 1 < at.length) continue;
    keep(place - 1);
    // Many values that are one stay apart from those below: exactly one number lies there.
    if (ranks.isExact && own > step / 2 && numbers.at(-1) !== nextBelow(at[place]!)) {
      numbers.push(nextBelow(at[place]!));
      counts.push(upTo[place - 1]!);
    }
    keep(place);
  }
  return { at: numbers, upTo: counts, isExact: false, error_rows: ranks.error_rows };
}

/** Divided before it is taken off: two doubles may lie further apart than any double reaches. */
const shareOf = (value: Place, from: Place, to: Place): number => {
  if (typeof value === 'bigint' && typeof from === 'bigint' && typeof to === 'bigint')
    return Number(value - from) / Number(to - from);
  return shareOfDoubles(Number(value), Number(from), Number(to));
};

const shareOfDoubles = (value: number, from: number, to: number): number => {
  const width = to / 2 - from / 2;
  return width === 0 ? 1 : Math.min(1, Math.max(0, (value / 2 - from / 2) / width));
};

function lastAtOrBelow(ascending: readonly Place[], value: Place): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function firstReaching(ascending: readonly number[], target: number): number {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! >= target) high = middle;
    else low = middle + 1;
  }
  return low;
}
