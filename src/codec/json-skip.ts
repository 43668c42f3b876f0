import { BYTE } from './json-input.ts';

/**
 * Where a line is no longer one JSON value and nothing else; undefined where it is one, whatever the value: then the next line
 * begins a record of its own. Makes nothing of what it reads. Bytes beyond ASCII count as characters of strings; whether
 * they are any is asked elsewhere.
 */
export function brokenAt(bytes: Uint8Array, start: number, end: number): number | undefined {
  const skip = new Skip(bytes, start, end);
  return skip.value() && skip.isAtEnd() ? undefined : skip.at;
}

class Skip {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;
  /** The marks that close what is open, the innermost last. */
  #open = new Uint8Array(64);
  #depth = 0;

  constructor(bytes: Uint8Array, start: number, end: number) {
    [this.#bytes, this.#at, this.#end] = [bytes, start, end];
  }

  /** Where it stands: after a `false`, at what is wrong. */
  get at(): number {
    return Math.min(this.#at, this.#end);
  }

  isAtEnd(): boolean {
    return this.#next() < 0;
  }

  /** Without recursion, because a line may be as deep as it is long. */
  value(): boolean {
    for (;;) {
      const opened = this.#begin();
      if (opened === undefined) return false;
      if (opened) continue;
      while (this.#depth > 0 && this.#next() === this.#open[this.#depth - 1]) {
        this.#at++;
        this.#depth--;
      }
      if (this.#depth === 0) return true;
      if (!this.#mark(BYTE.comma) || !this.#key()) return false;
    }
  }

  /** A value, or the beginning of one that holds others, and then true. */
  #begin(): boolean | undefined {
    const first = this.#next();
    if (first === BYTE.openObject || first === BYTE.openList) {
      const close = first === BYTE.openObject ? BYTE.closeObject : BYTE.closeList;
      this.#at++;
      if (this.#next() === close) {
        this.#at++;
        return false;
      }
      this.#push(close);
      return this.#key() ? true : undefined;
    }
    return this.#plain(first) ? false : undefined;
  }

  #plain(first: number): boolean {
    if (first === BYTE.quote) return this.#string();
    const from = this.#at;
    if (this.#word(first)) return true;
    while (this.#at < this.#end && IN_NUMERAL[this.#bytes[this.#at]!] === 1) this.#at++;
    if (isNumeral(this.#bytes, from, this.#at)) return true;
    this.#at = from;
    return false;
  }

  #word(first: number): boolean {
    const word = WORDS.find(each => each.charCodeAt(0) === first);
    if (word === undefined || !isSpelt(this.#bytes, this.#at, word)) return false;
    this.#at += word.length;
    return true;
  }

  /** In an object a key stands before each value. */
  #key(): boolean {
    if (this.#open[this.#depth - 1] !== BYTE.closeObject) return true;
    return this.#next() === BYTE.quote && this.#string() && this.#mark(BYTE.colon);
  }

  #string(): boolean {
    for (this.#at++; this.#at < this.#end; this.#at++) {
      const byte = this.#bytes[this.#at]!;
      if (byte < 0x20) return false;
      if (byte === BYTE.quote) {
        this.#at++;
        return true;
      }
      if (byte === BYTE.backslash && !this.#escape()) return false;
    }
    return false;
  }

  #escape(): boolean {
    const letter = String.fromCharCode(this.#bytes[++this.#at]!);
    if (letter !== 'u') return '"\\/bfnrt'.includes(letter) && this.#at < this.#end;
    for (let digit = 0; digit < 4; digit++)
      if (!/[0-9a-fA-F]/.test(String.fromCharCode(this.#bytes[++this.#at]!)) || this.#at >= this.#end)
        return false;
    return true;
  }

  #mark(byte: number): boolean {
    if (this.#next() !== byte) return false;
    this.#at++;
    return true;
  }

  #next(): number {
    for (; this.#at < this.#end; this.#at++) {
      const byte = this.#bytes[this.#at]!;
      if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return byte;
    }
    return -1;
  }

  #push(close: number): void {
    if (this.#depth === this.#open.length) {
      const larger = new Uint8Array(2 * this.#depth);
      larger.set(this.#open);
      this.#open = larger;
    }
    this.#open[this.#depth++] = close;
  }
}

const isSpelt = (bytes: Uint8Array, at: number, word: string): boolean =>
  [...word].every((letter, place) => bytes[at + place] === letter.charCodeAt(0));

const WORDS = ['true', 'false', 'null'] as const;

const IN_NUMERAL = new Uint8Array(256);
for (const character of '0123456789+-.eE') IN_NUMERAL[character.charCodeAt(0)] = 1;

/** Of any length, which a text and a pattern of it would have to hold. */
function isNumeral(bytes: Uint8Array, start: number, end: number): boolean {
  let at = bytes[start] === 0x2d ? start + 1 : start;
  const digits = (): number => {
    const from = at;
    while (at < end && bytes[at]! >= 0x30 && bytes[at]! <= 0x39) at++;
    return at - from;
  };
  const isZero = bytes[at] === 0x30;
  const whole = digits();
  if (whole === 0 || (isZero && whole > 1)) return false;
  if (at < end && bytes[at] === 0x2e) {
    at++;
    if (digits() === 0) return false;
  }
  if (at < end && (bytes[at]! | 0x20) === 0x65) {
    at++;
    if (at < end && (bytes[at] === 0x2b || bytes[at] === 0x2d)) at++;
    if (digits() === 0) return false;
  }
  return at === end;
}
