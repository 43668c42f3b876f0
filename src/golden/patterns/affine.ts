import { type ExactNumber, exactNumber, nearly } from '../exact-number.ts';
import type { NumberForm, Sized } from './number-families.ts';
import { everyPair, type Family, type FoundRule, type Pairs } from './pattern.ts';

/**
 * One factor and one amount that was added, as from °C to °F. Two cells have both, so it takes others that obey: of integers and
 * decimals exactly, of floats as near as values that were rounded to so many bits can show it.
 */
export const affine =
  ({ bits, scale }: NumberForm): Family<Sized> =>
  pairs => {
    if (new Set(pairs.old).size < DISTINCT_MIN || pairs.old.length < CELLS_MIN) return undefined;
    const found = (bits === undefined ? ofIntegers(pairs, scale) : ofDoubles(pairs, bits)).find(
      // A factor of 1 is an offset, and no amount a scale: those rules were asked for before this one.
      ({ factor, by, obeys }) => factor !== 0 && factor !== 1 && by !== 0 && everyPair(pairs, obeys),
    );
    if (found === undefined) return undefined;
    const { factor, by, obeys } = found;
    return { rule: { kind: 'affine', factor, by, unit: degrees(nearly(factor), nearly(by)) }, obeys };
  };

const CELLS_MIN = 4;
const DISTINCT_MIN = 3;

type Found = {
  readonly factor: ExactNumber;
  readonly by: ExactNumber;
  readonly obeys: FoundRule<Sized>['obeys'];
};

/** The two pairs that lie furthest apart say most about the factor. */
function ends<T>({ old, new: later }: Pairs<T>): readonly [from: readonly [T, T], to: readonly [T, T]] {
  let [low, high] = [0, 0];
  for (let at = 1; at < old.length; at++) {
    if (old[at]! < old[low]!) low = at;
    if (old[at]! > old[high]!) high = at;
  }
  return [
    [old[low]!, later[low]!],
    [old[high]!, later[high]!],
  ];
}

function ofIntegers(pairs: Pairs<Sized>, scale: number): readonly Found[] {
  const whole = (values: readonly Sized[]): readonly bigint[] | undefined =>
    values.every(value => typeof value === 'bigint' || Number.isSafeInteger(value))
      ? values.map(BigInt)
      : undefined;
  const [old, later] = [whole(pairs.old), whole(pairs.new)];
  if (old === undefined || later === undefined) return [];
  const [[x, y], [x2, y2]] = ends({ old, new: later });
  const [run, rise] = [x2 - x, y2 - y];
  return [
    {
      factor: exactNumber(rise, run),
      by: exactNumber(y * run - x * rise, run * 10n ** BigInt(scale)),
      obeys: (a, b) => (BigInt(b) - y) * run === (BigInt(a) - x) * rise,
    },
  ];
}

/** A value was rounded on either side, and so was what was computed on the way. */
const ROUNDINGS = 4;
/** That any double can be written in. */
const DIGITS_MAX = 17;

/** Numbers that somebody would have written come first: as they are, or as what was divided by. */
function ofDoubles(pairs: Pairs<Sized>, bits: number): readonly Found[] {
  const [old, later] = [pairs.old.map(Number), pairs.new.map(Number)];
  if (![...old, ...later].every(Number.isFinite)) return [];
  const rounding = ROUNDINGS * 2 ** -bits;
  const [[x, y], [x2, y2]] = ends({ old, new: later });
  const slope = (y2 - y) / (x2 - x);
  const off = (2 * rounding * (Math.abs(y) + Math.abs(y2))) / (x2 - x) + rounding * Math.abs(slope);
  const factors = [shortest(slope, off), 1 / shortest(1 / slope, off / slope ** 2), slope];
  return factors.flatMap(factor => {
    const rest = old.reduce((sum, value, at) => sum + (later[at]! - factor * value), 0) / old.length;
    const size = Math.max(Math.abs(y), Math.abs(y2), Math.abs(factor * x), Math.abs(factor * x2));
    return [shortest(rest, rounding * size), rest].map(by => ({
      factor,
      by,
      obeys: (a: Sized, b: Sized): boolean => {
        const [from, to] = [factor * Number(a), Number(b)];
        return Math.abs(to - (from + by)) <= rounding * (Math.abs(to) + Math.abs(from) + Math.abs(by));
      },
    }));
  });
}

/** The number of fewest digits that lies as near. */
function shortest(value: number, off: number): number {
  for (let digits = 1; digits < DIGITS_MAX; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.abs(short - value) <= off) return short;
  }
  return value;
}

/** What such a change could mean: a guess, which the data can't prove. */
function degrees(factor: number, by: number): string | undefined {
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.abs(b);
  if (isNear(factor, 1.8) && isNear(by, 32)) return '°C → °F';
  if (isNear(factor, 1 / 1.8) && isNear(by, -32 / 1.8)) return '°F → °C';
  if (isNear(factor, 1.8) && isNear(by, -459.67)) return 'K → °F';
  return isNear(factor, 1 / 1.8) && isNear(by, 459.67 / 1.8) ? '°F → K' : undefined;
}
