import { plainNumeral } from '../../codec/cells/json-cells.ts';
import { holdsExactly } from '../../contract/narrow-float.ts';
import { exactNumber, nearly } from '../exact-number.ts';
import { NumberPatternSum } from '../number-pattern.ts';
import { isShortest, type Narrowing } from '../tables/shortest-float.ts';
import { DOUBLE_DIGITS } from '../tables/typed-column.ts';
import { affine } from './affine.ts';
import {
  everyPair,
  type Family,
  type FoundRule,
  type Pairs,
  ROUNDING_MODES,
  type RoundingMode,
} from './pattern.ts';
import { unitGuess } from './unit-guess.ts';

/** Both numbers, or both bigints: integers, or decimals of one scale. */
export type Sized = number | bigint;

/** How the numbers of a column are held. */
export type NumberForm = {
  readonly name: string;
  /** Of the significand, where they are floats or decimals held as such; undefined where all are whole. */
  readonly bits: number | undefined;
  /** Digits behind the point of bigints. */
  readonly scale: number;
};

/** In the order they are asked: the one that claims least comes first. */
export const numberFamilies = (form: NumberForm): readonly Family<Sized>[] => [
  signFlipped,
  scaled(form),
  narrowed,
  rounded(form),
  calledNarrow,
  offset(form),
  affine(form),
];

/** Rules that leave one number for each there was, so that no cell obeys them by chance. */
export const NARROWINGS: readonly Family<Sized>[] = [narrowed, calledNarrow];

const negated = (value: Sized): Sized => -value;

const signFlipped: Family<Sized> = pairs => {
  const obeys = (old: Sized, later: Sized): boolean => later === negated(old);
  return everyPair(pairs, obeys) ? { rule: { kind: 'sign-flipped' }, obeys } : undefined;
};

const scaled =
  ({ name, bits }: NumberForm): Family<Sized> =>
  pairs => {
    const found = sumOf(pairs, bits);
    if (found?.kind !== 'scaled' || found.factor === 0) return undefined;
    const { factor } = found;
    const obeys = (old: Sized, later: Sized): boolean =>
      sumOf({ old: [old, ...pairs.old.slice(0, 1)], new: [later, ...pairs.new.slice(0, 1)] }, bits)?.kind ===
        'scaled' ||
      (isZero(old) && isZero(later));
    return { rule: { kind: 'scaled', factor, unit: unitGuess(nearly(factor), name) }, obeys };
  };

const isZero = (value: Sized): boolean => value === 0 || value === 0n;

const offset =
  ({ bits, scale }: NumberForm): Family<Sized> =>
  pairs => {
    const found = sumOf(pairs, bits);
    if (found?.kind !== 'shifted') return undefined;
    const by =
      typeof found.by === 'bigint' && scale > 0 ? exactNumber(found.by, 10n ** BigInt(scale)) : found.by;
    return {
      rule: { kind: 'offset', by },
      obeys: (old, later) =>
        sumOf({ old: [old, ...pairs.old.slice(0, 1)], new: [later, ...pairs.new.slice(0, 1)] }, bits) !==
        undefined,
    };
  };

function sumOf({ old, new: later }: Pairs<Sized>, bits: number | undefined) {
  const sum = new NumberPatternSum(bits);
  old.forEach((value, at) => {
    sum.add(value, later[at]!);
  });
  return sum.finish(by => by);
}

/** Each became the nearest narrower float, which a double that holds it tells. */
function narrowed(pairs: Pairs<Sized>): FoundRule<Sized> | undefined {
  return narrowedAs(pairs, (later, narrow) => narrow(later) === later);
}

/** The same, as whoever holds narrow floats writes them: with no more digits than tell one from the next. */
function calledNarrow(pairs: Pairs<Sized>): FoundRule<Sized> | undefined {
  return narrowedAs(pairs, isShortest);
}

function narrowedAs(
  pairs: Pairs<Sized>,
  isWritten: (later: number, narrow: Narrowing) => boolean,
): FoundRule<Sized> | undefined {
  for (const to of ['float32', 'float16'] as const) {
    const narrow = to === 'float32' ? Math.fround : Math.f16round;
    const obeys = (old: Sized, later: Sized): boolean =>
      typeof old === 'number' &&
      typeof later === 'number' &&
      narrow(later) === narrow(old) &&
      isWritten(later, narrow);
    if (
      everyPair(pairs, obeys) &&
      pairs.old.every(value => typeof value === 'number' && !holdsExactly(to, value))
    )
      return { rule: { kind: 'narrowed', to }, obeys };
  }
  return undefined;
}

/** An unscaled integer and how many of its digits stand behind the point. */
type Decimal = { readonly unscaled: bigint; readonly scale: number };

const rounded =
  ({ scale }: NumberForm): Family<Sized> =>
  pairs => {
    if (pairs.old.some(isEndless) || pairs.new.some(isEndless)) return undefined;
    const exact = (value: Sized): Decimal => decimalOf(value, scale);
    const later = pairs.new.map(exact);
    const decimals = Math.max(...later.map(decimalsOf));
    // Where all became 0 there is no place that they were rounded to: anything is far enough from it.
    if (decimals === Number.NEGATIVE_INFINITY) return undefined;
    if (!pairs.old.map(exact).every(value => decimalsOf(value) > decimals)) return undefined;
    for (const to of ROUNDING_MODES) {
      const obeys = (old: Sized, after: Sized): boolean =>
        isEndless(old) || isEndless(after)
          ? old === after
          : isRounded(exact(old), exact(after), decimals, to);
      if (everyPair(pairs, obeys))
        return { rule: { kind: 'rounded', decimals, to }, obeys } satisfies FoundRule<Sized>;
    }
    return undefined;
  };

const isEndless = (value: Sized): boolean => typeof value === 'number' && !Number.isFinite(value);

function decimalOf(value: Sized, scale: number): Decimal {
  if (typeof value === 'bigint') return { unscaled: value, scale };
  // Both are exact, so the quotient is the double that the decimal reads as.
  for (let places = 0; places <= DOUBLE_DIGITS; places++) {
    const whole = Math.round(value * 10 ** places);
    if (Math.abs(whole) > Number.MAX_SAFE_INTEGER) break;
    if (whole / 10 ** places === value) return { unscaled: BigInt(whole), scale: places };
  }
  const [whole, fraction = ''] = plainNumeral(String(value)).split('.');
  return { unscaled: BigInt(`${whole}${fraction}`), scale: fraction.length };
}

/** Places that are needed behind the point; fewer than none where the last digits before it are zeros. */
function decimalsOf({ unscaled, scale }: Decimal): number {
  if (unscaled === 0n) return Number.NEGATIVE_INFINITY;
  let [rest, places] = [unscaled, scale];
  while (rest % 10n === 0n) [rest, places] = [rest / 10n, places - 1];
  return places;
}

function isRounded(old: Decimal, later: Decimal, decimals: number, to: RoundingMode): boolean {
  const scale = Math.max(old.scale, later.scale, decimals, 0);
  const [from, found] = [grown(old, scale), grown(later, scale)];
  if (decimalsOf(later) > decimals) return false;
  const step = 10n ** BigInt(scale - decimals);
  const moved = found - from;
  switch (to) {
    case 'nearest':
      return 2n * (moved < 0n ? -moved : moved) <= step;
    case 'towards-zero':
      return found === (from / step) * step;
    case 'down':
      return moved <= 0n && -moved < step;
    case 'up':
      return moved >= 0n && moved < step;
  }
}

const grown = ({ unscaled, scale }: Decimal, to: number): bigint => unscaled * 10n ** BigInt(to - scale);
