import type { ExactNumber } from '../exact-number.ts';

/** The one rule that every cell obeys that has a value on both sides and differs. */
export type Pattern<V = never> = {
  readonly rule: PatternRule<V>;
  /** How many cells those are. */
  readonly cells: number;
  /** Whether the cells that stayed obey it too: then the whole column was changed so. */
  readonly everywhere: boolean;
};

/** `withheld` stands where a rule would tell what stood in a cell. */
export type PatternRule<V = never> =
  | { readonly kind: 'nulled' }
  /** `to`: the one value that took the place of nulls; undefined where there are several. */
  | { readonly kind: 'filled'; readonly isOneValue: boolean }
  | { readonly kind: 'one-value' }
  | { readonly kind: 'sign-flipped' }
  | { readonly kind: 'scaled'; readonly factor: ExactNumber; readonly unit: string | undefined }
  | { readonly kind: 'rounded'; readonly decimals: number; readonly to: RoundingMode }
  | { readonly kind: 'narrowed'; readonly to: 'float32' | 'float16' }
  | { readonly kind: 'offset'; readonly by: ExactNumber }
  | {
      readonly kind: 'affine';
      readonly factor: ExactNumber;
      readonly by: ExactNumber;
      readonly unit: string | undefined;
    }
  | { readonly kind: 'shifted'; readonly seconds: number }
  /** By one of two, an hour apart, as where clocks have a summer time. */
  | { readonly kind: 'zone-shifted'; readonly seconds: readonly [number, number] }
  | { readonly kind: 'day-month-swapped' }
  | {
      readonly kind: 'time-cut';
      readonly to: 'day' | 'hour' | 'minute' | 'second' | 'millisecond' | 'microsecond';
    }
  | { readonly kind: 'leading-zeros'; readonly how: 'lost' | 'added' }
  | { readonly kind: 'case'; readonly to: 'lower' | 'upper' | 'other' }
  | { readonly kind: 'whitespace'; readonly how: 'trimmed' | 'added' | 'changed' }
  | { readonly kind: 'normalised'; readonly form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD' | undefined }
  | { readonly kind: 'characters-replaced' }
  | { readonly kind: 'misread-utf8'; readonly how: 'broken' | 'mended' }
  | { readonly kind: 'truncated'; readonly to: number; readonly unit: 'characters' | 'bytes' }
  | {
      readonly kind: 'affix';
      readonly where: 'prefix' | 'suffix';
      readonly how: 'added' | 'removed';
      readonly text: string | V;
    }
  | { readonly kind: 'folded'; readonly how: 'permutation' | 'renaming' | 'offset' | 'merge' | 'split' };

export const ROUNDING_MODES = ['nearest', 'towards-zero', 'down', 'up'] as const;
export type RoundingMode = (typeof ROUNDING_MODES)[number];

/** Cells that have a value on both sides, side by side. */
export type Pairs<T> = { readonly old: readonly T[]; readonly new: readonly T[] };

/** A rule that was found, and the question whether a pair of values obeys it. */
export type FoundRule<T> = { readonly rule: PatternRule; readonly obeys: (old: T, later: T) => boolean };

/** Asked of the pairs that differ: at least two, and not all of one value. */
export type Family<T> = (pairs: Pairs<T>) => FoundRule<T> | undefined;

export const everyPair = <T>(pairs: Pairs<T>, obeys: (old: T, later: T) => boolean): boolean =>
  pairs.old.every((value, at) => obeys(value, pairs.new[at]!));
