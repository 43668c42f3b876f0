import type { FieldId } from '../contract/field.ts';
import { GuardedInput } from './guarded-input.ts';

export const BYTE = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  backslash: 0x5c,
  openList: 0x5b,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
  n: 0x6e,
} as const;

/** One line of JSON at a time. A string leaves its bytes in `text`, from `textStart` to `textEnd`. */
export class JsonInput extends GuardedInput {
  text: Buffer;
  textStart = 0;
  textEnd = 0;
  /** Of the last short decimal. */
  first = 0;
  rest = 0;
  restCount = 0;
  power = 0;
  isNegative = false;
  /** The first byte that begins no character: the string that has it is none. */
  invalidAt = Number.POSITIVE_INFINITY;
  readonly #buffer: Buffer;
  #scratch = Buffer.alloc(256);

  constructor(bytes: Uint8Array) {
    super(bytes);
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.text = this.#buffer;
  }

  /** Moves to the line that starts at `offset`, and leaves where the next one starts. */
  startLine(offset: number): number {
    const newline = this.bytes.indexOf(0x0a, offset);
    this.offset = offset;
    this.end = newline < 0 ? this.bytes.length : newline;
    return this.end + 1;
  }

  /** The next byte that is not white space, not consumed; -1 at the end of the line. */
  peek(): number {
    while (this.offset < this.end) {
      const byte = this.bytes[this.offset]!;
      if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return byte;
      this.offset++;
    }
    return -1;
  }

  /** Consumes a punctuation mark, or refuses what stands in its place. */
  expect(byte: number, field: FieldId | undefined): boolean {
    const found = this.peek();
    if (found === byte) {
      this.offset++;
      return true;
    }
    return this.refuse(found < 0 ? 'TRUNCATED' : 'MALFORMED', field, this.offset);
  }

  word(word: string, field: FieldId): boolean {
    for (let index = 0; index < word.length; index++) {
      const at = this.offset + index;
      if (at >= this.end) return this.refuse('TRUNCATED', field, this.offset);
      if (this.bytes[at] !== word.charCodeAt(index)) return this.refuse('MALFORMED', field, this.offset);
    }
    this.offset += word.length;
    return true;
  }

