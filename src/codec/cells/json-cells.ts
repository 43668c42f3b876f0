import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { type JsonOf, type JsonProblem, readJson } from '../../base/strict-json.ts';
import { invalidUtf8Offset, placeOfByte } from '../../base/utf8.ts';
import { SpannedColumn } from './spanned-column.ts';
import type { WrittenKind, WrittenTable } from './written-column.ts';

/**
 * The cells of records that no schema is known of: a JSON array of objects, or an object a line.
 *
 * @faults TABLE_JSON TABLE_TOO_LARGE
 */
export function jsonCells(file: string, bytes: Uint8Array): WrittenTable | Fault {
  const fault = (problem: string, offset: number): Fault =>
    new Fault('TABLE_JSON', { problem }, placeOfByte(file, bytes, offset));
  const invalid = invalidUtf8Offset(bytes);
  if (invalid !== undefined) return fault('a byte begins no UTF-8 character', invalid);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const scanner = new JsonScanner(text);
  try {
    return scanner.scan();
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
    return stop.problem === undefined
      ? new Fault('TABLE_TOO_LARGE', { file, what: 'cells', limit: LIMITS.compared_cells_max })
      : fault(stop.problem, Buffer.byteLength(text.slice(0, scanner.at), 'utf8'));
  }
}

/** Leaves the scan at the first problem; undefined where it is too large. Never seen outside this file. */
class Stop extends Error {
  readonly problem: string | undefined;
  constructor(problem: string | undefined) {
    super(problem);
    this.problem = problem;
  }
}

/** With the last row in which it had a key. */
type Growing = {
  readonly name: string;
  /** Whether it stands in the text as it is. */
  readonly isPlain: boolean;
  readonly column: SpannedColumn;
  row: number;
};

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const [QUOTE, OPEN, CLOSE, COMMA, COLON] = [0x22, 0x7b, 0x7d, 0x2c, 0x3a];
const [ARRAY_OPEN, ARRAY_CLOSE] = [0x5b, 0x5d];
const MARK = 0xfeff;

class JsonScanner {
  /** The character it is at. */
  at = 0;
  readonly #text: string;
  readonly #columns: Growing[] = [];
  readonly #byName = new Map<string, Growing>();
  #rows = 0;
  #cells = 0;

  constructor(text: string) {
    this.#text = text;
    if (text.charCodeAt(0) === MARK) this.at = 1;
  }

