import { LIMITS } from './limits.ts';
import { invalidUtf8Offset } from './utf8.ts';

/** What JSON holds, its numbers read as `N`. Objects have no prototype. */
export type JsonOf<N> =
  | null
  | boolean
  | N
  | string
  | readonly JsonOf<N>[]
  | { readonly [key: string]: JsonOf<N> };

/** What a bound document may hold: no fractions. */
export type Plain = JsonOf<number>;

/** Why bytes are no document of ours, and where. */
export type JsonProblem =
  | { readonly kind: 'syntax'; readonly offset: number; readonly expected: string }
  | { readonly kind: 'duplicate-key'; readonly offset: number; readonly path: string }
  | { readonly kind: 'number-range'; readonly offset: number; readonly path: string }
  | { readonly kind: 'not-integer'; readonly offset: number; readonly path: string };

/**
 * Reads the very bytes that were hashed. Stricter than `JSON.parse`, which drops the first of two equal keys and rounds
 * numbers in silence: both let one digest mean two things.
 */
export const readStrictJson = (bytes: Uint8Array): JsonRead<number> | JsonProblem =>
  readJson(bytes, { depth_max: LIMITS.document_depth_max, number: safeInteger });

export type JsonRead<N> = { readonly kind: 'read'; readonly value: JsonOf<N> };

/** What is left to a caller: how deep a document may nest, what a number is, and who hears where things stand. */
export type JsonRules<N> = {
  readonly depth_max: number;
  readonly number: (literal: string) => N | NumberProblem;
  /** Told of each member of an object or array, and the character it starts at. */
  readonly onMember?: (parent: object, key: string | number, start: number) => void;
};

export type NumberProblem = { readonly problem: 'number-range' | 'not-integer' };

/** One document as strict as `readStrictJson`, under other bounds. */
export function readJson<N>(bytes: Uint8Array, rules: JsonRules<N>): JsonRead<N> | JsonProblem {
  const invalid = invalidUtf8Offset(bytes);
  if (invalid !== undefined) return { kind: 'syntax', offset: invalid, expected: 'UTF-8' };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const reading = new Reading(text, rules);
  try {
    const value = reading.value('', 0);
    reading.end();
    return { kind: 'read', value };
  } catch (stop) {
    if (stop instanceof Stop) return stop.problem;
    throw stop;
  }
}

/** Leaves the recursion at the first problem; never seen outside this file. */
class Stop extends Error {
  readonly problem: JsonProblem;
  constructor(problem: JsonProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const HEX4 = /^[0-9a-fA-F]{4}$/;
const WORDS: Readonly<Record<string, null | boolean>> = { true: true, false: false, null: null };
const WORD = /true|false|null/y;

function safeInteger(literal: string): number | NumberProblem {
  const isInteger = !/[.eE]/.test(literal) && literal !== '-0';
  if (!isInteger) return { problem: 'not-integer' };
  const value = Number(literal);
  return Number.isSafeInteger(value) ? value : { problem: 'number-range' };
}

const isProblem = (value: unknown): value is NumberProblem =>
  typeof value === 'object' && value !== null && 'problem' in value;

class Reading<N> {
  private at = 0;
  private readonly text: string;
  private readonly rules: JsonRules<N>;

  constructor(text: string, rules: JsonRules<N>) {
    this.text = text;
    this.rules = rules;
  }

  value(path: string, depth: number): JsonOf<N> {
    if (depth > this.rules.depth_max) this.fail(`at most ${this.rules.depth_max} levels`);
    this.take(SPACE);
    switch (this.text[this.at]) {
      case '{':
        return this.object(path, depth);
      case '[':
        return this.array(path, depth);
      case '"':
        return this.string();
      default: {
        const word = this.take(WORD);
        return word === undefined ? this.number(path) : WORDS[word]!;
      }
    }
  }

  end(): void {
    this.take(SPACE);
    if (this.at !== this.text.length) this.fail('the end');
  }

  private object(path: string, depth: number): JsonOf<N> {
    const members: { [key: string]: JsonOf<N> } = Object.create(null);
    this.at++;
    this.take(SPACE);
    if (this.skip('}')) return members;
    do {
      this.take(SPACE);
      const start = this.at;
      const key = this.string();
      const below = path === '' ? key : `${path}.${key}`;
      if (key in members) throw new Stop({ kind: 'duplicate-key', offset: this.offset(start), path: below });
      this.take(SPACE);
      if (!this.skip(':')) this.fail('":"');
      this.take(SPACE);
      this.rules.onMember?.(members, key, this.at);
      members[key] = this.value(below, depth + 1);
      this.take(SPACE);
    } while (this.skip(','));
    if (!this.skip('}')) this.fail('"," or "}"');
    return members;
  }

  private array(path: string, depth: number): JsonOf<N> {
    const items: JsonOf<N>[] = [];
    this.at++;
    this.take(SPACE);
    if (this.skip(']')) return items;
    do {
      this.take(SPACE);
      this.rules.onMember?.(items, items.length, this.at);
      items.push(this.value(`${path}[${items.length}]`, depth + 1));
      this.take(SPACE);
    } while (this.skip(','));
    if (!this.skip(']')) this.fail('"," or "]"');
    return items;
  }

  /** The literal is scanned first, so `JSON.parse` of it has nothing left to be lenient about. */
  private string(): string {
    if (this.text[this.at] !== '"') this.fail('a string');
    const start = this.at++;
    while (this.text[this.at] !== '"') this.character();
    this.at++;
    const text = JSON.parse(this.text.slice(start, this.at)) as string;
    if (!text.isWellFormed()) this.fail('no lone surrogate');
    return text;
  }

  private character(): void {
    const char = this.text[this.at];
    if (char === undefined || char < ' ') this.fail("a string's end");
    if (char !== '\\') {
      this.at++;
      return;
    }
    const escaped = this.text[this.at + 1] ?? '';
    const long = escaped === 'u' && HEX4.test(this.text.slice(this.at + 2, this.at + 6));
    if (!long && (escaped === '' || !'"\\/bfnrt'.includes(escaped))) this.fail('an escape of JSON');
    this.at += long ? 6 : 2;
  }

  private number(path: string): N {
    const start = this.at;
    const literal = this.take(NUMBER);
    if (literal === undefined) this.fail('a value');
    const value = this.rules.number(literal);
    if (!isProblem(value)) return value;
    throw new Stop({ kind: value.problem, offset: this.offset(start), path });
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private skip(mark: string): boolean {
    const here = this.text[this.at] === mark;
    if (here) this.at++;
    return here;
  }

  private fail(expected: string): never {
    throw new Stop({ kind: 'syntax', offset: this.offset(this.at), expected });
  }

  /** Offsets count bytes, as the file does. */
  private offset(chars: number): number {
    return Buffer.byteLength(this.text.slice(0, chars), 'utf8');
  }
}
