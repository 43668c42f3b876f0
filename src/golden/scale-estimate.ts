/** What numbers were multiplied by, by the middle of all ratios, and how many of them agree. */
export type ScaleEstimate = {
  readonly factor: number;
  /** Pairs that hold a number other than zero on both sides. */
  readonly pairs: number;
  /** Of those, the pairs whose ratio is the factor but for a hundredth. */
  readonly agree: number;
};

/**
 * The factor that all but a few numbers were multiplied by; undefined where there is none, or where too few or too equal numbers would
 * let chance look like one. A middle ratio is moved by no outlier, and says nothing unless the others agree with it.
 *
 * @param before, after  pair by pair, finite and not zero
 */
export function scaleEstimate(before: Float64Array, after: Float64Array): ScaleEstimate | undefined {
  const pairs = before.length;
  if (pairs < PAIRS_MIN || spreadOf(before) < SPREAD_MIN) return undefined;
  const ratios = after.map((value, at) => value / before[at]!);
  const sorted = ratios.slice().sort();
  const factor = shortened(sorted[pairs >> 1]!);
  if (!Number.isFinite(factor) || factor <= 0 || isNear(factor, 1)) return undefined;
  const agree = ratios.reduce((sum, ratio) => sum + Number(isNear(ratio, factor)), 0);
  return agree >= pairs * AGREE_MIN ? { factor, pairs, agree } : undefined;
}

/** Fewer numbers agree by chance. */
export const PAIRS_MIN = 8;
/** Nine in ten: the others may have been corrected as well. */
export const AGREE_MIN = 0.9;
/** A hundredth, so that rounding on either side hides no factor. */
const TOLERANCE = 0.01;
/** Of the middle eight tenths, the largest over the smallest: numbers that are all alike have one ratio to whatever is alike. */
const SPREAD_MIN = 1.1;

export const isNear = (value: number, to: number): boolean =>
  Math.abs(value - to) <= TOLERANCE * Math.abs(to);

function spreadOf(values: Float64Array): number {
  const sizes = values.map(Math.abs).sort();
  const tenth = Math.floor(sizes.length / 10);
  return sizes[sizes.length - 1 - tenth]! / sizes[tenth]!;
}

/** The shortest decimal that is nearly the ratio: it was rounded, and 1000 is what was meant by 1000.0000001. */
function shortened(ratio: number): number {
  for (let digits = 1; digits < DIGITS_MAX; digits++) {
    const short = Number(ratio.toPrecision(digits));
    if (Math.abs(short - ratio) <= NEARLY * Math.abs(ratio)) return short;
  }
  return ratio;
}

const DIGITS_MAX = 17;
const NEARLY = 1e-6;
