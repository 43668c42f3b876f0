import { decimalText } from '../contract/decimal-text.ts';
import { relativeError } from './relative-error.ts';

/** How far numbers moved, over the cells that hold a number on both sides. */
export type NumberError<V = never> = {
  readonly compared: number;
  readonly differ: number;
  /**
   * Unit as the field's; exact for integers, a bigint where the field holds bigints, the nearest double of the exact
   * difference for decimals; infinite between two infinities.
   */
  readonly absolute: number | bigint | V;
  /** |after − before| / the larger magnitude, so 0 … 2 and finite where one side is 0; as near as `relativeError` says. */
  readonly relative: number | V;
  /** One rule that all compared cells obey. */
  readonly pattern: NumberPattern<V> | undefined;
};

/** `scaled` by 1000 is what seconds read as milliseconds look like. */
export type NumberPattern<V = never> =
  | { readonly kind: 'scaled'; readonly factor: number | V }
  | { readonly kind: 'shifted'; readonly by: number | V };

export class NumberErrorSum {
  #compared = 0;
  #differ = 0;
  #absolute: number | bigint = 0;
  #relative = 0;
  readonly #scale: number;
  readonly #scaled = new Constant();
  readonly #shifted = new Constant();

  /** @param scale  digits behind the point of what is added, where that is unscaled decimals */
  constructor(scale = 0) {
    this.#scale = scale;
  }

  /** Both finite. */
  add(before: number | bigint, after: number | bigint): void {
    this.#compared++;
    const [from, to] = [Number(before), Number(after)];
    // Zero scales to zero by any factor, and to anything else by none.
    if (from !== 0 || to !== 0) this.#scaled.see(from === 0 ? Number.NaN : to / from);
    this.#shifted.see(isBig(before) && isBig(after) ? this.#unscaled(after - before) : to - from);
    if (before === after) return;
    this.#differ++;
    const absolute = distance(before, after);
    if (absolute > this.#absolute) this.#absolute = absolute;
    this.#relative = Math.max(this.#relative, relativeError(before, after));
  }

  /** A change between two infinities. */
  overflow(): void {
    this.#differ++;
    this.#compared++;
    this.#absolute = Number.POSITIVE_INFINITY;
    this.#relative = 2;
    this.#scaled.see(Number.NaN);
    this.#shifted.see(Number.NaN);
  }

  finish(): NumberError {
    return {
      compared: this.#compared,
      differ: this.#differ,
      absolute: this.#scale > 0 && isBig(this.#absolute) ? this.#unscaled(this.#absolute) : this.#absolute,
      relative: this.#relative,
      pattern: this.#pattern(),
    };
  }

  #unscaled(value: bigint): number {
    return Number(decimalText(value, this.#scale));
  }

  #pattern(): NumberPattern | undefined {
    // One cell obeys every rule.
    if (this.#differ < 2) return undefined;
    const factor = this.#scaled.value();
    if (factor !== undefined) return { kind: 'scaled', factor };
    const by = this.#shifted.value();
    return by === undefined ? undefined : { kind: 'shifted', by };
  }
}

const isBig = (value: number | bigint): value is bigint => typeof value === 'bigint';

const distance = (a: number | bigint, b: number | bigint): number | bigint => {
  if (isBig(a) && isBig(b)) return a < b ? b - a : a - b;
  return Math.abs(Number(b) - Number(a));
};

/** Doubles that are the same number but for the last bits of a multiplication or a subtraction. */
const CLOSE = 1e-9;

class Constant {
  #first: number | undefined;
  #broken = false;

  see(value: number): void {
    if (!Number.isFinite(value)) this.#broken = true;
    else if (this.#first === undefined) this.#first = value;
    else if (Math.abs(value - this.#first) > CLOSE * Math.max(Math.abs(value), Math.abs(this.#first))) {
      this.#broken = true;
    }
  }

  value(): number | undefined {
    return this.#broken ? undefined : this.#first;
  }
}
