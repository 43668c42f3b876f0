import { LIMITS } from '../base/limits.ts';

/** A symbol is a simple unit with its prefix, as written; a number stands in a product as it is: `100.g`. */
export type Component =
  | { readonly kind: 'symbol'; readonly symbol: string; readonly exponent: number }
  | { readonly kind: 'number'; readonly number: bigint; readonly exponent: number }
  | { readonly kind: 'annotation'; readonly annotation: string; readonly exponent: number };

/** The components of a UCUM product, or why the text is none. What its symbols mean is not asked here. */
export function unitComponents(text: string): readonly Component[] | string {
  const reader = new Reader(text);
  const problem = reader.product(1, 0, true);
  if (problem !== undefined) return problem;
  return reader.at === text.length ? reader.found : NO_CODE;
}

const NO_CODE = 'it is neither a UCUM code nor a known name';

const SYMBOL = /10[*^]|(?:\[[^[\]{}\s]+\]|[^\s\d./(){}[\]+-])(?:\[[^[\]{}\s]+\]|[^\s\d./(){}[\]+-])*/y;
const EXPONENT = /[+-]?[1-9][0-9]*/y;
const NUMBER = /[1-9][0-9]*/y;
const ANNOTATION = /\{[A-Za-z][A-Za-z0-9_-]*\}/y;

/** UCUM's grammar: `.` and `/` bind alike and from the left, so that `a/b.c` is `(a/b).c`. */
class Reader {
  readonly found: Component[] = [];
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** @returns what is wrong, if anything */
  product(sign: 1 | -1, depth: number, mayLead: boolean): string | undefined {
    if (depth > LIMITS.unit_depth_max) return `parentheses nest deeper than ${LIMITS.unit_depth_max}`;
    // A leading slash is UCUM's: `/s`.
    let side: 1 | -1 = mayLead && this.#eat('/') ? -1 : 1;
    for (;;) {
      const problem = this.#component(sign === side ? 1 : -1, depth);
      if (problem !== undefined) return problem;
      if (this.#eat('.')) side = 1;
      else if (this.#eat('/')) side = -1;
      else return undefined;
    }
  }

  #component(sign: 1 | -1, depth: number): string | undefined {
    if (this.#eat('(')) {
      const problem = this.product(sign, depth + 1, true);
      return problem ?? (this.#eat(')') ? undefined : 'a parenthesis stays open');
    }
    const symbol = this.#match(SYMBOL);
    const number = symbol === undefined ? this.#match(NUMBER) : undefined;
    if (symbol !== undefined) {
      const exponent = Number(this.#match(EXPONENT) ?? '1');
      if (Math.abs(exponent) > LIMITS.unit_ten_exponent_max)
        return `an exponent is at most ${LIMITS.unit_ten_exponent_max}`;
      this.found.push({ kind: 'symbol', symbol, exponent: sign * exponent });
    } else if (number !== undefined) {
      this.found.push({ kind: 'number', number: BigInt(number), exponent: sign });
    }
    const annotation = this.#match(ANNOTATION);
    if (annotation !== undefined) this.found.push({ kind: 'annotation', annotation, exponent: sign });
    return symbol === undefined && number === undefined && annotation === undefined ? NO_CODE : undefined;
  }

  #eat(char: string): boolean {
    if (this.#text[this.at] !== char) return false;
    this.at++;
    return true;
  }

  #match(shape: RegExp): string | undefined {
    shape.lastIndex = this.at;
    const [found] = shape.exec(this.#text) ?? [];
    this.at += found?.length ?? 0;
    return found;
  }
}
