import { type ExactNumber, exactNumber } from './exact-number.ts';

/**
 * `scaled` by 1000 is what seconds read as milliseconds look like. A factor of 1 and a shift of 0 are no rule of a difference. Of whole
 * numbers both are told with every digit. */
export type NumberPattern<V = never> =
  | { readonly kind: 'scaled'; readonly factor: ExactNumber | V }
  | { readonly kind: 'shifted'; readonly by: ExactNumber | V };

/**
 * Looks for one rule that all cells obey: exactly, where they are whole numbers; where they are floats, as far as values
 * that were rounded to so many bits can show it. A looser tolerance would find a rule in any small move of large numbers.
 */
export class NumberPatternSum {
  readonly #rounding: number;
  readonly #scaled = new WholeScale();
  readonly #shifted = new WholeShift();
  readonly #nearlyScaled = new Range();
  readonly #nearlyShifted = new Range();
  #isWhole = true;

  /** @param bits  of the significand of a float; undefined where cells are whole numbers */
  constructor(bits: number | undefined) {
    this.#isWhole = bits === undefined;
    this.#rounding = ROUNDINGS * 2 ** -(bits ?? 53);
  }

  add(before: number | bigint, after: number | bigint): void {
    if (this.#isWhole) {
      this.#scaled.see(before, after);
      this.#shifted.see(before, after);
      return;
    }
    const [from, to] = [Number(before), Number(after)];
    // Zero scales to zero by any factor, and to anything else by none.
    if (from !== 0 || to !== 0)
      this.#nearlyScaled.see(from === 0 ? Number.NaN : to / from, Math.abs(to / from) * this.#rounding);
    this.#nearlyShifted.see(to - from, Math.max(Math.abs(from), Math.abs(to)) * this.#rounding);
  }

  /** A change that is of no size. */
  break(): void {
    this.#scaled.break();
    this.#shifted.break();
    this.#nearlyScaled.see(Number.NaN, 0);
    this.#nearlyShifted.see(Number.NaN, 0);
  }

  /** @param unscaled  a shift of whole numbers as it is told */
  finish(unscaled: (by: number | bigint) => ExactNumber): NumberPattern | undefined {
    const factor = this.#isWhole ? this.#scaled.value() : this.#nearlyScaled.without(1);
    // What became 0 was set to it: every number is 0 times another.
    if (factor === 0) return undefined;
    if (factor !== undefined) return { kind: 'scaled', factor };
    const by = this.#isWhole ? this.#shifted.value() : this.#nearlyShifted.without(0);
    if (by === undefined) return undefined;
    return { kind: 'shifted', by: unscaled(by) };
  }
}

/** A value was rounded on either side, and what is computed of the two is. */
const ROUNDINGS = 4;

class WholeScale {
  #first:
    | { readonly from: number | bigint; readonly to: number | bigint; readonly nearly: number }
    | undefined;
  #isBroken = false;

  see(from: number | bigint, to: number | bigint): void {
    if (this.#isBroken || (isZero(from) && isZero(to))) return;
    const nearly = Number(to) / Number(from);
    // What stayed was scaled by 1.
    if (isZero(from) || from === to) this.#isBroken = true;
    else if (this.#first === undefined) this.#first = { from, to, nearly };
    // Equal fractions of short numbers are equal doubles, and only they need to be multiplied out.
    else if (typeof from === 'number' && nearly !== this.#first.nearly) this.#isBroken = true;
    else if (BigInt(to) * BigInt(this.#first.from) !== BigInt(this.#first.to) * BigInt(from))
      this.#isBroken = true;
  }

  break(): void {
    this.#isBroken = true;
  }

  value(): ExactNumber | undefined {
    if (this.#isBroken || this.#first === undefined) return undefined;
    return exactNumber(BigInt(this.#first.to), BigInt(this.#first.from));
  }
}

class WholeShift {
  #first: number | bigint | undefined;
  #isBroken = false;

  see(from: number | bigint, to: number | bigint): void {
    if (this.#isBroken) return;
    const by = typeof from === 'bigint' && typeof to === 'bigint' ? to - from : Number(to) - Number(from);
    if (this.#first === undefined) this.#first = by;
    else if (by !== this.#first) this.#isBroken = true;
  }

  break(): void {
    this.#isBroken = true;
  }

  value(): number | bigint | undefined {
    return this.#isBroken ? undefined : this.#first;
  }
}

const isZero = (value: number | bigint): boolean => value === 0 || value === 0n;

/** What numbers, each known but for its rounding, can all be. */
class Range {
  #low = Number.NEGATIVE_INFINITY;
  #high = Number.POSITIVE_INFINITY;

  see(value: number, off: number): void {
    this.#low = Math.max(this.#low, value - off);
    this.#high = Math.min(this.#high, value + off);
  }

  /** The shortest of them, where they can't be the one that changes nothing. */
  without(none: number): number | undefined {
    const [low, high] = [this.#low, this.#high];
    // A NaN is in no order, so it leaves no range.
    if (!(low <= high) || !Number.isFinite(high - low) || (low <= none && none <= high)) return undefined;
    const middle = low + (high - low) / 2;
    for (let digits = 1; digits < DIGITS_MAX; digits++) {
      const short = Number(middle.toPrecision(digits));
      if (short >= low && short <= high) return short;
    }
    return middle;
  }
}

/** That any double can be written in. */
const DIGITS_MAX = 17;
