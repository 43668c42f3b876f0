import { type ExactNumber, exactNumber } from './exact-number.ts';
import { type NumberPattern, NumberPatternSum } from './number-pattern.ts';
import { relativeError } from './relative-error.ts';
import type { UlpDistance } from './ulps.ts';

/** How far numbers moved, over the cells that hold a number on both sides. */
export type NumberError<V = never> = {
  readonly compared: number;
  readonly differ: number;
  /**
   * Unit as the field's; exact for integers and decimals, a bigint where the field holds bigints; of doubles whose distance no
   * double holds the exact one, a bigint; infinite between two infinities.
   */
  readonly absolute: ExactNumber | V;
  /** |after − before| / the larger magnitude, so 0 … 2 and finite where one side is 0; as near as `relativeError` says. */
  readonly relative: number | V;
  /**
   * The most floats of the field's width that lie between two, the second counted; infinite between two infinities, undefined where
   * the field holds none.
   */
  readonly ulps: number | bigint | V | undefined;
  /** One rule that all compared cells obey. */
  readonly pattern: NumberPattern<V> | undefined;
};

export class NumberErrorSum {
  #compared = 0;
  #differ = 0;
  #absolute: number | bigint = 0;
  #relative = 0;
  #ulps: number | bigint = 0;
  readonly #scale: number;
  readonly #pattern: NumberPatternSum;
  readonly #ulpsOf: UlpDistance | undefined;

  /**
   * @param scale  digits behind the point of what is added, where that is unscaled decimals
   * @param bits  of the significand, where that is floats
   * @param ulps  how far apart two of them are
   */
  constructor(scale = 0, bits?: number, ulps?: UlpDistance) {
    this.#scale = scale;
    this.#ulpsOf = ulps;
    this.#pattern = new NumberPatternSum(bits);
  }

  /** Both finite. */
  add(before: number | bigint, after: number | bigint): void {
    this.#compared++;
    this.#pattern.add(before, after);
    if (before === after) return;
    this.#differ++;
    const absolute = distance(before, after);
    if (absolute > this.#absolute) this.#absolute = absolute;
    this.#relative = Math.max(this.#relative, relativeError(before, after));
    if (this.#ulpsOf === undefined) return;
    const ulps = this.#ulpsOf(before as number, after as number);
    if (ulps > this.#ulps) this.#ulps = ulps;
  }

  /** A change between two infinities. */
  overflow(): void {
    this.#differ++;
    this.#compared++;
    this.#absolute = Number.POSITIVE_INFINITY;
    this.#relative = 2;
    this.#ulps = Number.POSITIVE_INFINITY;
    this.#pattern.break();
  }

  finish(): NumberError {
    return {
      compared: this.#compared,
      differ: this.#differ,
      absolute: this.#told(this.#absolute),
      relative: this.#relative,
      ulps: this.#ulpsOf === undefined ? undefined : this.#ulps,
      // One cell obeys every rule.
      pattern: this.#differ < 2 ? undefined : this.#pattern.finish(size => this.#told(size)),
    };
  }

  #told(size: number | bigint): ExactNumber {
    return this.#scale > 0 && isBig(size) ? exactNumber(size, 10n ** BigInt(this.#scale)) : size;
  }
}

const isBig = (value: number | bigint): value is bigint => typeof value === 'bigint';

const distance = (a: number | bigint, b: number | bigint): number | bigint => {
  if (isBig(a) && isBig(b)) return a < b ? b - a : a - b;
  const [from, to] = [Number(a), Number(b)];
  const size = Math.abs(to - from);
  // So far apart, both are too large to be anything but whole.
  return Number.isFinite(size) ? size : BigInt(Math.max(from, to)) - BigInt(Math.min(from, to));
};