  scan(): WrittenTable {
    this.#space();
    if (this.#text.charCodeAt(this.at) === ARRAY_OPEN) this.#array();
    else this.#lines();
    for (const column of this.#columns) this.#catchUp(column);
    return { columns: this.#columns.map(({ column }) => column), rows: this.#rows };
  }

  #array(): void {
    this.at++;
    this.#space();
    if (this.#text.charCodeAt(this.at) === ARRAY_CLOSE) this.at++;
    else {
      do {
        this.#space();
        this.#record();
        this.#space();
      } while (this.#skip(COMMA));
      this.#expect(ARRAY_CLOSE, '"," or "]"');
    }
    this.#space();
    if (this.at < this.#text.length) throw new Stop('something follows the array');
  }

  /** Lines may be blank; a record that goes on over two is none. */
  #lines(): void {
    while (this.at < this.#text.length) {
      const start = this.at;
      this.#record();
      const inside = this.#text.slice(start, this.at).indexOf('\n');
      if (inside >= 0) {
        this.at = start + inside;
        throw new Stop('a record ends on the line it begins on, unless records stand in an array');
      }
      const end = this.at;
      this.#space();
      if (this.at < this.#text.length && !this.#text.slice(end, this.at).includes('\n'))
        throw new Stop('something follows a record on its line');
    }
  }

  #record(): void {
    this.#expect(OPEN, 'an object, which a record is');
    const row = this.#rows++;
    this.#space();
    if (this.#skip(CLOSE)) return;
    let place = 0;
    do {
      this.#space();
      const start = this.at;
      const column = this.#columnAt(place++);
      if (column.row === row) {
        this.at = start;
        throw new Stop('the key stands twice in its object');
      }
      this.#catchUp(column, row);
      this.#space();
      this.#expect(COLON, '":"');
      this.#space();
      this.#value(column);
      column.row = row;
      if (++this.#cells > LIMITS.compared_cells_max) throw new Stop(undefined);
      this.#space();
    } while (this.#skip(COMMA));
    this.#expect(CLOSE, '"," or "}"');
  }

  /** Records mostly have their keys in one order. */
  #columnAt(place: number): Growing {
    const likely = this.#columns[place];
    if (likely?.isPlain !== true || !this.#isNamed(likely.name)) return this.#column(this.#string());
    this.at += likely.name.length + 2;
    return likely;
  }

  #isNamed(name: string): boolean {
    const end = this.at + 1 + name.length;
    return (
      this.#text.charCodeAt(this.at) === QUOTE &&
      this.#text.charCodeAt(end) === QUOTE &&
      this.#text.startsWith(name, this.at + 1)
    );
  }

  #column(name: string): Growing {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    if (this.#columns.length === LIMITS.fields_max)
      throw new Stop(`records have more than ${LIMITS.fields_max} keys`);
    const isPlain = !/["\\]/.test(name);
    const column = { name, isPlain, column: new SpannedColumn(name, this.#text, true), row: -1 };
    this.#columns.push(column);
    this.#byName.set(name, column);
    return column;
  }

  /** Nulls for the records before `row` that did not have the key. */
  #catchUp({ column }: Growing, row = this.#rows): void {
    for (; column.length < row; column.absent++, this.#cells++) column.putNull();
    if (this.#cells > LIMITS.compared_cells_max) throw new Stop(undefined);
  }

  #value({ column }: Growing): void {
    const start = this.at;
    const char = this.#text.charCodeAt(start);
    if (char === QUOTE) {
      if (this.#passString()) column.put('text', start + 1, this.at - 1);
      else column.putOwn('text', this.#escaped(start));
    } else if (char === OPEN || char === ARRAY_OPEN) column.putOwn('nested', this.#nested());
    else {
      const word =
        (char | 0x20) >= 0x61 ? WORDS.find(([text]) => this.#text.startsWith(text, start)) : undefined;
      if (word === undefined) {
        this.#passNumber();
        column.put('number', start, this.at);
      } else {
        this.at += word[0].length;
        if (word[1] === 'null') column.putNull();
        else column.put(word[1], start, this.at);
      }
    }
  }

  #passNumber(): void {
    NUMBER.lastIndex = this.at;
    if (!NUMBER.test(this.#text)) throw new Stop('a value is expected');
    if (NUMBER.lastIndex - this.at > LIMITS.numeral_chars_max)
      throw new Stop(`a number has more than ${LIMITS.numeral_chars_max} characters`);
    this.at = NUMBER.lastIndex;
  }

  #string(): string {
    const start = this.at;
    return this.#passString() ? this.#text.slice(start + 1, this.at - 1) : this.#escaped(start);
  }

  /** Whether it is written as it is, without escapes. */
  #passString(): boolean {
    const start = this.at;
    if (this.#text.charCodeAt(start) !== QUOTE) throw new Stop('a string is expected');
    let [at, isPlain] = [start + 1, true];
    for (; ; at++) {
      const char = this.#text.charCodeAt(at);
      if (char === QUOTE) break;
      if (char === 0x5c) {
        isPlain = false;
        at++;
      } else if (!(char >= 0x20)) {
        this.at = Math.min(at, this.#text.length);
        throw new Stop('a string is not closed, or holds a control character as it is');
      }
    }
    this.at = at + 1;
    return isPlain;
  }

  #escaped(start: number): string {
    try {
      const text = JSON.parse(this.#text.slice(start, this.at)) as string;
      // Its half would become U+FFFD without a word.
      if (text.isWellFormed()) return text;
    } catch {
      // Told below.
    }
    this.at = start;
    throw new Stop('the string holds an escape that JSON does not have, or half a character');
  }

  /** One text for what is equal: keys sorted, numbers by their value. */
  #nested(): string {
    const start = this.at;
    this.#passNested();
    const read = readJson(Buffer.from(this.#text.slice(start, this.at)), {
      depth_max: LIMITS.native_depth_max,
      number: literal => ({ numeral: plainNumeral(literal) }),
    });
    if (read.kind === 'read') return written(read.value);
    this.at = start + charsIn(this.#text, start, read);
    throw new Stop(
      read.kind === 'syntax' ? `${read.expected} is expected` : 'the key stands twice in its object',
    );
  }

  #passNested(): void {
    let depth = 0;
    do {
      const char = this.#text.charCodeAt(this.at);
      if (Number.isNaN(char)) throw new Stop('an object or array is not closed');
      if (char === QUOTE) {
        this.#string();
        continue;
      }
      if (char === OPEN || char === ARRAY_OPEN) depth++;
      if (char === CLOSE || char === ARRAY_CLOSE) depth--;
      this.at++;
    } while (depth > 0);
  }

  #space(): void {
    for (;;) {
      const char = this.#text.charCodeAt(this.at);
      if (char !== 0x20 && char !== 0x0a && char !== 0x0d && char !== 0x09) return;
      this.at++;
    }
  }

  #skip(char: number): boolean {
    const here = this.#text.charCodeAt(this.at) === char;
    if (here) this.at++;
    return here;
  }

  #expect(char: number, expected: string): void {
    if (!this.#skip(char)) throw new Stop(`${expected} is expected`);
  }
}

const WORDS: readonly (readonly [word: string, kind: WrittenKind])[] = [
  ['null', 'null'],
  ['true', 'bool'],
  ['false', 'bool'],
];

const charsIn = (text: string, start: number, { offset }: JsonProblem): number =>
  Buffer.from(text.slice(start)).subarray(0, offset).toString('utf8').length;

type Numeral = { readonly numeral: string };

/** Numbers stay as they are written, without quotes: a double would round them. */
function written(value: JsonOf<Numeral>): string {
  if (value === null || typeof value !== 'object') return canonicalJson(value as Json);
  if (isNumeral(value)) return value.numeral;
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  const entries = Object.entries(value as { readonly [key: string]: JsonOf<Numeral> });
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${canonicalJson(key)}:${written(item)}`)
    .join(',')}}`;
}

/** An object of JSON has no prototype here. */
const isNumeral = (value: object): value is Numeral => Object.getPrototypeOf(value) === Object.prototype;

/** What most literals are already, but for a zero with a sign. */
const PLAIN = /^(?:0|-?[1-9][0-9]*|-?(?:0|[1-9][0-9]*)\.[0-9]*[1-9])$/;

/** A decimal in its one spelling: `1`, `-0.5`; what has an exponent too large to write out keeps it. */
export function plainNumeral(literal: string): string {
  if (PLAIN.test(literal)) return literal;
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(literal)!;
  const power = Number(exponent);
  if (Math.abs(power) > 400) return literal;
  const digits = `${whole}${fraction}`;
  const point = whole!.length + power;
  const [before, after] =
    point <= 0
      ? ['0', `${'0'.repeat(-point)}${digits}`]
      : [digits.slice(0, point).padEnd(point, '0'), digits.slice(point)];
  const plain = [before.replace(/^0+(?=[0-9])/, ''), after.replace(/0+$/, '')];
  const text = plain[1] === '' ? plain[0]! : plain.join('.');
  return text === '0' ? '0' : `${sign}${text}`;
}
