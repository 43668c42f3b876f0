import type { LeafOrder } from './leaf-form.ts';
import type { Bound, Bounds } from './leaf-values.ts';

/** The least and the greatest of numbers in one word or in two. */
export class WordBounds {
  readonly #see: (words: Int32Array) => void;
  readonly #stride: 1 | 2;
  readonly #isFloat: boolean;
  #least: Int32Array | undefined;
  #greatest: Int32Array | undefined;

  constructor(stride: 1 | 2, order: LeafOrder) {
    this.#stride = stride;
    this.#isFloat = order === 'float';
    const sign = order === 'unsigned' ? 0x80000000 | 0 : 0;
    if (this.#isFloat) this.#see = words => this.#floats(words);
    else if (stride === 1) this.#see = words => this.#short(words, sign);
    else this.#see = words => this.#long(words, sign);
  }

  see(words: Int32Array): void {
    if (words.length > 0) this.#see(words);
  }

  found(): Bounds | undefined {
    const [least, greatest] = [this.#least, this.#greatest];
    if (least === undefined || greatest === undefined) return undefined;
    return { least: exact(least), greatest: exact(greatest) };
  }

  /** @param sign  turned over in both, words without one are in the order of words with one */
  #short(words: Int32Array, sign: number): void {
    let least = (this.#least ?? words)[0]! ^ sign;
    let greatest = (this.#greatest ?? words)[0]! ^ sign;
    for (let at = 0; at < words.length; at++) {
      const word = words[at]! ^ sign;
      if (word < least) least = word;
      if (word > greatest) greatest = word;
    }
    this.#least = Int32Array.of(least ^ sign);
    this.#greatest = Int32Array.of(greatest ^ sign);
  }

  #long(words: Int32Array, sign: number): void {
    const [from, to] = [this.#least ?? words, this.#greatest ?? words];
    let [leastLow, leastHigh] = [from[0]! >>> 0, from[1]! ^ sign];
    let [greatestLow, greatestHigh] = [to[0]! >>> 0, to[1]! ^ sign];
    for (let at = 0; at < words.length; at += 2) {
      const low = words[at]! >>> 0;
      const high = words[at + 1]! ^ sign;
      if (high < leastHigh || (high === leastHigh && low < leastLow)) [leastLow, leastHigh] = [low, high];
      if (high > greatestHigh || (high === greatestHigh && low > greatestLow))
        [greatestLow, greatestHigh] = [low, high];
    }
    this.#least = Int32Array.of(leastLow, leastHigh ^ sign);
    this.#greatest = Int32Array.of(greatestLow, greatestHigh ^ sign);
  }

  /** A NaN has no place among them; of zero nobody is told its sign, so that the bounds hold both. */
  #floats(words: Int32Array): void {
    const numbers = this.#numbers(words);
    let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    let isFound = false;
    if (this.#least !== undefined && this.#greatest !== undefined) {
      least = this.#numbers(this.#least)[0]!;
      greatest = this.#numbers(this.#greatest)[0]!;
      isFound = true;
    }
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at]!;
      if (number <= least) least = number;
      if (number >= greatest) greatest = number;
      isFound ||= !Number.isNaN(number);
    }
    if (!isFound) return;
    this.#least = this.#words(least === 0 ? -0 : least);
    this.#greatest = this.#words(greatest === 0 ? 0 : greatest);
  }

  #numbers({ buffer, byteOffset, length }: Int32Array): Float32Array | Float64Array {
    return this.#stride === 1
      ? new Float32Array(buffer, byteOffset, length)
      : new Float64Array(buffer, byteOffset, length / 2);
  }

  #words(number: number): Int32Array {
    const made = this.#stride === 1 ? Float32Array.of(number) : Float64Array.of(number);
    return new Int32Array(made.buffer);
  }
}

const exact = (words: Int32Array): Bound => ({
  bytes: new Uint8Array(words.buffer, words.byteOffset, words.byteLength),
  isExact: true,
});