  /** An integer of at most fifteen digits, consumed; undefined, and nothing consumed, where something else stands. */
  shortInteger(): number | undefined {
    const { bytes, end } = this;
    const negative = bytes[this.offset] === 0x2d;
    const start = this.offset + (negative ? 1 : 0);
    let at = start;
    let value = 0;
    for (; at < end && at - start < 16; at++) {
      const digit = bytes[at]! - 0x30;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    const digits = at - start;
    const plain = digits > 0 && digits < 16 && (digits === 1 || bytes[start] !== 0x30);
    if (!plain || (at < end && NUMERAL[bytes[at]!] === 1)) return undefined;
    this.offset = at;
    return negative ? 0 - value : value;
  }

  /**
   * A decimal of at most eighteen digits, consumed: those of `first` and the `restCount` of `rest`, times ten to the `power`.
   * False, and nothing consumed, where something else stands.
   */
  shortDecimal(): boolean {
    const { bytes, end } = this;
    this.isNegative = bytes[this.offset] === MINUS;
    const start = this.offset + (this.isNegative ? 1 : 0);
    let [first, rest, digits, at, point] = [0, 0, 0, start, -1];
    for (; at < end; at++) {
      const digit = bytes[at]! - ZERO;
      if (digit < 0 || digit > 9) {
        if (bytes[at] !== POINT || point >= 0 || at === start) break;
        point = at;
      } else if (digits < 9) {
        first = (first * 10 + digit) | 0;
        // Zeros in front are no digits.
        if (first !== 0) digits++;
      } else if (digits < 18) {
        rest = (rest * 10 + digit) | 0;
        digits++;
      } else return false;
    }
    const whole = (point < 0 ? at : point) - start;
    if (whole === 0 || at === point + 1 || (whole > 1 && bytes[start] === ZERO)) return false;
    this.power = point < 0 ? 0 : point + 1 - at;
    if (at < end && (bytes[at]! | 0x20) === SMALL_E) at = this.#exponent(at + 1);
    if (at < 0 || (at < end && NUMERAL[bytes[at]!] === 1)) return false;
    this.first = first;
    this.rest = rest;
    this.restCount = digits > 9 ? digits - 9 : 0;
    this.offset = at;
    return true;
  }

  /** Adds an exponent of at most three digits to the power; leaves where it ends, -1 where there is none. */
  #exponent(start: number): number {
    const { bytes, end } = this;
    const sign = bytes[start];
    const first = sign === MINUS || sign === PLUS ? start + 1 : start;
    let [at, value] = [first, 0];
    for (; at < end && at < first + 3; at++) {
      const digit = bytes[at]! - ZERO;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    this.power += sign === MINUS ? -value : value;
    return at === first ? -1 : at;
  }

  /** Everything up to the next byte that no number has. */
  numeral(): string {
    const start = this.offset;
    while (this.offset < this.end && NUMERAL[this.bytes[this.offset]!] === 1) this.offset++;
    return this.#buffer.toString('latin1', start, this.offset);
  }

  /** What stands where another type should: `TYPE_MISMATCH` where it could begin a value, else `MALFORMED`. */
  mismatch(field: FieldId | undefined): false {
    const found = this.peek();
    if (found < 0) return this.refuse('TRUNCATED', field, this.offset);
    const value = '"{[tfn-'.includes(String.fromCharCode(found)) || (found >= 0x30 && found <= 0x39);
    return this.refuse(value ? 'TYPE_MISMATCH' : 'MALFORMED', field, this.offset);
  }

  /** Reads a string whose opening quote is next. */
  string(field: FieldId | undefined): boolean {
    const start = this.offset + 1;
    const { bytes, end } = this;
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === BYTE.quote) {
        this.text = this.#buffer;
        this.textStart = start;
        this.textEnd = at;
        return this.#ended(field, start, at);
      }
      if (byte === BYTE.backslash) return this.#escaped(field, start, at);
      if (byte < 0x20) return this.refuse('MALFORMED', field, at);
    }
    return this.refuse('TRUNCATED', field, start - 1);
  }

  #ended(field: FieldId | undefined, start: number, end: number): boolean {
    this.offset = end + 1;
    const { invalidAt } = this;
    return invalidAt >= start && invalidAt < end ? this.refuse('INVALID_UTF8', field, invalidAt) : true;
  }

  #escaped(field: FieldId | undefined, start: number, firstEscape: number): boolean {
    // An escape is never shorter than what it stands for.
    if (this.end - start > this.#scratch.length) this.#scratch = Buffer.alloc(2 * (this.end - start));
    const scratch = this.#scratch;
    scratch.set(this.bytes.subarray(start, firstEscape));
    let length = firstEscape - start;
    for (let at = firstEscape; at < this.end; ) {
      const byte = this.bytes[at]!;
      if (byte === BYTE.quote) {
        [this.text, this.textStart, this.textEnd] = [scratch, 0, length];
        return this.#ended(field, start, at);
      }
      if (byte < 0x20) return this.refuse('MALFORMED', field, at);
      if (byte !== BYTE.backslash) {
        scratch[length++] = byte;
        at++;
        continue;
      }
      const stood = this.#escape(field, at);
      if (stood === undefined) return false;
      length = putCodePoint(scratch, length, stood.codePoint);
      at += stood.length;
    }
    return this.refuse('TRUNCATED', field, start - 1);
  }

  #escape(field: FieldId | undefined, at: number): { codePoint: number; length: number } | undefined {
    if (at + 1 >= this.end) return this.#no('TRUNCATED', field, at);
    const letter = String.fromCharCode(this.bytes[at + 1]!);
    const simple = ESCAPES[letter];
    if (simple !== undefined) return { codePoint: simple, length: 2 };
    if (letter !== 'u') return this.#no('MALFORMED', field, at);
    const unit = this.#hex(at + 2);
    if (unit < 0) return this.#no(at + 6 > this.end ? 'TRUNCATED' : 'MALFORMED', field, at);
    if (unit < 0xd800 || unit > 0xdfff) return { codePoint: unit, length: 6 };
    const paired = unit < 0xdc00 && this.bytes[at + 6] === BYTE.backslash && this.bytes[at + 7] === 0x75;
    const low = paired ? this.#hex(at + 8) : -1;
    if (low < 0xdc00 || low > 0xdfff) return this.#no('INVALID_UTF8', field, at);
    return { codePoint: 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00), length: 12 };
  }

  #no(code: 'TRUNCATED' | 'MALFORMED' | 'INVALID_UTF8', field: FieldId | undefined, at: number): undefined {
    this.refuse(code, field, at);
    return undefined;
  }

  /** Four hex digits; -1 where there are none. */
  #hex(at: number): number {
    if (at + 4 > this.end) return -1;
    let value = 0;
    for (let index = at; index < at + 4; index++) {
      const digit = HEX.indexOf(String.fromCharCode(this.bytes[index]!).toLowerCase());
      if (digit < 0) return -1;
      value = value * 16 + digit;
    }
    return value;
  }
}

const [PLUS, MINUS, POINT, ZERO, SMALL_E] = [0x2b, 0x2d, 0x2e, 0x30, 0x65] as const;

const HEX = '0123456789abcdef';
const ESCAPES: Readonly<Record<string, number>> = Object.assign(Object.create(null) as object, {
  '"': 0x22,
  '\\': 0x5c,
  '/': 0x2f,
  b: 0x08,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
});

const NUMERAL = new Uint8Array(256);
for (const character of '0123456789+-.eE') NUMERAL[character.charCodeAt(0)] = 1;

function putCodePoint(target: Uint8Array, at: number, codePoint: number): number {
  if (codePoint < 0x80) {
    target[at] = codePoint;
    return at + 1;
  }
  const bytes = ENCODER.encode(String.fromCodePoint(codePoint));
  target.set(bytes, at);
  return at + bytes.length;
}

const ENCODER = new TextEncoder();
