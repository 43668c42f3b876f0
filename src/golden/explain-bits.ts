/**
 * How many bits it takes to say which of `rows` rows differ, when `differing` of them do: the count, then which subset.
 *
 * A condition is worth the bits it saves less the bits it takes to name it (minimum description length). Under pure
 * chance no code saves b bits more often than once in 2^b, whatever is searched: that is what makes the search honest.
 */
export class Bits {
  readonly rows: number;
  readonly differing: number;
  /** log2 of n! */
  readonly factorial: Float64Array;
  /** To say a count of n rows, and log2 of n! */
  readonly counted: Float64Array;

  constructor(rows: number, differing: number) {
    this.rows = rows;
    this.differing = differing;
    this.factorial = new Float64Array(rows + 1);
    this.counted = new Float64Array(rows + 1);
    for (let n = 2; n <= rows; n++) this.factorial[n] = this.factorial[n - 1]! + Math.log2(n);
    for (let n = 0; n <= rows; n++) this.counted[n] = Math.log2(n + 1) + this.factorial[n]!;
  }

  /** Without any condition; one bit says that there is none. */
  plain(): number {
    return NONE_BITS + this.#subset(this.rows, this.differing);
  }

  /** With the rows told apart: `matching` rows of which `covered` differ, and all others. Naming the condition is extra. */
  split(matching: number, covered: number): number {
    return this.#subset(matching, covered) + this.#subset(this.rows - matching, this.differing - covered);
  }

  /** Whether a row of which a condition is true differs more often than any row; products, so that nothing rounds. */
  lean(matching: number, covered: number): boolean {
    return matching < this.rows && covered * this.rows > this.differing * matching;
  }

  #subset(rows: number, differing: number): number {
    return this.counted[rows]! - this.factorial[differing]! - this.factorial[rows - differing]!;
  }
}

/** A prefix code: `0` no condition, `10` one term, `110` and `111` two terms with `and` and with `or`. */
const NONE_BITS = 1;
export const ONE_TERM_BITS = 2;
export const TWO_TERM_BITS = 3;
